import { axisCount, axisIds, type AxisId } from '../axes.ts';
import {
  atMostThird,
  blockLengthOf,
  blockTimes,
  bunchMeans,
  bunchStarts,
  type BunchShuffle,
  likenessInBunches,
  shuffleBunches,
  type ToldScan,
} from './block-permutation.ts';
import { itemAt } from '../item-at.ts';
import type { Groups } from './scan-groups.ts';
import type { TimedScan } from '../statistics/scan-series.ts';
import { answerOf } from '../scan/scoring.ts';
import { seededRandom } from '../seeded-random.ts';

// Reads by index stay inside of their typed arrays: `?? 0` is for the types only, because these loops run a thousand times.

/** How a test is made. */
export interface PatternTest {
  /** Orders of the answers that are tried. */
  readonly orders: number;
  /** Share of people without any pattern of whom one may be shown (SPEC.md CHANCE-2). */
  readonly level: number;
  readonly seed: number;
}

/** The mean of one axis inside a group, compared with that outside. */
export interface Difference {
  readonly groups: Groups;
  readonly axis: AxisId;
  /** Mean inside less mean outside. */
  readonly delta: number;
  /** How far chance alone moves it, one standard deviation. */
  readonly deviation: number;
}

/** What was compared, and how many deviations a difference must have so that it stands out among all of them. */
export interface Differences {
  readonly differences: readonly Difference[];
  readonly critical: number;
}

export interface Compared {
  /** In time order. */
  readonly scans: readonly (TimedScan & ToldScan)[];
  /** With scans on both sides. */
  readonly groups: readonly Groups[];
}

/** Answers of scans, one row after another. */
function rowsOf(scans: readonly TimedScan[]): Float64Array {
  return Float64Array.from(scans.flatMap(({ answers }) => axisIds.map((axis) => answerOf(answers, axis))));
}

function column(rows: Float64Array, axis: number): Float64Array {
  return Float64Array.from({ length: rows.length / axisCount }, (_, index) => itemAt(rows, index * axisCount + axis));
}

/**
 * The rows without the step at a row: each part less its own mean. What a step is compared with must not contain it, and
 * neighbours look alike across a step even where they are not (SPEC.md CHANCE-1).
 */
function withoutStep(rows: Float64Array, at: number): Float64Array {
  const rest = Float64Array.from(rows);
  const count = rows.length / axisCount;
  for (const [from, to] of [
    [0, at],
    [at, count],
  ] as const)
    for (let axis = 0; axis < axisCount; axis += 1) {
      let sum = 0;
      for (let row = from; row < to; row += 1) sum += itemAt(rows, row * axisCount + axis);
      const mean = sum / Math.max(1, to - from);
      for (let row = from; row < to; row += 1)
        rest[row * axisCount + axis] = itemAt(rows, row * axisCount + axis) - mean;
    }
  return rest;
}

/** Sums of the rows that stand at some positions of an order, by axis. */
function addRows(rows: Float64Array, order: Int32Array, positions: readonly number[], sums: Float64Array): void {
  sums.fill(0);
  for (const position of positions) {
    const row = (order[position] ?? 0) * axisCount;
    for (let axis = 0; axis < axisCount; axis += 1) sums[axis] = (sums[axis] ?? 0) + (rows[row + axis] ?? 0);
  }
}

/** The comparisons of one set of rows, which are put into new orders together. */
class Comparisons {
  private readonly sums = new Float64Array(axisCount);
  private readonly left = new Float64Array(axisCount);
  /** Sums of the rows in their present order, from the first row up to, not including, each row. */
  private readonly before: Float64Array;
  private readonly rows: Float64Array;
  private readonly all: readonly (Groups & { readonly columns: readonly number[] })[];

  constructor(rows: Float64Array, all: readonly Groups[]) {
    this.rows = rows;
    this.all = all.map((one) => ({ ...one, columns: one.axes.map((axis) => axisIds.indexOf(axis)) }));
    this.before = new Float64Array(rows.length + axisCount);
  }

  /** Writes all differences for an order of the rows, from a place on; returns the place after them. */
  write(order: Int32Array, into: Float64Array, place: number): number {
    const { rows, before, sums, left } = this;
    const count = order.length;
    for (let position = 0; position < count; position += 1) {
      const row = (order[position] ?? 0) * axisCount;
      const to = (position + 1) * axisCount;
      for (let axis = 0; axis < axisCount; axis += 1)
        before[to + axis] = (before[to - axisCount + axis] ?? 0) + (rows[row + axis] ?? 0);
    }
    let next = place;
    for (const { inside, from, without, columns } of this.all) {
      addRows(rows, order, inside, sums);
      addRows(rows, order, without, left);
      const within = inside.length;
      const outside = count - from - within - without.length;
      for (const axis of columns) {
        const sum = sums[axis] ?? 0;
        const total = (before[count * axisCount + axis] ?? 0) - (before[from * axisCount + axis] ?? 0);
        into[next] = sum / within - (total - sum - (left[axis] ?? 0)) / outside;
        next += 1;
      }
    }
    return next;
  }
}

/** Fewer blocks have too few orders: a "since then", or an axis by itself, is not reported. */
const fewestBlocks = 10;

/**
 * How many times wider a deviation is that was found from so many independent pieces, less two means: a quantile of
 * Student's distribution over that of the normal one, by the approximation of D. L. Wallace.
 */
