import * as z from 'zod/mini';
import type { NoteCategory } from './axes.ts';
import { code } from './field.ts';
import { limits } from './limits.ts';

/** Bytes of a text in UTF-8; a lone surrogate counts as its replacement character, 3. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Title and text before sealing (SPEC.md NOTE-1). {@link isNoteEmpty} decides whether there is anything to save. */
export const noteFormSchema = z.object({
  // Not zod's maxLength: that one counts code points, and a form field counts UTF-16 code units.
  title: z.string().check(z.refine((value) => value.length <= limits.noteTitle.max, code('noteTitleTooLong'))),
  text: z.string().check(
    z.refine((value) => value.length <= limits.noteText.max, code('noteTextTooLong')),
    z.refine((value) => utf8Length(value) <= limits.noteText.maxBytes, code('tooLarge')),
  ),
});

/** A text of a note that is longer than it may be. */
export interface NoteExcess {
  readonly code: 'noteTitleTooLong' | 'noteTextTooLong' | 'tooLarge';
  readonly field: 'title' | 'text';
  readonly unit: 'characters' | 'bytes';
  readonly length: number;
  readonly max: number;
}

/** What of a note does not fit into its fields (SPEC.md NOTE-1); null when it fits. */
export function noteExcess({ title, text }: { readonly title: string; readonly text: string }): NoteExcess | null {
  const { noteTitle, noteText } = limits;
  const measured: readonly NoteExcess[] = [
    { code: 'noteTitleTooLong', field: 'title', unit: 'characters', length: title.length, max: noteTitle.max },
    { code: 'noteTextTooLong', field: 'text', unit: 'characters', length: text.length, max: noteText.max },
    { code: 'tooLarge', field: 'text', unit: 'bytes', length: utf8Length(text), max: noteText.maxBytes },
  ];
  return measured.find(({ length, max }) => length > max) ?? null;
}

/** Whether a note has nothing to save, in which case saving does nothing (SPEC.md NOTE-2). */
export function isNoteEmpty(text: string): boolean {
  return text.trim() === '';
}

/** The category of an input; undefined when it has none (SPEC.md NOTE-3). */
export function categoryOf(input: {
  readonly categoryId?: NoteCategory | null | undefined;
  readonly category?: NoteCategory | null | undefined;
}): NoteCategory | undefined {
  return input.categoryId ?? input.category ?? undefined;
}

/** What the hash of a person's notes is taken over: SHA-256 of its UTF-8, in lower-case hexadecimal (SPEC.md NOTE-4). */
export function noteSetOf(notes: readonly { readonly _id: string; readonly revision: number }[]): string {
  return notes
    .map(({ _id, revision }) => `${_id}:${revision}`)
    .sort()
    .join(',');
}
