import { fallbackLocale, isLocale, localeFromTag, type Locale } from '@nuances/domain/locales';
import type { Namespaces, TranslationFunctions } from '@nuances/i18n/i18n-types';
import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadLocaleAsync, loadNamespaceAsync } from '@nuances/i18n/i18n-util.async';
import { dismissToasts } from '@nuances/ui/toast';
import { useSyncExternalStore } from 'react';
import { readCookie, writeCookie } from '../browser/cookies.ts';

/** The words on the screen: one language at a time, with the namespaces that the open screens asked for. */
export interface I18n {
  readonly locale: Locale;
  readonly LL: TranslationFunctions;
}

const listeners = new Set<() => void>();
const needed = new Set<Namespaces>();
let words: I18n | undefined;

function current(): I18n {
  if (!words) throw new Error('the words are not loaded yet');
  return words;
}

function publish(locale: Locale): void {
  // Toasts were said in the language before, and cannot be said again.
  if (words && words.locale !== locale) dismissToasts();
  words = { locale, LL: i18nObject(locale) };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language chosen before, else the browser's first, else English; the server decides the same way. */
export function initialLocale(): Locale {
  const chosen = readCookie('locale');
  if (isLocale(chosen)) return chosen;
  return typeof navigator === 'undefined' ? fallbackLocale : localeFromTag(navigator.language);
}

/** Loads a language with every namespace in use and shows it everywhere at once, so no screen is ever mixed. */
export async function showLocale(locale: Locale): Promise<void> {
  await loadLocaleAsync(locale);
  const loaded = new Set<Namespaces>();
  // A screen may ask for more while this loads; the language changes only when nothing is missing in it.
  for (let missing = [...needed]; missing.length > 0; missing = [...needed].filter((name) => !loaded.has(name))) {
    await Promise.all(missing.map((namespace) => loadNamespaceAsync(locale, namespace)));
    for (const namespace of missing) loaded.add(namespace);
  }
  publish(locale);
  if (typeof document !== 'undefined') document.documentElement.lang = locale;
}

/** As `showLocale`, and keeps the choice in the browser. */
export async function chooseLocale(locale: Locale): Promise<void> {
  writeCookie('locale', locale);
  await showLocale(locale);
}

/** Loads the texts of a screen before it is shown. */
export async function loadNamespaces(...namespaces: Namespaces[]): Promise<void> {
  const missing = namespaces.filter((namespace) => !needed.has(namespace));
  if (missing.length === 0) return;
  const { locale } = current();
  await Promise.all(missing.map((namespace) => loadNamespaceAsync(locale, namespace)));
  for (const namespace of missing) needed.add(namespace);
  const now = current().locale;
  if (now === locale) publish(locale);
  else await showLocale(now);
}

/** The words outside of React, for toasts and failures. */
export function currentI18n(): I18n {
  return current();
}

/** The words of the page; draws anew in another language. */
export function useI18n(): I18n {
  return useSyncExternalStore(subscribe, current, current);
}
