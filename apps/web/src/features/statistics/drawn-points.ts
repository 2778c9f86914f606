import { axisIds } from '@nuances/domain/axes';
import { itemAt } from '@nuances/domain/item-at';
import type { TimedScan } from '@nuances/domain/scan-series';
import { answerOf } from '@nuances/domain/scoring';
import { thinned, typicalPoints } from '@nuances/domain/thinning';

/** Px between two points of a line: where all still fit, and for long series, so that lines stay apart. */
const pointRoom = 12;
const calmRoom = 20;
/** Lines are calm from this many times as many scans as fit. */
const calmFrom = 4;
/** Px that a marker wants for itself. */
const markerRoom = 18;
/** Points that even the narrowest chart draws. */
const fewest = 12;

/**
 * Which scans each line is drawn through, by their index in the period, one list an axis in data order. Short series
 * keep all; of long ones each line keeps the points that make its shape, and of very long ones the shape of what is
 * typical. Every answer that a line shows is a real one.
 * @param width of the chart's inside, px
 */
export function drawnScans(scans: readonly TimedScan[], width: number): readonly (readonly number[])[] {
  const fitting = width / pointRoom;
  // Fewer and fewer, so that one scan more never changes the whole picture.
  const crowd = Math.min(1, Math.max(0, (scans.length / fitting - 1) / (calmFrom - 1)));
  const count = Math.max(fewest, Math.round(fitting + (width / calmRoom - fitting) * crowd));
  const xs = Float64Array.from(scans, ({ at }) => at);
  return axisIds.map((axis) => {
    const ys = Float64Array.from(scans, ({ answers }) => answerOf(answers, axis));
    const typical = typicalPoints({ xs, ys }, 2 * count);
    const points = typical.map((index) => itemAt(scans, index));
    const rest = { xs: points.map(({ at }) => at), ys: points.map(({ answers }) => answerOf(answers, axis)) };
    return thinned(rest, count).map((place) => itemAt(typical, place));
  });
}

/** The list with one more index at its place: a line always passes through the answers that are shown. */
export function withIndex(indices: readonly number[], index: number): readonly number[] {
  const after = indices.findIndex((other) => other >= index);
  if (after === -1) return [...indices, index];
  return indices[after] === index ? indices : [...indices.slice(0, after), index, ...indices.slice(after)];
}

/** The points that carry a marker: the last one, and as many before it as have room. In the order they are given. */
export function markedPoints<P extends { readonly x: number }>(points: readonly P[]): P[] {
  const marked: P[] = [];
  for (const point of [...points].reverse()) {
    const next = marked.at(-1);
    if (!next || next.x - point.x >= markerRoom) marked.push(point);
  }
  return marked.reverse();
}

/** Whether some line is drawn with fewer points than there are scans. */
export function isThinned(scans: readonly TimedScan[], drawn: readonly (readonly number[])[]): boolean {
  return drawn.some((line) => line.length < scans.length);
}
