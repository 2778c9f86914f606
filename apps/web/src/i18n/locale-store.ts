import { fallbackLocale, isLocale, localeFromTag, type Locale } from '@nuances/domain/locales';
import type { Namespaces, TranslationFunctions } from '@nuances/i18n/i18n-types';
import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadLocale } from '@nuances/i18n/load-locale';
import { dismissToasts } from '@nuances/ui/toast';
import { readCookie, writeCookie } from '../browser/cookies.ts';
import { createStore, useStore } from '../browser/store.ts';

/** The loaded translations: one language, with the namespaces that the screens have requested. */
export interface I18n {
  readonly locale: Locale;
  readonly LL: TranslationFunctions;
}

const needed = new Set<Namespaces>();
/** For each loaded language the texts of all namespaces that have arrived. */
const arrived = new Map<Locale, TranslationFunctions>();
/** Undefined until the first call of `showLocale`. */
const shown = createStore<I18n | undefined>(undefined);

function loaded(i18n: I18n | undefined): I18n {
  if (!i18n) throw new Error('no locale is loaded yet');
  return i18n;
}

/** The names of all these files are in a chunk that the first page does not have (vite.config.ts). */
async function loadNamespace(locale: Locale, namespace: Namespaces): Promise<void> {
  const { loadNamespaceAsync } = await import('@nuances/i18n/i18n-util.async');
  await loadNamespaceAsync(locale, namespace);
}

/** Shows what has arrived. Nothing renders again for a namespace alone: a screen waits for its own before it is shown. */
function publish(locale: Locale): void {
  const texts = i18nObject(locale);
  arrived.set(locale, texts);
  const before = shown.get();
  if (before?.locale === locale) return;
  // Their texts are in the previous language and cannot be translated.
  if (before) dismissToasts();
  const get = (_: unknown, namespace: string | symbol): unknown => Reflect.get(arrived.get(locale) ?? texts, namespace);
  shown.set({ locale, LL: new Proxy<TranslationFunctions>(texts, { get }) });
}

/** The stored language, else the browser's first, else English. The server uses the same rule. */
export function initialLocale(): Locale {
  const chosen = readCookie('locale');
  if (isLocale(chosen)) return chosen;
  return typeof navigator === 'undefined' ? fallbackLocale : localeFromTag(navigator.language);
}

/**
 * Loads a language with every requested namespace, then switches all of them at once, so that no screen mixes two
 * languages.
 */
export async function showLocale(locale: Locale): Promise<void> {
  await loadLocale(locale);
  const fetched = new Set<Namespaces>();
  // A screen may request more while this loads; the language is switched only when it is complete.
  for (let missing = [...needed]; missing.length > 0; missing = [...needed].filter((name) => !fetched.has(name))) {
    await Promise.all(missing.map((namespace) => loadNamespace(locale, namespace)));
    for (const namespace of missing) fetched.add(namespace);
  }
  publish(locale);
  if (typeof document === 'undefined') return;
  document.documentElement.lang = locale;
  // The manifest has the names and shortcuts of an app that is installed from here (build/manifests.ts).
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/manifest.${locale}.webmanifest`);
}

/** Like `showLocale`, and stores the choice in the browser. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await showLocale(locale);
  writeCookie('locale', locale);
}

/** Loads the texts of a screen before it is shown. */
export async function loadNamespaces(...namespaces: Namespaces[]): Promise<void> {
  const missing = namespaces.filter((namespace) => !needed.has(namespace));
  if (missing.length === 0) return;
  const { locale } = currentI18n();
  await Promise.all(missing.map((namespace) => loadNamespace(locale, namespace)));
  for (const namespace of missing) needed.add(namespace);
  const now = currentI18n().locale;
  if (now === locale) publish(locale);
  else await showLocale(now);
}

/** The namespaces that screens have requested, for the build, which names their files in the pages. */
export function requestedNamespaces(): readonly Namespaces[] {
  return [...needed];
}

/** Starts the list of requested namespaces anew, for the next page that the build renders. */
export function forgetNamespaces(): void {
  needed.clear();
}

/** The translations for code outside of React, such as toasts and errors. */
export function currentI18n(): I18n {
  return loaded(shown.get());
}

/** The translations of the page; renders again after a change of language. */
export function useI18n(): I18n {
  return loaded(useStore(shown));
}
