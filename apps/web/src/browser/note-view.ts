import { noteCategories, type NoteCategory } from '@nuances/domain/axes';
import { storage } from './local-storage.ts';
import { noteViewKey } from './note-view-key.ts';

/** What this device remembers of the list of notes. Words that were searched are content, and a day hides what is written after it. */
export interface NoteView {
  /** Empty: all categories. */
  readonly categories: ReadonlySet<NoteCategory>;
  readonly order: 'newest' | 'oldest';
}

/** What was chosen last on this device. */
export function storedNoteView(): NoteView {
  const stored = new Set(storage.get(noteViewKey)?.split(' '));
  return {
    categories: new Set(noteCategories.filter((category) => stored.has(category))),
    order: stored.has('oldest') ? 'oldest' : 'newest',
  };
}

/** Remembers a part of it; the rest stays. */
export function storeNoteView(part: Partial<NoteView>): void {
  const { categories, order } = { ...storedNoteView(), ...part };
  storage.set(noteViewKey, [order, ...categories].join(' '));
}
