import type { Locale } from '@nuances/domain/locales';

interface CountWords {
  one(args: { count: number | string }): string;
  other(args: { count: number | string }): string;
}

/** The sentence for a count, by the plural rules of the language: French takes `one` for 0 and 1, English only for 1. */
export function countText(words: CountWords, locale: Locale, count: number): string {
  return new Intl.PluralRules(locale).select(count) === 'one' ? words.one({ count }) : words.other({ count });
}
