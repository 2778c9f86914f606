import type { Locale } from '@nuances/domain/locales';
import { loadedLocales } from './i18n-util';
import { loadAllLocales } from './i18n-util.sync';

/** Every text of a language by its key, all namespaces and mails included. For tests. */
export function textsOf(locale: Locale): ReadonlyMap<string, string> {
  loadAllLocales();
  const texts = new Map<string, string>();
  const walk = (node: unknown, path: string): void => {
    if (typeof node === 'string') texts.set(path, node);
    else if (typeof node === 'object' && node !== null) {
      for (const [key, value] of Object.entries(node)) walk(value, path === '' ? key : `${path}.${key}`);
    } else throw new Error(`${path} is neither a text nor a group of texts`);
  };
  walk(loadedLocales[locale], '');
  return texts;
}
