import type { NoteCategory } from '@nuances/domain/axes';
import { dayOf, type LocalDay } from '@nuances/domain/local-day';
import type { RouterOutputs } from '../api/router-outputs.ts';

/** A note as the server holds it: title and text are envelopes. */
export type SealedNote = RouterOutputs['notes']['all']['notes'][number];

/** Whether the server has the note as it is shown. */
export type NoteState = 'saved' | 'waiting' | 'failed';

/** What the editor changes. */
export interface NoteText {
  readonly title: string;
  readonly text: string;
  readonly categoryId: NoteCategory;
  readonly scanResultId: string | null;
}

/** What the editor holds. */
export interface TypedNote extends NoteText {
  /** The day that was chosen for it; null leaves a note where it is, and files a new one under the present moment. */
  readonly day: LocalDay | null;
}

interface Filed {
  readonly id: string;
  readonly categoryId: NoteCategory;
  readonly scanResultId: string | null;
  /** ISO time. */
  readonly createdAt: string;
  /** ISO time of its first receipt by the server, or, before that, of writing; null when it is not known. */
  readonly receivedAt: string | null;
  /** The day of `createdAt` where the person is. */
  readonly day: LocalDay;
  /** Revision that a change is based on; 1 also for a note that no server has yet. */
  readonly revision: number;
  readonly state: NoteState;
}

/** A note in clear. It exists in the memory of the page only. */
export interface Note extends Filed, NoteText {
  readonly locked: false;
}

/** A note that the key does not open; it is kept as it is. */
export interface LockedNote extends Filed {
  readonly locked: true;
  /** The raw values, to be exported. */
  readonly sealed: { readonly title: string; readonly text: string };
}

/** Unchanged notes keep their identity from one list to the next. */
export type AnyNote = Note | LockedNote;

/** The day that an ISO time falls on in the person's time zone. */
export function dayAt(createdAt: string): LocalDay {
  return dayOf(Date.parse(createdAt));
}

/** The notes that were linked to a scan. */
export function notesOfScan(notes: readonly AnyNote[], scanId: string): readonly AnyNote[] {
  return notes.filter(({ scanResultId }) => scanResultId === scanId);
}

/** Whether saving what the editor holds would change a note. */
export function changes(typed: TypedNote, note: Note): boolean {
  return !sameText(typed, note) || (typed.day !== null && typed.day !== note.day);
}

/** Whether two texts say the same, so that one can take the place of the other. */
export function sameText(one: NoteText, other: NoteText): boolean {
  return (
    one.title === other.title &&
    one.text === other.text &&
    one.categoryId === other.categoryId &&
    one.scanResultId === other.scanResultId
  );
}
