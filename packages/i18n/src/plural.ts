import type { Locale } from '@nuances/domain/locales';

interface PluralTexts {
  one(args: { count: number | string }): string;
  other(args: { count: number | string }): string;
}

/**
 * The sentence for a count, by the plural rules of the language: French takes `one` for 0 and 1, English
 * only for 1. The count is formatted for the language: « 1 234 » with a narrow space, "1,234".
 */
export function countText(texts: PluralTexts, locale: Locale, count: number): string {
  const args = { count: new Intl.NumberFormat(locale).format(count) };
  return texts[pluralForm(locale, count)](args);
}

/** Creating the rules is much slower than using them. */
const rulesCache = new Map<string, Intl.PluralRules>();

/** The plural form of a number that is written with this many decimals: « 1,0 point », "1.0 points". */
export function pluralForm(locale: Locale, value: number, decimals = 0): 'one' | 'other' {
  const key = `${locale} ${decimals}`;
  const digits = decimals > 0 ? { minimumFractionDigits: decimals, maximumFractionDigits: decimals } : {};
  const rules = rulesCache.get(key) ?? new Intl.PluralRules(locale, digits);
  rulesCache.set(key, rules);
  return rules.select(value) === 'one' ? 'one' : 'other';
}
