import { initFormatters } from './formatters';
import type { Locales } from './i18n-types';
import { loadedFormatters, loadedLocales } from './i18n-util';

const texts: Readonly<Record<Locales, () => Promise<{ readonly default: object }>>> = {
  en: () => import('./en/index'),
  fr: () => import('./fr/index'),
};

/**
 * Loads what every page needs of a language. The generated loader of languages shares its file with those of all
 * namespaces, which a first page does not need.
 * @throws the error of the import when the file cannot be fetched
 */
export async function loadLocale(locale: Locales): Promise<void> {
  const { default: common } = await texts[locale]();
  // Namespaces that are loaded already stay.
  loadedLocales[locale] = Object.assign({}, loadedLocales[locale], common);
  loadedFormatters[locale] = initFormatters(locale);
}
