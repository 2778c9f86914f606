import { firstWords } from '@nuances/domain/cut-text';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';
import type { NoteContent } from '@nuances/domain/note/fields';

/**
 * What a note is called: its title, else its first words (SPEC.md NOTE-6), else its category.
 * @param max characters of the first words
 */
export function noteName(LL: TranslationFunctions, { title, text, categoryId }: NoteContent, max: number): string {
  return title.trim() || firstWords(text, max) || LL.note.input[categoryId]();
}
