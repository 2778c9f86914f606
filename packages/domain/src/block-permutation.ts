import { itemAt } from './item-at.ts';
import type { Random } from './seeded-random.ts';

/** Blocks are this many times as long as neighbours resemble each other. */
const blockTimes = 2;
/** Neighbours count as alike above this many standard errors of an autocorrelation. */
const alikeFrom = 1.3;
const shortestBlock = 2;
/** Below this, a variance is left over by rounding. */
const rounding = 1e-9;
/** Resemblance is looked for as far as this, scans. */
const furthest = 300;
/** At least so many blocks, however long neighbours resemble each other. */
const fewestBlocks = 3;

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
  return length;
}

/**
 * Mean length of the blocks in which series may be put into another order without losing how neighbours resemble each
 * other (SPEC.md CHANCE-1): that of the series that needs the longest.
 */
export function blockLengthOf(series: readonly ArrayLike<number>[]): number {
  const longest = Math.max(...series.map(alikeFor));
  const count = Math.max(...series.map(({ length }) => length));
  return Math.max(shortestBlock, Math.min(blockTimes * longest, count / fewestBlocks));
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
