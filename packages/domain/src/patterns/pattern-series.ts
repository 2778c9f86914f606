import { axisCount, axisIds, type AxisId } from '../axes.ts';
import { lastTwelveMonths, wholePeriod } from '../statistics/period.ts';
import { scansIn } from '../statistics/scan-series.ts';
import type { PatternScan } from './scan-groups.ts';

/** Scans whose answers on some axes are compared with each other. */
export interface PatternSeries {
  /** In time order; each has an answer that was given on each of the axes. */
  readonly scans: readonly PatternScan[];
  readonly axes: readonly AxisId[];
}

function givenAnswers(scans: readonly PatternScan[]): number {
  return scans.reduce((sum, { kept }) => sum + axisCount - kept.length, 0);
}

/**
 * The scans that patterns are looked for in: of the twelve months up to the last one, those in which every answer was given,
 * or those with kept answers, whichever have more answers that were given (SPEC.md PATTERN-1).
 */
export function patternScans(scans: readonly PatternScan[]): readonly PatternScan[] {
  const whole = latest(scans.filter(({ kept }) => kept.length === 0));
  const quick = latest(scans.filter(({ kept }) => kept.length > 0));
  return givenAnswers(quick) > givenAnswers(whole) ? quick : whole;
}

function latest(scans: readonly PatternScan[]): readonly PatternScan[] {
  const [first, last] = [scans[0], scans.at(-1)];
  return first && last ? scansIn(scans, lastTwelveMonths(wholePeriod(first.at, last.at))) : [];
}

/** Those of the scans in which an answer of an axis was given. */
export function givenOn(scans: readonly PatternScan[], axis: AxisId): readonly PatternScan[] {
  const index = axisIds.indexOf(axis);
  return scans.some(({ kept }) => kept.length > 0) ? scans.filter(({ kept }) => !kept.includes(index)) : scans;
}

/**
 * What is compared together: all axes of scans in which everything was given, else each axis by itself (SPEC.md PATTERN-1).
 * @param scans of `patternScans`
 */
export function seriesOf(scans: readonly PatternScan[]): readonly PatternSeries[] {
  const [first] = scans;
  if (!first || first.kept.length === 0) return [{ scans, axes: axisIds }];
  return axisIds.map((axis) => ({ scans: givenOn(scans, axis), axes: [axis] }));
}

/** The series with the most scans: what it lacks, all lack. */
export function fullestSeries(scans: readonly PatternScan[]): PatternSeries {
  return seriesOf(scans).reduce((one, other) => (other.scans.length > one.scans.length ? other : one));
}
