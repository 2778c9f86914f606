import { axisIds, type AxisId } from '@nuances/domain/axes';
import { itemAt } from '@nuances/domain/item-at';
import { startOfDay } from '@nuances/domain/local-day';
import type { Period } from '@nuances/domain/statistics/period';
import {
  meanSpans,
  unbrokenRuns,
  type AxisMean,
  type MeanSpan,
  type MeanUnit,
} from '@nuances/domain/statistics/scan-means';
import type { TimedScan } from '@nuances/domain/statistics/scan-series';
import { answerOf } from '@nuances/domain/scan/scoring';
import type { DatedScan } from '../../i18n/scan-time.ts';
import { timeSpan } from './time-span.ts';

/** A point of each of the seven lines: the answers of a scan, or the means of a week or month. */
export interface ChartPoint {
  /** Its place on the time axis, ms since 1970. */
  readonly at: number;
  /** The moment that names it: of the scan, or the beginning of the week or month. */
  readonly from: number;
  /** When it is over: the end of the week or month. */
  readonly until: number;
  /** In data order; for a scan, mean, lowest and highest are its answer. */
  readonly axes: readonly AxisMean[];
}

/** What the charts draw of a period. */
export interface ChartPoints {
  /** What the points are means of; null when each is a scan. */
  readonly unit: MeanUnit | null;
  /** Both ends of the time axis, ms since 1970; the same for a single moment. */
  readonly first: number;
  readonly last: number;
  /** Whether the hour of each point was given. */
  readonly hasHours: boolean;
  /** Points in time order; a line joins only those of one run. */
  readonly runs: readonly (readonly ChartPoint[])[];
}

/** If the time axis is one moment, charts show this many milliseconds before and after it (half a day). */
const halfDayMs = 43_200_000;

/**
 * The points of a period: each scan, or its weeks or months. A week that the period cuts is in the middle of the days
 * that are left.
 * @param scans of the period, at least one, in time order
 */
export function chartPoints(scans: readonly DatedScan[], period: Period, unit: MeanUnit | null): ChartPoints {
  if (unit === null) {
    const [first, last] = timeSpan(scans);
    const hasHours = scans.every(({ moment }) => moment === 'exact');
    return { unit, first, last, hasHours, runs: [scans.map(scanPoint)] };
  }
  const spanPoint = ({ from, to, axes }: MeanSpan): ChartPoint => {
    const begin = startOfDay(Math.max(from, period.from));
    const end = startOfDay(Math.min(to, period.to) + 1);
    return { at: (begin + end) / 2, from: startOfDay(from), until: startOfDay(to + 1), axes };
  };
  return {
    unit,
    first: startOfDay(period.from),
    // The last moment of the last day, so that it is named after that day.
    last: startOfDay(period.to + 1) - 1,
    hasHours: false,
    runs: unbrokenRuns(meanSpans(scans, unit)).map((run) => run.map(spanPoint)),
  };
}

function scanPoint({ at, answers }: TimedScan): ChartPoint {
  const axes = axisIds.map((axis) => {
    const answer = answerOf(answers, axis);
    return { axis, mean: answer, lowest: answer, highest: answer };
  });
  return { at, from: at, until: at, axes };
}

/** Value of one axis at a point. */
export function axisAt({ axes }: ChartPoint, axis: AxisId): AxisMean {
  return itemAt(axes, axisIds.indexOf(axis));
}

/** First and last moment that a chart shows. */
export function shownTimes({ first, last }: ChartPoints): readonly [first: number, last: number] {
  return first === last ? [first - halfDayMs, last + halfDayMs] : [first, last];
}
