import type { AxisId } from '@nuances/domain/axes';
import { shareOfAxis } from '@nuances/domain/scan/scoring';
import { axisAt, shownTimes, type ChartPoints } from './chart-points.ts';

/** Padding above the highest and below the lowest answer, px; larger in an open chart, which has labels. */
const paddingOf = (height: number) => (height > 100 ? 12 : 4);

interface Dot {
  readonly x: number;
  readonly y: number;
  /** Places of the lowest and the highest answer. */
  readonly low: number;
  readonly high: number;
}

/** Geometry of the chart of one axis. */
export interface ChartPaths {
  /** SVG path through the points of each run. */
  readonly line: string;
  /** SVG path around the area between the lowest and the highest answers; empty when each point is a scan. */
  readonly band: string;
  /** Points that have a dot: each scan, or a week or month without a neighbour. */
  readonly dots: readonly Dot[];
}

/** Position of an answer or mean in a chart of this height, px from its top. */
export function heightOf(value: number, height: number): number {
  const padding = paddingOf(height);
  return tidy(padding + (1 - shareOfAxis(value)) * (height - 2 * padding));
}

/** Position of a time in a chart of this width, px from its left. */
export function placeOf(points: ChartPoints, at: number, width: number): number {
  const [first, last] = shownTimes(points);
  return tidy(((at - first) / (last - first)) * width);
}

/** Line, band and dots of one axis. Nothing is smoothed. */
export function chartPaths(points: ChartPoints, axis: AxisId, width: number, height: number): ChartPaths {
  const runs = points.runs.map((run) =>
    run.map((point) => {
      const { mean, lowest, highest } = axisAt(point, axis);
      return {
        x: placeOf(points, point.at, width),
        y: heightOf(mean, height),
        low: heightOf(lowest, height),
        high: heightOf(highest, height),
      };
    }),
  );
  const lines = runs.filter((run) => run.length > 1);
  const through = (places: readonly string[]) => `M${places.join('L')}`;
  return {
    line: lines.map((run) => through(run.map(({ x, y }) => `${x} ${y}`))).join(''),
    band:
      points.unit === null
        ? ''
        : lines
            .map((run) => [
              ...run.map(({ x, high }) => `${x} ${high}`),
              ...run.toReversed().map(({ x, low }) => `${x} ${low}`),
            ])
            .map((places) => `${through(places)}Z`)
            .join(''),
    dots: runs.flatMap((run) => (points.unit === null || run.length === 1 ? run : [])),
  };
}

function tidy(value: number): number {
  return Math.round(value * 100) / 100;
}
