import type { FormattersInitializer } from 'typesafe-i18n';
import type { Formatters, Locales } from './i18n-types';

/** Dates and numbers are put into texts ready-made, so the catalogues use no formatter. */
export const initFormatters: FormattersInitializer<Locales, Formatters> = () => ({});
