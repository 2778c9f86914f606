import { axisIds, type AxisId } from '../axes.ts';
import { dayOf, firstOfMonth, mondayOf, startOfDay, type LocalDay } from '../local-day.ts';
import type { Period } from './period.ts';
import type { TimedScan } from './scan-series.ts';
import { answerOf } from '../scan/scoring.ts';

/** Up to so many scans in a period each one has its own point; more are averaged by weeks or months (SPEC.md MEAN-2). */
export const singlePointsMax = 40;

export type MeanUnit = 'week' | 'month';

/** Longest period that is averaged by weeks: two years, one of them a leap year, days. */
const weeksUpToDays = 365 + 366;

/** What one axis was in a week or month. */
export interface AxisMean {
  readonly axis: AxisId;
  readonly mean: number;
  readonly lowest: number;
  readonly highest: number;
}

/** A week or month with at least one scan. */
export interface MeanSpan<Scan extends TimedScan = TimedScan> extends Period {
  /** Its scans, in time order. */
  readonly scans: readonly Scan[];
  /** In data order. */
  readonly axes: readonly AxisMean[];
}

/** Weeks, or months for a period of more than two years (SPEC.md MEAN-2). */
export function unitOf({ from, to }: Period): MeanUnit {
  return to - from + 1 > weeksUpToDays ? 'month' : 'week';
}

/** The calendar week or month that a day belongs to (SPEC.md WEEK-1). */
export function spanOf(day: LocalDay, unit: MeanUnit): Period {
  if (unit === 'month') return { from: firstOfMonth(day), to: firstOfMonth(day, 1) - 1 };
  const from = mondayOf(day);
  return { from, to: from + 6 };
}

function axisMean(axis: AxisId, scans: readonly TimedScan[]): AxisMean {
  let sum = 0;
  let lowest = Infinity;
  let highest = -Infinity;
  for (const { answers } of scans) {
    const answer = answerOf(answers, axis);
    sum += answer;
    lowest = Math.min(lowest, answer);
    highest = Math.max(highest, answer);
  }
  return { axis, mean: sum / scans.length, lowest, highest };
}

/** Mean, lowest and highest answer of every axis over scans, in data order; at least one scan (SPEC.md MEAN-1). */
function axisMeans(scans: readonly TimedScan[]): AxisMean[] {
  return axisIds.map((axis) => axisMean(axis, scans));
}

/**
 * The weeks or months that have scans, in time order; those without are left out (SPEC.md MEAN-1).
 * @param scans in time order
 */
export function meanSpans<Scan extends TimedScan>(scans: readonly Scan[], unit: MeanUnit): MeanSpan<Scan>[] {
  const groups: { span: Period; scans: Scan[] }[] = [];
  // Asking for the day of a moment costs far more than a comparison, and many scans share a span.
  let end = -Infinity;
  for (const scan of scans) {
    const last = groups.at(-1);
    if (last && scan.at < end) last.scans.push(scan);
    else {
      const span = spanOf(dayOf(scan.at), unit);
      groups.push({ span, scans: [scan] });
      end = startOfDay(span.to + 1);
    }
  }
  return groups.map(({ span, scans: own }) => ({ ...span, scans: own, axes: axisMeans(own) }));
}

/**
 * The same spans in runs that follow each other without a gap: only within a run may a line be drawn
 * (SPEC.md MEAN-1).
 */
export function unbrokenRuns<Span extends Period>(spans: readonly Span[]): Span[][] {
  const runs: Span[][] = [];
  for (const span of spans) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && before.to + 1 === span.from) run.push(span);
    else runs.push([span]);
  }
  return runs;
}
