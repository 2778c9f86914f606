import type { Locale } from '@nuances/domain/locales';

/** Creating a formatter is much slower than using it. */
const formatterCache = new Map<string, Intl.NumberFormat>();

function formatter(locale: Locale, decimals: number, signDisplay: 'auto' | 'exceptZero'): Intl.NumberFormat {
  const key = `${locale} ${decimals} ${signDisplay}`;
  const known = formatterCache.get(key);
  if (known) return known;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const fresh = new Intl.NumberFormat(locale, { ...digits, signDisplay });
  formatterCache.set(key, fresh);
  return fresh;
}

/** A number with a fixed number of decimals, and U+2212 as minus sign: « 0,8 », "0.8", "1,234". */
export function decimal(value: number, locale: Locale, decimals = 0): string {
  return formatter(locale, decimals, 'auto').format(value).replace('-', '\u2212');
}

/** A whole number as it is, another one with one decimal: « 5 », « 5,5 ». */
export function figure(value: number, locale: Locale): string {
  return decimal(value, locale, Number.isInteger(value) ? 0 : 1);
}

/** A change with its sign: « +2 », « −0,8 »; no sign for 0. */
export function signed(value: number, locale: Locale, decimals = 0): string {
  return formatter(locale, decimals, 'exceptZero').format(value).replace('-', '\u2212');
}
