import type { Locale } from '@nuances/domain/locales';
import { decimal } from '@nuances/i18n/numbers';
import type { I18n } from '../../i18n/locale-store.ts';

/** Unit and decimals of a value. */
export interface Figure {
  readonly unit: 'count' | 'minutes';
  readonly decimals: 0 | 1;
}

/** Shown when a week had no values to average. */
const none = '–';

/** From this value on, axis labels are shortened. */
const long = 10_000;

/** A value with its unit: « 1 234 », « 2,9 min »; a dash for null. */
export function figureText({ LL, locale }: I18n, value: number | null, { unit, decimals }: Figure): string {
  if (value === null) return none;
  const count = decimal(value, locale, decimals);
  return unit === 'minutes' ? LL.admin.chart.minutes({ count }) : count;
}

/** A share or a change in whole percent: « 86 % », « +9 % », "−3%". */
export function percentText(percent: number, locale: Locale, { sign = false } = {}): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: sign ? 'exceptZero' : 'auto',
  });
  return format.format(percent / 100).replace('-', '\u2212');
}

/** A whole number as an axis label, shortened if large: « 12 k ». */
export function axisText(value: number, locale: Locale): string {
  return value < long ? decimal(value, locale) : new Intl.NumberFormat(locale, { notation: 'compact' }).format(value);
}