function timesForFew(normal: number, pieces: number): number {
  const freedom = pieces - 2;
  if (freedom <= 1) return Infinity;
  const scale = (freedom - 5 / 6) / (freedom - 2 / 3 + 1 / (10 * freedom)) ** 2;
  const student = Math.sqrt(freedom * (Math.exp(normal * normal * scale) - 1));
  return (student / normal) * Math.sqrt(pieces / freedom);
}

/**
 * How many independent pairs of values two series make that last as long as such blocks say: M. S. Bartlett's number for
 * a correlation, of which a mood that fades evenly leaves this.
 */
function piecesOfPairs(count: number, length: number): number {
  const alike = Math.max(1, length / blockTimes);
  return (2 * count) / (alike + 1 / alike);
}

/** Root of the mean square of every column of a table, down its rows. */
function deviationsOf(table: Float64Array, columns: number): Float64Array {
  const squares = new Float64Array(columns);
  for (let index = 0; index < table.length; index += 1)
    squares[index % columns] = (squares[index % columns] ?? 0) + (table[index] ?? 0) ** 2;
  return squares.map((sum) => Math.sqrt((sum * columns) / table.length));
}

/** How many deviations the largest of all differences has in each order, rising. */
function largestOf(table: Float64Array, deviations: Float64Array): Float64Array {
  const columns = deviations.length;
  const largest = new Float64Array(table.length / columns);
  for (let order = 0; order < largest.length; order += 1)
    for (let index = 0; index < columns; index += 1) {
      const deviation = deviations[index] ?? 0;
      const size = deviation > 0 ? Math.abs(table[order * columns + index] ?? 0) / deviation : 0;
      if (size > (largest[order] ?? 0)) largest[order] = size;
    }
  return largest.sort();
}

/** Groups with a chosen day. */
const stepsIn = (groups: readonly Groups[]) => groups.filter(({ grouping }) => grouping.kind === 'since');

/** How long, in bunches, and how much scans resemble each other: of the axis with the most (SPEC.md CHANCE-1). */
export function* resemblanceOf({ scans, groups }: Compared): Generator<undefined, BunchShuffle> {
  const rows = rowsOf(scans);
  yield;
  const latest = stepsIn(groups).at(-1);
  const residual = latest ? withoutStep(rows, scans.length - latest.inside.length) : rows;
  const starts = bunchStarts(scans);
  let length = 0;
  let likeness = 0;
  for (const axis of axisIds.filter((one) => groups.some(({ axes }) => axes.includes(one)))) {
    yield;
    const values = column(residual, axisIds.indexOf(axis));
    length = Math.max(length, blockLengthOf([bunchMeans(values, starts)]));
    likeness = Math.max(likeness, likenessInBunches(values, starts));
  }
  return { length, likeness };
}

function blocksOf(starts: Int32Array, longest: number): { readonly length: number; readonly blocks: number } {
  const length = atMostThird(longest, starts.length - 1);
  return { length, blocks: (starts.length - 1) / length };
}

/** Whether scans make enough blocks for a part of the level: with few, the same orders come again and again. */
export function hasBlocks(scans: readonly ToldScan[], { length }: BunchShuffle): boolean {
  return blocksOf(bunchStarts(scans), length).blocks >= fewestBlocks;
}

/**
 * Compares groups of scans with the others, against what chance alone does when whole blocks of answers change their places
 * (SPEC.md CHANCE-1, CHANCE-2).
 * Pauses after every order, so that a page can do something else meanwhile.
 */
export function* differencesOf(
  { scans, groups }: Compared,
  { length: longest, likeness }: BunchShuffle,
  { orders, level, seed }: PatternTest,
): Generator<undefined, Differences> {
  const rows = rowsOf(scans);
  yield;
  const steps = stepsIn(groups);
  const starts = bunchStarts(scans);
  const { length, blocks } = blocksOf(starts, longest);
  // Each set of rows with the groups whose differences chance makes from it.
  const byChance = [
    new Comparisons(
      rows,
      groups.filter((one) => !steps.includes(one)),
    ),
    ...steps.map((one) => new Comparisons(withoutStep(rows, scans.length - one.inside.length), [one])),
  ];
  const ordered = [...groups.filter((one) => !steps.includes(one)), ...steps];
  const columns = ordered.reduce((sum, { axes }) => sum + axes.length, 0);

  const random = seededRandom(seed);
  const order = Int32Array.from(scans, (_, index) => index);
  const seen = new Float64Array(columns);
  new Comparisons(rows, ordered).write(order, seen, 0);
  const table = new Float64Array(orders * columns);
  for (let index = 0; index < orders; index += 1) {
    shuffleBunches(order, starts, { length, likeness }, random);
    byChance.reduce((place, comparisons) => comparisons.write(order, table, place), index * columns);
    yield;
  }
  const deviations = deviationsOf(table, columns);
  const largest = largestOf(table, deviations);
  const critical = itemAt(largest, Math.min(orders - 1, Math.ceil((1 - level) * (orders + 1)) - 1));
  const timesFor = ({ grouping: { kind } }: Groups): number => {
    if (kind === 'since') return blocks < fewestBlocks ? Infinity : timesForFew(critical, blocks);
    return kind === 'together' ? timesForFew(critical, piecesOfPairs(starts.length - 1, length)) : 1;
  };
  const differences = ordered
    .flatMap((one) => one.axes.map((axis) => ({ groups: one, axis })))
    .map((one, index) => ({
      ...one,
      delta: itemAt(seen, index),
      deviation: itemAt(deviations, index) * timesFor(one.groups),
    }));
  return { differences, critical };
}
