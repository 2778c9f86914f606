import { axisIds, type AxisId } from './axes.ts';
import { cutText } from './cut-text.ts';
import { dayOf } from './local-day.ts';
import type { Period } from './statistics/period.ts';
import { meanSpans, spanOf, type MeanSpan, type MeanUnit } from './statistics/scan-means.ts';
import { usualRanges } from './patterns/scan-patterns.ts';
import { scansIn, type TimedScan } from './statistics/scan-series.ts';
import { answerOf, polarityOf } from './scan/scoring.ts';
import type { AnswerRange } from './statistics/usual-range.ts';

/** Bounds of the page for a consultation. */
export const consultationLimits = {
  /** Scans that a page needs (SPEC.md CONSULT-1). */
  scans: 2,
  /** Longest period whose line goes by weeks: a leap year, days (SPEC.md CONSULT-3). */
  weeksUpToDays: 366,
  /** Notes that may be named (SPEC.md CONSULT-4). */
  notes: 5,
  /** Characters of a title (SPEC.md CONSULT-4). */
  title: 60,
} as const;

/** One axis over the period. */
export interface ConsultationAxis {
  readonly axis: AxisId;
  readonly mean: number;
  readonly usual: AnswerRange;
  /** Answers on the side of the left pole, 1 to 5. */
  readonly left: number;
  /** Answers on the side of the right pole, 6 to 10. */
  readonly right: number;
}

export interface ConsultationFigures {
  readonly period: Period;
  readonly scans: number;
  /** Days with a scan. */
  readonly days: number;
  /** Days of the calendar in the period. */
  readonly calendarDays: number;
  /** In data order. */
  readonly axes: readonly ConsultationAxis[];
  readonly unit: MeanUnit;
  /** Every week or month that the period touches, in time order. */
  readonly units: readonly Period[];
  /** Those of them that have scans. */
  readonly spans: readonly MeanSpan[];
}

/** Every week or month that a period touches. */
function unitsOf({ from, to }: Period, unit: MeanUnit): readonly Period[] {
  const units: Period[] = [];
  for (let one = spanOf(from, unit); one.from <= to; one = spanOf(one.to + 1, unit)) units.push(one);
  return units;
}

/**
 * What a page for a consultation says of a period; null with too few scans in it (SPEC.md CONSULT-1 to CONSULT-3).
 * @param scans in time order
 */
export function consultationFigures(scans: readonly TimedScan[], period: Period): ConsultationFigures | null {
  const own = scansIn(scans, period);
  if (own.length < consultationLimits.scans) return null;
  const calendarDays = period.to - period.from + 1;
  const unit = calendarDays > consultationLimits.weeksUpToDays ? 'month' : 'week';
  const leftAnswers = (axis: AxisId) =>
    own.filter(({ answers }) => polarityOf(answerOf(answers, axis)) === 'negative').length;
  return {
    period,
    scans: own.length,
    days: new Set(own.map(({ at }) => dayOf(at))).size,
    calendarDays,
    axes: usualRanges(() => own).map(({ axis, mean, usual }) => {
      const left = leftAnswers(axis);
      return { axis, mean, usual, left, right: own.length - left };
    }),
    unit,
    units: unitsOf(period, unit),
    spans: meanSpans(own, unit),
  };
}

/** The mean of one axis in each week or month of a page; null where there is no scan (SPEC.md CONSULT-3). */
export function unitMeans({ units, spans }: ConsultationFigures, axis: AxisId): readonly (number | null)[] {
  const index = axisIds.indexOf(axis);
  const means = new Map(spans.map(({ from, axes }) => [from, axes[index]?.mean ?? null]));
  return units.map(({ from }) => means.get(from) ?? null);
}

/**
 * A title as it stands on the page, cut where it has no room (SPEC.md CONSULT-4, NOTE-6).
 * @param fits whether a text has room; a shorter text must fit where a longer one does
 */
export function cutTitle(title: string, fits: (text: string) => boolean): string {
  return cutText(title, (text) => text.length <= consultationLimits.title && fits(text));
}
