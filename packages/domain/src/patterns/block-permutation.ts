import { itemAt } from '../item-at.ts';
import { limits } from '../limits.ts';
import { dayOf } from '../local-day.ts';
import type { Random } from '../seeded-random.ts';

/** Blocks are this many times as long as neighbours resemble each other. */
export const blockTimes = 2;
/** Neighbours count as alike above this many standard errors of an autocorrelation. */
const alikeFrom = 1.3;
const shortestBlock = 2;
/** A mean that is taken off hides some of the likeness: so many lengths of likeness, of all, before and after a step. */
const hiddenByMeans = 4;
/** Below this, a variance is left over by rounding. */
const rounding = 1e-9;
/** Resemblance is looked for as far as this, bunches. */
const furthest = 300;
/** At least so many blocks, however long neighbours resemble each other. */
const fewestBlocks = 3;
/** With fewer second scans in bunches, how alike they are cannot be told: they then count as the same. */
const fewestRepeats = 8;

/** How many values after one another carry the information of a single one; 1 when each is by itself. */
function alikeFor(values: ArrayLike<number>): number {
  const count = values.length;
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += itemAt(values, index);
  const mean = sum / count;
  const off = Float64Array.from(values, (value) => value - mean);
  const spread = off.reduce((squares, one) => squares + one * one, 0);
  if (spread < count * rounding) return 1;
  let length = 1;
  for (let lag = 1; lag < Math.min(count / fewestBlocks, furthest); lag += 1) {
    let together = 0;
    for (let index = lag; index < count; index += 1) together += itemAt(off, index) * itemAt(off, index - lag);
    const correlation = together / spread;
    if (correlation < alikeFrom / Math.sqrt(count)) break;
    length += 2 * correlation;
  }
  return length / Math.max(1 / furthest, 1 - (hiddenByMeans * (length - 1)) / count);
}

/**
 * Mean length of the blocks in which series may be put into another order without losing how neighbours resemble each
 * other (SPEC.md CHANCE-1): that of the series that needs the longest.
 */
export function blockLengthOf(series: readonly ArrayLike<number>[]): number {
  const longest = Math.max(...series.map(alikeFor));
  const count = Math.max(...series.map(({ length }) => length));
  return Math.max(shortestBlock, atMostThird(blockTimes * longest, count));
}

/** A length of blocks of which so many values make three at least. */
export function atMostThird(length: number, count: number): number {
  return Math.min(length, count / fewestBlocks);
}

/**
 * Writes a new order of the positions 0 to `order.length - 1`: the series begins at a random place, is cut into blocks of
 * about `length`, and the blocks are shuffled (SPEC.md CHANCE-1).
 */
export function shuffleBlocks(order: Int32Array, length: number, random: Random): void {
  const count = order.length;
  const turn = Math.floor(random() * count);
  const starts = [0];
  for (let at = 0; ;) {
    at += Math.max(1, Math.round(length * (0.5 + random())));
    if (at >= count) break;
    starts.push(at);
  }
  const blocks = starts.map((from, index) => ({ from, to: starts[index + 1] ?? count }));
  for (let last = blocks.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const kept = itemAt(blocks, last);
    blocks[last] = itemAt(blocks, other);
    blocks[other] = kept;
  }
  let position = 0;
  for (const { from, to } of blocks)
    for (let index = from; index < to; index += 1) {
      order[position] = (index + turn) % count;
      position += 1;
    }
}

/** When a scan was made, for whom it counts and when it was told. */
export interface ToldScan {
  /** Moment it counts for, milliseconds since 1970. */
  readonly at: number;
  /** Moment the server received it; that of the scan while it is on the device only. */
  readonly receivedAt: number;
}

/** Scans that were told within this time come from one mood, whatever days they count for. */
const oneSittingMs = 3_600_000;
const daysBackMs = limits.daysBack * 86_400_000;

