import type { FormattersInitializer } from 'typesafe-i18n';
import type { Formatters, Locales } from './i18n-types';

/** Dates and numbers are formatted before they are inserted, so the catalogues need no formatter. */
export const initFormatters: FormattersInitializer<Locales, Formatters> = () => ({});
