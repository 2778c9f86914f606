import { axisIds } from './axes.ts';
import {
  dayFromIso,
  dayOf,
  firstOfMonth,
  isoDay,
  monthsLater,
  startOfDay,
  twelveMonthsBefore,
  type LocalDay,
} from './local-day.ts';
import type { Period } from './statistics/period.ts';
import type { TimedScan } from './statistics/scan-series.ts';
import { answerMax, answerMiddle, answerOf } from './scan/scoring.ts';

/** A day of the person's zone with its scans. */
export interface ScanDay<Scan extends TimedScan = TimedScan> {
  readonly day: LocalDay;
  /** In time order, at least one. */
  readonly scans: readonly Scan[];
  /** The one that stands for the day (SPEC.md CAL-1). */
  readonly last: Scan;
}

/**
 * The days that have a scan, from the earliest to the latest (SPEC.md CAL-1).
 * @param scans in time order
 */
export function daysOfScans<Scan extends TimedScan>(scans: readonly Scan[]): readonly ScanDay<Scan>[] {
  const days: { day: LocalDay; scans: Scan[]; last: Scan }[] = [];
  // Asking for the day of a moment costs far more than a comparison, and many scans share a day.
  let end = -Infinity;
  for (const scan of scans) {
    const current = days.at(-1);
    if (current && scan.at < end) {
      current.scans.push(scan);
      current.last = scan;
    } else {
      const isNextDay = current !== undefined && scan.at < startOfDay(current.day + 2);
      const day = isNextDay ? current.day + 1 : dayOf(scan.at);
      days.push({ day, scans: [scan], last: scan });
      end = startOfDay(day + 1);
    }
  }
  return days;
}

/** The small figure of a day with several scans; null for a day with one (SPEC.md CAL-2). */
export function countMark(count: number): string | null {
  if (count < 2) return null;
  return count > 9 ? '9+' : String(count);
}

/** The lanes of a year: one for each axis in data order, then one for all seven together. */
export const laneIds = [...axisIds, 'all'] as const;

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean answers of a day, in the order of `laneIds` (SPEC.md CAL-3). */
export function dayMeans({ scans }: ScanDay): readonly number[] {
  const means = axisIds.map((axis) => mean(scans.map(({ answers }) => answerOf(answers, axis))));
  return [...means, mean(means)];
}

/**
 * How far a mean answer lies from the middle towards a pole: 1 at the right pole, -1 at the left, 0 in the middle
 * (SPEC.md CAL-4).
 */
export function leanOf(value: number): number {
  return (value - answerMiddle) / (answerMax - answerMiddle);
}

/** Index of the first day at or after `day`; their number when there is none. */
function firstFrom(days: readonly LocalDay[], day: LocalDay): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const half = (low + high) >> 1;
    if ((days[half] ?? day) < day) low = half + 1;
    else high = half;
  }
  return low;
}

/**
 * The day nearest to a period, of two equally near ones the earlier; null without days (SPEC.md CAL-5).
 * @param days in rising order, as all functions of this file take them
 */
export function nearestDay(days: readonly LocalDay[], { from, to }: Period): LocalDay | null {
  const next = firstFrom(days, from);
  const before = days[next - 1];
  const after = days[next];
  if (before === undefined || after === undefined) return before ?? after ?? null;
  // One within the period is at no distance.
  return after - to < from - before || after <= to ? after : before;
}

/** The days before and after one; null where there is none (SPEC.md CAL-6). */
export function daysAround(
  days: readonly LocalDay[],
  day: LocalDay,
): { readonly before: LocalDay | null; readonly after: LocalDay | null } {
  return { before: days[firstFrom(days, day) - 1] ?? null, after: days[firstFrom(days, day + 1)] ?? null };
}

/** The day that a step of a month leads to, or the last one on the way; the same day at the end (SPEC.md CAL-7). */
export function monthStep(days: readonly LocalDay[], day: LocalDay, step: 1 | -1): LocalDay {
  const wanted = monthsLater(day, step);
  const found = step === 1 ? days[firstFrom(days, wanted)] : days[firstFrom(days, wanted + 1) - 1];
  return found ?? days.at(step === 1 ? -1 : 0) ?? day;
}

/** The twelve months that end today, or so many times twelve months earlier (SPEC.md CAL-8). */
export function yearUpTo(today: LocalDay, yearsBack: number): Period {
  let to = today;
  for (let year = 0; year < yearsBack; year += 1) to = twelveMonthsBefore(to) - 1;
  return { from: twelveMonthsBefore(to), to };
}

/**
 * The part of a year that is shown: the year of the first scan begins with that day, and has its last month and the one
 * before at least (SPEC.md CAL-10).
 * @param first day of the first scan; null without one
 */
export function shownYear({ from, to }: Period, first: LocalDay | null): Period {
  if (first === null || first < from || first > to) return { from, to };
  return { from: Math.max(from, Math.min(first, firstOfMonth(to, -1))), to };
}

/** How many years back the year that holds a day ends; 0 for a day that is not before the last year (SPEC.md CAL-8). */
export function yearsBackTo(day: LocalDay, today: LocalDay): number {
  let yearsBack = 0;
  while (yearUpTo(today, yearsBack).from > day) yearsBack += 1;
  return yearsBack;
}

/** A month, or the part of it that lies in a period. */
export interface MonthPart extends Period {
  /** `YYYY-MM` */
  readonly month: string;
}

/** The months of a period, the earliest first (SPEC.md CAL-9). */
export function monthsIn({ from, to }: Period): readonly MonthPart[] {
  const parts: MonthPart[] = [];
  for (let day = from; day <= to;) {
    const end = firstOfMonth(day, 1) - 1;
    parts.push({ month: monthOf(day), from: day, to: Math.min(end, to) });
    day = end + 1;
  }
  return parts;
}

/** The days of a month `YYYY-MM`; null for any other text. */
export function monthPeriod(month: string): Period | null {
  const from = dayFromIso(`${month}-01`);
  return from === null ? null : { from, to: firstOfMonth(from, 1) - 1 };
}

/** The month that a day lies in, `YYYY-MM`. */
export function monthOf(day: LocalDay): string {
  return isoDay(day).slice(0, 7);
}
