import type { ErrorCode } from '@nuances/domain/errors';
import type { NoteContent } from '@nuances/domain/note/fields';
import type { ProfileInput } from '@nuances/domain/profile/fields';
import type { ScanContent } from '@nuances/domain/scan/fields';
import type { RouterOutputs } from '../api/router-types.ts';
import type { ReminderChange } from './reminder-change.ts';

/** Why the server refused an item. */
export interface Refusal {
  readonly code: ErrorCode;
  /** Error codes by field. */
  readonly fields: Readonly<Record<string, ErrorCode>>;
}

interface Waiting {
  /** UUID; of a scan also the scan's own id. */
  readonly id: string;
  /** ISO time at which it entered the outbox. */
  readonly createdAt: string;
  /** Null unless the server has refused it. */
  readonly refusal: Refusal | null;
}

/** A finished scan that the server has not acknowledged yet. */
export interface PendingScan extends Waiting, ScanContent {
  readonly kind: 'scan';
  /** Account that it belongs to; null for a visitor's scan. */
  readonly owner: string | null;
}

/** A sealed note, so that no readable text is stored on the device. */
export interface SealedContent extends NoteContent {
  /** ISO time of the note. */
  readonly createdAt: string;
  /** New ISO time of a note that the server may have stored already. */
  readonly movedTo?: string;
  /** In a vault: title, text and category in one envelope. The fields beside it then say nothing. */
  readonly vault?: { readonly sealed: string; readonly keyVersion: number };
}

/**
 * A new text for a note, or its deletion. A repeated request must be byte-identical, because the server compares it.
 */
export interface PendingNote extends Waiting {
  readonly kind: 'note';
  readonly owner: string;
  readonly noteId: string;
  /** Null deletes the note. */
  readonly content: SealedContent | null;
  /** When the server first received the note, or when it was written; missing in items of an earlier version. */
  readonly receivedAt?: string | null;
  /**
   * Revision that the text was based on. For a new note it is 1, so that a repeated request never overwrites a later
   * change.
   */
  readonly revision: number;
  /** ISO time at which the server stored the text that the person saw before; absent or null when unknown. */
  readonly updatedAt?: string | null;
  /** Item of the same note that must be sent first, because this one was written after it. */
  readonly after: string | null;
}

/** Changed fields of the profile; at most one item per account. It never contains an e-mail address. */
export interface PendingProfile extends Waiting {
  readonly kind: 'profile';
  readonly owner: string;
  readonly changes: Partial<Omit<ProfileInput, 'email'>>;
}

/** Tags of a scan in their envelope. */
export interface SealedTags {
  /** Envelope; null for none. */
  readonly tags: string | null;
  /** Version of the key of the vault that sealed them; missing without a vault. */
  readonly keyVersion?: number | undefined;
}

/** The tags of a scan; at most one item per scan. */
export interface PendingTags extends Waiting, SealedTags {
  readonly kind: 'tags';
  readonly owner: string;
  readonly scanId: string;
  /**
   * What the server may have had when they were chosen: first what the person saw, then own choices that these replace and whose
   * answer may have been lost. Missing where that is unknown, and in items of an earlier version.
   */
  readonly before?: readonly SealedTags[];
}

/** A change of the reminder; at most one item per account. */
export interface PendingReminder extends Waiting {
  readonly kind: 'reminder';
  readonly owner: string;
  readonly change: ReminderChange;
}

/** An item that can be shown and sent. */
export type ReadableItem = PendingScan | PendingNote | PendingProfile | PendingTags | PendingReminder;

/** A scan, or a change of the profile or the reminder, as the device stores it; in memory only while it cannot be opened. */
export interface SealedItem extends Waiting {
  readonly kind: 'sealed';
  readonly of: 'scan' | 'profile' | 'reminder';
  readonly owner: string;
  /** Envelope of the content of a scan, or of what changed. */
  readonly sealed: string;
  /** Whether the key of its owner is available but does not decrypt it. */
  readonly isUnreadable: boolean;
}

export type OutboxItem = ReadableItem | SealedItem;

/** A note as the server stores it. */
type StoredNote = RouterOutputs['notes']['all']['notes'][number];

/** What the server has accepted, with its answer. */
export type Delivery =
  | { readonly kind: 'scan'; readonly item: PendingScan }
  | { readonly kind: 'tags'; readonly item: PendingTags }
  | {
      readonly kind: 'note';
      readonly item: PendingNote;
      /** Null for a deletion. */
      readonly answer: { readonly note: StoredNote; readonly conflict?: StoredNote } | null;
      /** Of a deletion: the note has another text since, and stays. */
      readonly isKept?: true;
    }
  | {
      readonly kind: 'profile';
      readonly item: PendingProfile;
      readonly profile: RouterOutputs['profile']['update'];
    }
  | {
      readonly kind: 'reminder';
      readonly item: PendingReminder;
      /** The stored reminder after the change; null for none. */
      readonly reminder: RouterOutputs['reminder']['get']['reminder'];
    };
