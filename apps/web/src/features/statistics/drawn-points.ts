import { axisIds } from '@nuances/domain/axes';
import { itemAt } from '@nuances/domain/item-at';
import type { TimedScan } from '@nuances/domain/scan-series';
import { answerOf } from '@nuances/domain/scoring';
import { thinned, typicalPoints } from '@nuances/domain/thinning';

/**
 * Px between two points of a line: the minimum, and the larger distance for long series, so that the lines stay
 * legible.
 */
const minSpacing = 12;
const denseSpacing = 20;
/** Number of scans, as a multiple of those that fit, from which the larger distance applies in full. */
const denseFrom = 4;
/** Minimum px between two markers. */
const markerSpacing = 18;
/** Points that are drawn even in the narrowest chart. */
const fewest = 12;

/**
 * For each axis, in data order, the indices of the scans that its line is drawn through. Short series keep all scans.
 * Long series are reduced to the points that preserve the shape of the line; very long ones are reduced to typical
 * points first. All points are real answers, never means.
 * @param width inner width of the chart, px
 */
export function drawnScans(scans: readonly TimedScan[], width: number): readonly (readonly number[])[] {
  const fitting = width / minSpacing;
  // The distance grows gradually: one more scan never changes the whole drawing.
  const density = Math.min(1, Math.max(0, (scans.length / fitting - 1) / (denseFrom - 1)));
  const count = Math.max(fewest, Math.round(fitting + (width / denseSpacing - fitting) * density));
  const xs = Float64Array.from(scans, ({ at }) => at);
  return axisIds.map((axis) => {
    const ys = Float64Array.from(scans, ({ answers }) => answerOf(answers, axis));
    const typical = typicalPoints({ xs, ys }, 2 * count);
    const points = typical.map((index) => itemAt(scans, index));
    const rest = { xs: points.map(({ at }) => at), ys: points.map(({ answers }) => answerOf(answers, axis)) };
    return thinned(rest, count).map((place) => itemAt(typical, place));
  });
}

/** Inserts an index into the sorted list, so that a line passes through the answers of the shown scan. */
export function withIndex(indices: readonly number[], index: number): readonly number[] {
  const after = indices.findIndex((other) => other >= index);
  if (after === -1) return [...indices, index];
  return indices[after] === index ? indices : [...indices.slice(0, after), index, ...indices.slice(after)];
}

/** The points that get a marker: the last one, and those before it that have enough distance. Keeps the given order. */
export function markedPoints<P extends { readonly x: number }>(points: readonly P[]): P[] {
  const marked: P[] = [];
  for (const point of [...points].reverse()) {
    const next = marked.at(-1);
    if (!next || next.x - point.x >= markerSpacing) marked.push(point);
  }
  return marked.reverse();
}

/** Whether any line is drawn with fewer points than there are scans. */
export function isThinned(scans: readonly TimedScan[], drawn: readonly (readonly number[])[]): boolean {
  return drawn.some((line) => line.length < scans.length);
}
