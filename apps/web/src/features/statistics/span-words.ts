import { dateOfDay } from '@nuances/domain/local-day';
import type { Period } from '@nuances/domain/statistics/period';
import type { MeanSpan, MeanUnit } from '@nuances/domain/statistics/scan-means';
import { dayAndMonth, monthAndYear } from '@nuances/i18n/dates';
import type { I18n } from '../../i18n/locale-store.ts';

/** The name of a week or month: « 19 octobre », "19 October"; « octobre 2026 ». */
export function spanName({ locale }: I18n, { from }: MeanSpan, unit: MeanUnit): string {
  return unit === 'month' ? monthAndYear(dateOfDay(from), locale) : dayAndMonth(dateOfDay(from), locale, new Date());
}

/** The days of a week or month as a title: « du 19 octobre au 25 octobre »; « octobre 2026 ». */
export function spanDays(words: I18n, span: MeanSpan, unit: MeanUnit): string {
  if (unit === 'month') return spanName(words, span, unit);
  return words.LL.stats.many.weekRange(periodEnds(words, span));
}

/** The first and the last day of a period as text, with the year unless it is the current one. */
function periodEnds({ locale }: I18n, { from, to }: Period): { readonly start: string; readonly end: string } {
  const now = new Date();
  return { start: dayAndMonth(dateOfDay(from), locale, now), end: dayAndMonth(dateOfDay(to), locale, now) };
}
