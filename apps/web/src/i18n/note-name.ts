import { firstWords } from '@nuances/domain/cut-text';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';
import type { NoteText } from '../note-store/note.ts';

/**
 * What a note is called: its title, else its first words (SPEC.md NOTE-6), else its category.
 * @param max characters of the first words
 */
export function noteName(LL: TranslationFunctions, { title, text, categoryId }: NoteText, max: number): string {
  return title || firstWords(text, max) || LL.note.input[categoryId]();
}
