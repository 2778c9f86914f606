import type { AxisId } from '@nuances/domain/axes';
import { startOfDay, type LocalDay } from '@nuances/domain/local-day';
import type { Period } from '@nuances/domain/period';
import type { AxisMean, MeanSpan, MeanUnit } from '@nuances/domain/scan-means';
import { dayAndMonth, monthAndYear } from '@nuances/i18n/dates';
import { decimal } from '@nuances/i18n/numbers';
import { pluralForm } from '@nuances/i18n/plural';
import type { I18n } from '../../i18n/locale-store.ts';

const date = (day: LocalDay) => new Date(startOfDay(day));

/**
 * The mean of one axis in a week or month.
 * @throws RangeError if the span has no mean of the axis; spans have all seven
 */
export function axisOf({ axes }: MeanSpan, axis: AxisId): AxisMean {
  const found = axes.find((one) => one.axis === axis);
  if (!found) throw new RangeError(`no mean of ${axis}`);
  return found;
}

/** The name of a week or month: « 19 octobre », "19 October"; « octobre 2026 ». */
export function spanName({ locale }: I18n, { from }: MeanSpan, unit: MeanUnit): string {
  return unit === 'month' ? monthAndYear(date(from), locale) : dayAndMonth(date(from), locale, new Date());
}

/** The days of a week or month as a title: « du 19 octobre au 25 octobre »; « octobre 2026 ». */
export function spanDays(words: I18n, span: MeanSpan, unit: MeanUnit): string {
  if (unit === 'month') return spanName(words, span, unit);
  return words.LL.stats.many.weekRange(periodEnds(words, span));
}

/** The first and the last day of a period as text, with the year unless it is the current one. */
export function periodEnds({ locale }: I18n, { from, to }: Period): { readonly start: string; readonly end: string } {
  const now = new Date();
  return { start: dayAndMonth(date(from), locale, now), end: dayAndMonth(date(to), locale, now) };
}

/** One line of text with a week or month, its number of scans and the mean of one axis. */
export function spanLine(words: I18n, span: MeanSpan, unit: MeanUnit, axis: AxisId): string {
  const { LL, locale } = words;
  const { mean, lowest, highest } = axisOf(span, axis);
  const count = span.scans.length;
  const texts = LL.stats.many[unit].line;
  const args = { date: spanName(words, span, unit), count: decimal(count, locale), mean: decimal(mean, locale, 1) };
  if (count === 1) return texts.one(args);
  return texts[pluralForm(locale, count)]({ ...args, min: lowest, max: highest });
}
