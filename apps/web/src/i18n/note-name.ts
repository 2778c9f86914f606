import { firstWords } from '@nuances/domain/cut-text';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';
import type { VaultNote } from '@nuances/domain/vault/content';

/**
 * What a note is called: its title, else its first words (SPEC.md NOTE-6), else its category.
 * @param max characters of the first words
 */
export function noteName(LL: TranslationFunctions, { title, text, categoryId }: VaultNote, max: number): string {
  return title.trim() || firstWords(text, max) || LL.note.input[categoryId]();
}