/** Whether a scan was told at once or for a day that was still open; an import tells years in one moment. */
function isToldInTime({ at, receivedAt }: ToldScan): boolean {
  return receivedAt - at <= daysBackMs;
}

function isSameBunch(one: ToldScan, next: ToldScan): boolean {
  if (dayOf(one.at) === dayOf(next.at)) return true;
  return isToldInTime(one) && isToldInTime(next) && Math.abs(one.receivedAt - next.receivedAt) <= oneSittingMs;
}

/**
 * The index of the first scan of each bunch, and, last, the number of scans. A bunch is the scans of one day, or of several
 * days that were told in one sitting (SPEC.md CHANCE-1).
 * @param scans in time order
 */
export function bunchStarts(scans: readonly ToldScan[]): Int32Array {
  const starts = scans.flatMap((scan, index) => {
    const before = scans[index - 1];
    return before && isSameBunch(before, scan) ? [] : [index];
  });
  return Int32Array.of(...starts, scans.length);
}

function squaresAround(values: ArrayLike<number>, from: number, to: number): { mean: number; squares: number } {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += itemAt(values, index);
  const mean = sum / (to - from);
  let squares = 0;
  for (let index = from; index < to; index += 1) squares += (itemAt(values, index) - mean) ** 2;
  return { mean, squares };
}

/** The mean of the values of each bunch. */
export function bunchMeans(values: ArrayLike<number>, starts: Int32Array): Float64Array {
  return Float64Array.from(
    { length: starts.length - 1 },
    (_, bunch) => squaresAround(values, itemAt(starts, bunch), itemAt(starts, bunch + 1)).mean,
  );
}

/**
 * How much the scans of a bunch resemble each other: their intraclass correlation, from 0 for not at all to 1 for the same
 * (SPEC.md CHANCE-1); 1 also when too few bunches have several.
 */
export function likenessInBunches(values: ArrayLike<number>, starts: Int32Array): number {
  const count = values.length;
  const repeats = count - (starts.length - 1);
  const total = squaresAround(values, 0, count).squares / (count - 1);
  if (repeats < fewestRepeats || total < rounding) return 1;
  let squares = 0;
  for (let bunch = 0; bunch + 1 < starts.length; bunch += 1)
    squares += squaresAround(values, itemAt(starts, bunch), itemAt(starts, bunch + 1)).squares;
  return Math.min(1, Math.max(0, 1 - squares / repeats / total));
}

/** How bunches change their places. */
export interface BunchShuffle {
  /** Mean length of the blocks, bunches. */
  readonly length: number;
  /** How much the scans of one bunch resemble each other, from 0 to 1. */
  readonly likeness: number;
}

/**
 * Writes which scan stands at the place of each scan when blocks of whole bunches change their places: each place gets the
 * scans of one bunch. Where that has fewer, each missing one is a scan of it once more, or one of any bunch, so often that
 * they resemble each other as the scans of one bunch do (SPEC.md CHANCE-1).
 */
export function shuffleBunches(
  order: Int32Array,
  starts: Int32Array,
  { length, likeness }: BunchShuffle,
  random: Random,
): void {
  const bunches = new Int32Array(starts.length - 1);
  shuffleBlocks(bunches, length, random);
  for (let place = 0; place < bunches.length; place += 1) {
    const from = itemAt(starts, itemAt(bunches, place));
    const own = itemAt(starts, itemAt(bunches, place) + 1) - from;
    const first = itemAt(starts, place);
    const count = itemAt(starts, place + 1) - first;
    const turn = own === 1 ? 0 : Math.floor(random() * own);
    for (let index = 0; index < count; index += 1) {
      if (index < own) order[first + index] = from + ((turn + index) % own);
      // A Blackwell–MacQueen urn: two draws are the same scan with a probability equal to the likeness.
      else if (random() * (1 + (index - 1) * likeness) < index * likeness)
        order[first + index] = itemAt(order, first + Math.floor(random() * index));
      else order[first + index] = Math.floor(random() * order.length);
    }
  }
}
