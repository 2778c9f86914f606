import { axisIds, type AxisId } from '@nuances/domain/axes';
import type { Locale } from '@nuances/domain/locales';
import { courseOf, steadinessOf } from '@nuances/domain/statistics/course';
import { itemAt } from '@nuances/domain/item-at';
import type { TimedScan } from '@nuances/domain/statistics/scan-series';
import { answerOf } from '@nuances/domain/scan/scoring';
import { dayAndMonth, monthAndYear, shortDateAndYear, shortestDate, shortMonthAndYear } from '@nuances/i18n/dates';
import { decimal } from '@nuances/i18n/numbers';
import type { I18n } from '../../i18n/locale-store.ts';
import { axisAt, type ChartPoint, type ChartPoints } from './chart-points.ts';

/** The course of an axis in a period as one sentence, for little room and for much. */
export interface CourseSentence {
  readonly axis: AxisId;
  readonly short: string;
  readonly long: string;
}

/**
 * What each line shows, in data order (SPEC.md COURSE-1, COURSE-2). Of weeks and months, the short form leaves to its
 * place that it is about them.
 * @param scans of the period, at least one
 */
export function courseSentences(
  words: I18n,
  scans: readonly TimedScan[],
  points: ChartPoints,
  now = new Date(),
): readonly CourseSentence[] {
  return axisIds.map((axis) => ({ axis, ...sentencesOf(words, scans, points, axis, now) }));
}

/** The days from the first point that is over to the last, as the sentences tell them: « du 1er août au 20 septembre ». */
export function courseDays({ LL, locale }: I18n, points: ChartPoints, now = new Date()): string {
  const whole = wholePoints(points, now);
  const [first, last] = [itemAt(whole, 0).from, itemAt(whole, whole.length - 1)];
  return LL.stats.many.weekRange({
    start: shortDateAndYear(new Date(first), locale, now),
    // A full stop follows: « nov. » would have two.
    end: dayAndMonth(new Date(points.unit ? last.until - 1 : last.at), locale, now),
  });
}

/** The points that are over; all when none is. */
function wholePoints({ unit, runs }: ChartPoints, now: Date): readonly ChartPoint[] {
  const all = runs.flat();
  if (unit === null) return all;
  const whole = all.filter(({ until }) => until <= now.getTime());
  return whole.length > 0 ? whole : all;
}

function sentencesOf(
  { LL, locale }: I18n,
  scans: readonly TimedScan[],
  chart: ChartPoints,
  axis: AxisId,
  now: Date,
): Omit<CourseSentence, 'axis'> {
  const { unit } = chart;
  const { say } = LL.stats;
  const both = (text: string) => ({ short: text, long: text });
  const all = wholePoints(chart, now);
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
  if (unit !== null && all.length === 1) {
    const { lowest, highest } = axisAt(itemAt(all, 0), axis);
    return both(say.only[unit]({ mean: decimal(course.first, locale, 1), min: lowest, max: highest }));
  }
  const figures = (write: (value: number) => string) => ({
    first: write(course.first),
    last: write(course.last),
    min: write(course.lowest),
    max: write(course.highest),
  });
  const args = {
    ...figures((value) => decimal(value, locale, unit === null ? 0 : 1)),
    minDate: date(course.lowestIndex),
    maxDate: date(course.highestIndex),
  };
  const briefDate = (index: number) => unbroken(briefly(day(index), chart, locale, now));
  const brief = {
    ...figures((value) => decimal(value, locale, isWhole(value) ? 0 : 1)),
    minDate: briefDate(course.lowestIndex),
    maxDate: briefDate(course.highestIndex),
  };
  const steadiness = steadinessOf(answers);
  if (steadiness === null)
    return { short: say.shortFew(brief), long: say.longFew({ ...args, maxDate: lastDate(course.highestIndex) }) };
  const steady = say[steadiness]();
  return {
    short: say[unit === null ? 'short' : 'brief']({ ...brief, steady }),
    long: say[unit ?? 'long']({ ...args, steady }),
  };
}

/** Whether one decimal of a mean would be 0. */
function isWhole(value: number): boolean {
  return Math.round(value * 10) % 10 === 0;
}

/** A date in little room: « 19 oct. », of another year than the running one « 08.12.25 »; of a month « oct. 26 ». */
function briefly(date: Date, { unit }: ChartPoints, locale: Locale, now: Date): string {
  if (unit === 'month') return shortMonthAndYear(date, locale);
  return shortestDate(date, locale, now);
}
