import type { Locale } from '@nuances/domain/locales';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';
import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';

loadAllLocales();

/** The translation functions of both catalogues. Made once, because making one costs more than a request. */
export const translations: Readonly<Record<Locale, TranslationFunctions>> = {
  en: i18nObject('en'),
  fr: i18nObject('fr'),
};
