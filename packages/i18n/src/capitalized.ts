import type { Locale } from '@nuances/domain/locales';

/** A text that begins a sentence or a line: « Octobre ». */
export const capitalized = (text: string, locale: Locale): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
