import { itemAt } from './item-at.ts';

/** A line as two lists of numbers of the same length, in order of x. */
export interface Line {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
}

/**
 * Indices of at most `count` points that preserve the shape of a line, by the largest-triangle-three-buckets method of
 * S. Steinarsson: the first and the last point, and of each bucket between them the point that spans the largest
 * triangle with the previously chosen point and the mean of the next bucket. For drawing only: statistics are computed
 * from the whole series (SPEC.md THIN-1).
 * @param count at least 3
 */
export function thinned({ xs, ys }: Line, count: number): number[] {
  if (xs.length <= count) return Array.from(xs, (_, index) => index);
  const begin = bucketsOf(xs.length, count - 2);
  let before = 0;
  const kept = [before];
  for (let bucket = 0; bucket < count - 2; bucket += 1) {
    const [ax, ay] = [itemAt(xs, before), itemAt(ys, before)];
    const [from, to] = [begin(bucket + 1), bucket === count - 3 ? xs.length : begin(bucket + 2)];
    const [cx, cy] = [mean(xs, from, to), mean(ys, from, to)];
    let chosen = begin(bucket);
    let largest = -1;
    for (let index = chosen; index < from; index += 1) {
      const area = Math.abs((ax - cx) * (itemAt(ys, index) - ay) - (ax - itemAt(xs, index)) * (cy - ay));
      if (area > largest) {
        largest = area;
        chosen = index;
      }
    }
    kept.push(chosen);
    before = chosen;
  }
  return [...kept, xs.length - 1];
}

/**
 * Indices of at most `count` points that represent their groups: the first and the last point, and of each group of
 * neighbours between them the one whose y is nearest to their mean. Values that scatter around a level are drawn at
 * that level, with real points (SPEC.md THIN-2).
 * @param count at least 3
 */
export function typicalPoints({ xs, ys }: Line, count: number): number[] {
  if (xs.length <= count) return Array.from(xs, (_, index) => index);
  const begin = bucketsOf(xs.length, count - 2);
  const kept = [0];
  for (let stretch = 0; stretch < count - 2; stretch += 1) {
    const [from, to] = [begin(stretch), begin(stretch + 1)];
    const level = mean(ys, from, to);
    let nearest = from;
    let least = Infinity;
    for (let index = from; index < to; index += 1) {
      const distance = Math.abs(itemAt(ys, index) - level);
      if (distance < least) {
        least = distance;
        nearest = index;
      }
    }
    kept.push(nearest);
  }
  return [...kept, xs.length - 1];
}

/** Start indices of the equal buckets between the first and the last point; each ends where the next one starts. */
function bucketsOf(length: number, buckets: number) {
  return (bucket: number) => Math.floor((bucket * (length - 2)) / buckets) + 1;
}

/** Mean of the values from one index up to, not including, another. */
function mean(values: ArrayLike<number>, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += itemAt(values, index);
  return sum / (to - from);
}
