import { dayOf, type LocalDay } from '@nuances/domain/local-day';
import { type ClearNoteContent, type NoteContent, noteContentNames } from '@nuances/domain/note/fields';
import { isSameValue } from '@nuances/domain/thing';
import type { RouterOutputs } from '../api/router-types.ts';
import type { SealedContent } from '../offline/outbox-items.ts';

/** A note as the server stores it: title and text are envelopes, or all of it is one. */
export type SealedNote = RouterOutputs['notes']['all']['notes'][number];

/** Whether the server has the note as it is shown. */
export type NoteState = 'saved' | 'waiting' | 'failed';

/** Fields and day in the editor. */
export interface TypedNote extends NoteContent {
  /** The chosen day; null keeps the day of a note, and gives a new note the current time. */
  readonly day: LocalDay | null;
}

interface Filed extends ClearNoteContent {
  readonly id: string;
  /** ISO time. */
  readonly createdAt: string;
  /** ISO time at which the server first received it, or, before that, at which it was written; null when unknown. */
  readonly receivedAt: string | null;
  /** Day of `createdAt` in the person's time zone. */
  readonly day: LocalDay;
  /** Revision that a change is based on; 1 also for a note that the server does not have yet. */
  readonly revision: number;
  /** ISO time at which the server stored this text; absent or null before it did, and in copies of an earlier version. */
  readonly updatedAt?: string | null;
  readonly state: NoteState;
}

/** A decrypted note. It exists only in the memory of the page. */
export interface Note extends Filed, NoteContent {
  readonly locked: false;
}

/** A note that the key does not decrypt; it stays as it is. */
export interface LockedNote extends Filed {
  readonly locked: true;
  /** The envelopes, for restoring a note that was deleted. */
  readonly sealed: Pick<SealedContent, 'title' | 'text' | 'vault'>;
}

/** An unchanged note is the same object in the next list. */
export type AnyNote = Note | LockedNote;

/** The day of an ISO time in the person's time zone. */
export function dayAt(createdAt: string): LocalDay {
  return dayOf(Date.parse(createdAt));
}

/** The notes that are linked to a scan. */
export function notesOfScan(notes: readonly AnyNote[], scanId: string): readonly AnyNote[] {
  return notes.filter(({ scanResultId }) => scanResultId === scanId);
}

/** Whether saving the editor's content would change a note. */
export function changes(typed: TypedNote, note: Note): boolean {
  return !sameText(typed, note) || (typed.day !== null && typed.day !== note.day);
}

/** Whether all fields are equal, so that one text can replace the other. */
export function sameText(one: NoteContent, other: NoteContent): boolean {
  return noteContentNames.every((name) => isSameValue(one[name], other[name]));
}
