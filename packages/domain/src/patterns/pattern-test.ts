import { axisCount, axisIds, type AxisId } from '../axes.ts';
import {
  blockLengthOf,
  blockTimes,
  bunchMeans,
  bunchStarts,
  likenessInBunches,
  shuffleBunches,
} from './block-permutation.ts';
import { itemAt } from '../item-at.ts';
import { isGiven, type Groups, type PatternScan } from './scan-groups.ts';
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
function withoutStep(rows: Float64Array, given: Float64Array | null, at: number): Float64Array {
  const rest = Float64Array.from(rows);
  const count = rows.length / axisCount;
  for (const [from, to] of [
    [0, at],
    [at, count],
  ] as const)
    for (let axis = 0; axis < axisCount; axis += 1) {
      let sum = 0;
      let answers = 0;
      for (let row = from; row < to; row += 1) {
        const weight = given ? itemAt(given, row * axisCount + axis) : 1;
        sum += weight * itemAt(rows, row * axisCount + axis);
        answers += weight;
      }
      const mean = sum / Math.max(1, answers);
      for (let row = from; row < to; row += 1)
        rest[row * axisCount + axis] = itemAt(rows, row * axisCount + axis) - mean;
    }
  return rest;
}

/** Which answers of rows were given, 1 or 0 each; null when all were. */
function givenIn(scans: readonly PatternScan[]): Float64Array | null {
  if (scans.every(({ kept }) => kept.length === 0)) return null;
  return Float64Array.from(scans.flatMap((scan) => axisIds.map((axis) => Number(isGiven(scan, axis)))));
}

/** Adds the rows that stand at positions, axis by axis. */
function addRows(order: Int32Array, positions: readonly number[], rows: Float64Array, sums: Float64Array): void {
  sums.fill(0);
  for (const position of positions) {
    const row = (order[position] ?? 0) * axisCount;
    for (let axis = 0; axis < axisCount; axis += 1) sums[axis] = (sums[axis] ?? 0) + (rows[row + axis] ?? 0);
  }
}

/** Sums of rows by the positions of an order. */
class RowSums {
  readonly inside = new Float64Array(axisCount);
  private readonly without = new Float64Array(axisCount);
  /** Sums from the first row up to, not including, each row. */
  private readonly before: Float64Array;
  private readonly rows: Float64Array;

  constructor(rows: Float64Array) {
    this.rows = rows;
    this.before = new Float64Array(rows.length + axisCount);
  }

  takeOrder(order: Int32Array): void {
    const { rows, before } = this;
    for (let position = 0; position < order.length; position += 1) {
      const row = (order[position] ?? 0) * axisCount;
      const to = (position + 1) * axisCount;
      for (let axis = 0; axis < axisCount; axis += 1)
        before[to + axis] = (before[to - axisCount + axis] ?? 0) + (rows[row + axis] ?? 0);
    }
  }

  takeGroups(order: Int32Array, { inside, without }: Groups): void {
    addRows(order, inside, this.rows, this.inside);
    addRows(order, without, this.rows, this.without);
  }

  /** Of the other side, once the groups are taken. */
  outside(axis: number, { from }: Groups): number {
    const { before, inside, without } = this;
    const all = (before[before.length - axisCount + axis] ?? 0) - (before[from * axisCount + axis] ?? 0);
    return all - (inside[axis] ?? 0) - (without[axis] ?? 0);
  }
}

/** The comparisons of one set of rows, which are put into new orders together. */
class Comparisons {
  private readonly values: RowSums;
  /** How many answers were given; null when all were. */
  private readonly counts: RowSums | null;
  private readonly all: readonly { readonly groups: Groups; readonly axes: readonly number[] }[];

  constructor(rows: Float64Array, given: Float64Array | null, all: readonly Groups[]) {
    this.values = new RowSums(given ? rows.map((value, index) => value * (given[index] ?? 0)) : rows);
    this.counts = given && new RowSums(given);
    this.all = all.map((groups) => ({ groups, axes: groups.axes.map((axis) => axisIds.indexOf(axis)) }));
  }

  /** Writes all differences for an order of the rows, from a place on; returns the place after them. */
  write(order: Int32Array, into: Float64Array, place: number): number {
    const { values, counts } = this;
    values.takeOrder(order);
    counts?.takeOrder(order);
    let next = place;
    for (const { groups, axes } of this.all) {
      values.takeGroups(order, groups);
      counts?.takeGroups(order, groups);
      const within = groups.inside.length;
      const others = order.length - groups.from - within - groups.without.length;
      for (const axis of axes) {
        const [inside, outside] = counts ? [counts.inside[axis] ?? 0, counts.outside(axis, groups)] : [within, others];
        // An order may leave one side without an answer: nothing differs then.
        into[next] =
          inside > 0 && outside > 0 ? (values.inside[axis] ?? 0) / inside - values.outside(axis, groups) / outside : 0;
        next += 1;
      }
    }
    return next;
  }
}

/** A "since then" is reported only where the answers make at least so many blocks. */
const fewestStepBlocks = 10;

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

/**
 * Compares groups of scans with the others, against what chance alone does when whole blocks of answers change their places
 * (SPEC.md CHANCE-1, CHANCE-2).
 * Pauses after every order, so that a page can do something else meanwhile.
 * @param scans in time order
 * @param groups with scans on both sides
 */
export function* differencesOf(
  scans: readonly PatternScan[],
  groups: readonly Groups[],
  { orders, level, seed }: PatternTest,
): Generator<undefined, Differences> {
  // How neighbours resemble each other is told by all that is stored: kept answers resemble the most.
  const rows = rowsOf(scans);
  const given = givenIn(scans);
  yield;
  const steps = groups.filter(({ grouping }) => grouping.kind === 'since');
  const latest = steps.at(-1);
  const residual = latest ? withoutStep(rows, given, scans.length - latest.inside.length) : rows;
  const starts = bunchStarts(scans);
  let length = 0;
  let likeness = 0;
  for (const axis of axisIds.keys()) {
    yield;
    const values = column(residual, axis);
    length = Math.max(length, blockLengthOf([bunchMeans(values, starts)]));
    likeness = Math.max(likeness, likenessInBunches(values, starts));
  }
  const blocks = (starts.length - 1) / length;
  // Each set of rows with the groups whose differences chance makes from it.
  yield;
  const byChance = [
    new Comparisons(
      rows,
      given,
      groups.filter((one) => !steps.includes(one)),
    ),
    ...steps.map((one) => new Comparisons(withoutStep(rows, given, scans.length - one.inside.length), given, [one])),
  ];
  const ordered = [...groups.filter((one) => !steps.includes(one)), ...steps];
  const columns = ordered.reduce((sum, { axes }) => sum + axes.length, 0);

  const random = seededRandom(seed);
  const order = Int32Array.from(scans, (_, index) => index);
  const seen = new Float64Array(columns);
  new Comparisons(rows, given, ordered).write(order, seen, 0);
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
    if (kind === 'since') return blocks < fewestStepBlocks ? Infinity : timesForFew(critical, blocks);
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
