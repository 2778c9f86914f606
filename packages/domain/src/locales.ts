/** Languages of the interface, the API and the mails; the first is the fallback. */
export const locales = ['en', 'fr'] as const;

/** A language of the interface. */
export type Locale = (typeof locales)[number];

/** Used when no supported language is asked for. */
export const fallbackLocale: Locale = 'en';

/** Whether a value is a supported language. */
export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

/** First part of a language tag or an Accept-Language header: `fr-CA,fr;q=0.8` is `fr`; anything else is English (SPEC.md LOCALE-1). */
export function localeFromTag(tag: string | null | undefined): Locale {
  const first = tag?.split(/[,;-]/, 1)[0]?.trim().toLowerCase();
  return isLocale(first) ? first : fallbackLocale;
}

/** For dates: English ones put the day before the month, as the French ones do. */
export const dateTags: Readonly<Record<Locale, string>> = { en: 'en-GB', fr: 'fr-FR' };
