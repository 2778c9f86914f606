import { axisIds, type AxisId } from '@nuances/domain/axes';
import { courseOf, steadinessOf } from '@nuances/domain/statistics/course';
import { itemAt } from '@nuances/domain/item-at';
import type { TimedScan } from '@nuances/domain/statistics/scan-series';
import { answerOf } from '@nuances/domain/scan/scoring';
import { dayAndMonth, monthAndYear, shortDateAndYear } from '@nuances/i18n/dates';
import { decimal } from '@nuances/i18n/numbers';
import type { I18n } from '../../i18n/locale-store.ts';
import { axisAt, type ChartPoints } from './chart-points.ts';

/** The course of an axis in a period as one sentence, for little room and for much. */
export interface CourseSentence {
  readonly axis: AxisId;
  readonly short: string;
  readonly long: string;
}

/**
 * What each line shows, in data order (SPEC.md COURSE-1, COURSE-2).
 * @param scans of the period, at least one
 */
export function courseSentences(
  words: I18n,
  scans: readonly TimedScan[],
  points: ChartPoints,
): readonly CourseSentence[] {
  return axisIds.map((axis) => ({ axis, ...sentencesOf(words, scans, points, axis) }));
}

function sentencesOf({ LL, locale }: I18n, scans: readonly TimedScan[], { unit, runs }: ChartPoints, axis: AxisId) {
  const { say } = LL.stats;
  const both = (text: string) => ({ short: text, long: text });
  const now = new Date();
  const all = runs.flat();
  const course = courseOf(all.map((point) => axisAt(point, axis).mean));
  const day = (index: number) => new Date(itemAt(all, index).from);
  // No date is broken over two lines.
  const unbroken = (text: string) => text.replaceAll(' ', '\u00A0');
  const date = (index: number) =>
    unbroken(unit === 'month' ? monthAndYear(day(index), locale) : shortDateAndYear(day(index), locale, now));
  // At the end of a sentence « nov. » would have two full stops.
  const lastDate = (index: number) => unbroken(dayAndMonth(day(index), locale, now));
  const answers = scans.map((scan) => answerOf(scan.answers, axis));
  if (answers.length === 1) return both(say.one({ value: course.first, date: lastDate(0) }));
  if (answers.every((answer) => answer === answers[0])) return both(say.same({ value: course.first }));
  const figure = (value: number) => decimal(value, locale, unit === null ? 0 : 1);
  const args = {
    first: figure(course.first),
    last: figure(course.last),
    min: figure(course.lowest),
    minDate: date(course.lowestIndex),
    max: figure(course.highest),
    maxDate: date(course.highestIndex),
  };
  const steadiness = steadinessOf(answers);
  if (steadiness === null)
    return { short: say.shortFew(args), long: say.longFew({ ...args, maxDate: lastDate(course.highestIndex) }) };
  const whole = { ...args, steady: say[steadiness]() };
  return unit === null ? { short: say.short(whole), long: say.long(whole) } : both(say[unit](whole));
}
