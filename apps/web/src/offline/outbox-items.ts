import type { NoteCategory } from '@nuances/domain/axes';
import type { ErrorCode } from '@nuances/domain/errors';
import type { ProfileInput } from '@nuances/domain/profile';
import type { RouterOutputs } from '../api/router-outputs.ts';

/** Why the server did not take an item. */
export interface Refusal {
  readonly code: ErrorCode;
  /** Codes by the field they belong to. */
  readonly fields: Readonly<Record<string, ErrorCode>>;
}

interface Waiting {
  /** UUID; of a scan also the scan's own. */
  readonly id: string;
  /** ISO time at which it entered the outbox. */
  readonly createdAt: string;
  /** Null until the server has refused it. */
  readonly refusal: Refusal | null;
}

/** A finished scan that no server has acknowledged yet. */
export interface PendingScan extends Waiting {
  readonly kind: 'scan';
  /** Account it belongs to; null while nobody was logged in. */
  readonly owner: string | null;
  readonly answers: readonly number[];
  /** Seconds. */
  readonly duration: number;
}

/** A note as it is stored: sealed, so that nothing readable rests on the device. */
export interface SealedContent {
  /** An envelope, or empty. */
  readonly title: string;
  /** An envelope. */
  readonly text: string;
  readonly categoryId: NoteCategory;
  readonly scanResultId: string | null;
  /** ISO time of the note itself. */
  readonly createdAt: string;
  /** ISO time under which a note that the server may have already is to be filed from now on. */
  readonly movedTo?: string;
}

/** A new text for a note, or its deletion. Sent again it must be byte-identical: the server compares it. */
export interface PendingNote extends Waiting {
  readonly kind: 'note';
  readonly owner: string;
  readonly noteId: string;
  /** Null deletes the note. */
  readonly content: SealedContent | null;
  /** When the server first received the note, or when it was written; an item of an earlier version does not say. */
  readonly receivedAt?: string | null;
  /** What the text was based on; a new note says 1, so that sending it again never writes over what came later. */
  readonly revision: number;
  /** Item of the same note that has to be sent before this one, which was written on top of it. */
  readonly after: string | null;
}

/** Changed fields of the profile; at most one item waits for each account. An e-mail address never waits here. */
export interface PendingProfile extends Waiting {
  readonly kind: 'profile';
  readonly owner: string;
  readonly changes: Partial<Omit<ProfileInput, 'email'>>;
}

/** The tags of a scan; at most one item waits for each scan. */
export interface PendingTags extends Waiting {
  readonly kind: 'tags';
  readonly owner: string;
  readonly scanId: string;
  /** Envelope; null for none. */
  readonly tags: string | null;
}

/** An item that can be shown and sent. */
export type ReadableItem = PendingScan | PendingNote | PendingProfile | PendingTags;

/** A scan or a change of a profile as the device keeps it; in memory only while it cannot be opened. */
export interface SealedItem extends Waiting {
  readonly kind: 'sealed';
  readonly of: 'scan' | 'profile';
  readonly owner: string;
  /** Envelope of the answers and the duration, or of the changes. */
  readonly sealed: string;
  /** Whether the key of its owner is here and does not open it. */
  readonly isUnreadable: boolean;
}

export type OutboxItem = ReadableItem | SealedItem;

/** What the server has taken, with its answer. */
export type Delivery =
  | { readonly kind: 'scan'; readonly item: PendingScan }
  | { readonly kind: 'tags'; readonly item: PendingTags }
  | {
      readonly kind: 'note';
      readonly item: PendingNote;
      /** Null for a deletion. */
      readonly answer: RouterOutputs['notes']['create'] | null;
    }
  | {
      readonly kind: 'profile';
      readonly item: PendingProfile;
      readonly profile: RouterOutputs['profile']['update'];
    };
