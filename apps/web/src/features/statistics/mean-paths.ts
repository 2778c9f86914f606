import { axisIds, type AxisId } from '@nuances/domain/axes';
import { itemAt } from '@nuances/domain/item-at';
import { startOfDay } from '@nuances/domain/local-day';
import type { Period } from '@nuances/domain/period';
import { unbrokenRuns, type AxisMean, type MeanSpan } from '@nuances/domain/scan-means';
import { answerMax, answerMin } from '@nuances/domain/scoring';

/** Padding above the highest and below the lowest answer, px; larger in the enlarged chart, which has labels. */
const paddingOf = (height: number) => (height > 100 ? 12 : 4);

/** A week or month with its position in the chart. */
export interface PlacedSpan {
  readonly span: MeanSpan;
  /** Centre, px from the left of the chart. */
  readonly x: number;
}

/** Geometry of the chart of one axis. */
export interface MeanPaths {
  /** SVG path through the means of consecutive spans. */
  readonly line: string;
  /** SVG path around the area between the lowest and the highest answers of these spans. */
  readonly band: string;
  /** Mean, lowest and highest answer of spans without a neighbour, as px. */
  readonly lone: readonly { readonly x: number; readonly y: number; readonly low: number; readonly high: number }[];
}

/** Position of an answer or mean in a chart of this height, px from its top. */
export function heightOf(value: number, height: number): number {
  const padding = paddingOf(height);
  const share = (answerMax - value) / (answerMax - answerMin);
  return tidy(padding + share * (height - 2 * padding));
}

/** Positions of the spans: the centre of their days. Days outside of the period do not count. */
export function placedSpans(spans: readonly MeanSpan[], period: Period, width: number): readonly PlacedSpan[] {
  const begin = startOfDay(period.from);
  const whole = Math.max(1, startOfDay(period.to + 1) - begin);
  return spans.map((span) => {
    const from = startOfDay(Math.max(span.from, period.from));
    const to = startOfDay(Math.min(span.to, period.to) + 1);
    return { span, x: tidy((((from + to) / 2 - begin) / whole) * width) };
  });
}

/** Index of the span nearest to a position; of two equally near the earlier. 0 for an empty list. */
export function nearestSpan(placed: readonly PlacedSpan[], x: number): number {
  let nearest = 0;
  for (const [index, one] of placed.entries())
    if (Math.abs(one.x - x) < Math.abs(itemAt(placed, nearest).x - x)) nearest = index;
  return nearest;
}

function meanAt({ span }: PlacedSpan, axis: AxisId): AxisMean {
  const mean = span.axes[axisIds.indexOf(axis)];
  if (!mean) throw new RangeError(`no mean of ${axis}`);
  return mean;
}

/** Line and band of one axis. A span without scans interrupts both, and nothing is smoothed. */
export function meanPaths(placed: readonly PlacedSpan[], axis: AxisId, height: number): MeanPaths {
  const places = new Map(placed.map((one) => [one.span, one]));
  const runs = unbrokenRuns(placed.map(({ span }) => span)).map((run) =>
    run.flatMap((span) => {
      const one = places.get(span);
      if (!one) return [];
      const { mean, lowest, highest } = meanAt(one, axis);
      return [{ x: one.x, y: heightOf(mean, height), low: heightOf(lowest, height), high: heightOf(highest, height) }];
    }),
  );
  const lines = runs.filter((run) => run.length > 1);
  const through = (points: readonly string[]) => `M${points.join('L')}`;
  return {
    line: lines.map((run) => through(run.map(({ x, y }) => `${x} ${y}`))).join(''),
    band: lines
      .map((run) => [
        ...run.map(({ x, high }) => `${x} ${high}`),
        ...[...run].reverse().map(({ x, low }) => `${x} ${low}`),
      ])
      .map((points) => `${through(points)}Z`)
      .join(''),
    lone: runs.flatMap((run) => (run.length === 1 ? run : [])),
  };
}

function tidy(value: number): number {
  return Math.round(value * 100) / 100;
}
