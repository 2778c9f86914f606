import type { Locale } from '@nuances/domain/locales';
import { dayAndMonth, dayOfMonth, shortDateAndYear } from './dates.ts';

/** Two days, the earlier first. */
interface Ends {
  readonly from: Date;
  readonly to: Date;
}

const space = '\u00A0';

function isOneMonth({ from, to }: Ends): boolean {
  return from.getFullYear() === to.getFullYear() && from.getMonth() === to.getMonth();
}

/** Both ends for a sentence; the month is said once: « 16 » and « 22 novembre », « 28 décembre 2026 » and « 3 janvier ». */
export function rangeEnds(ends: Ends, locale: Locale, now: Date): { readonly start: string; readonly end: string } {
  const { from, to } = ends;
  const start = isOneMonth(ends) ? dayOfMonth(from, locale) : dayAndMonth(from, locale, to);
  return { start, end: dayAndMonth(to, locale, now) };
}

/** A range where there is no sentence: « 9 – 15 novembre », "9–15 November"; short « 9 – 15 nov. », "9–15 Nov". */
export function rangeText(ends: Ends, locale: Locale, now: Date, length: 'short' | 'long'): string {
  const { from, to } = ends;
  const text = length === 'short' ? shortDateAndYear : dayAndMonth;
  const oneMonth = isOneMonth(ends);
  const between = locale === 'en' && oneMonth ? '–' : `${space}–${space}`;
  return `${oneMonth ? dayOfMonth(from, locale) : text(from, locale, to)}${between}${text(to, locale, now)}`;
}
