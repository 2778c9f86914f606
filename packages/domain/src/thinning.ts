/** A point of a line. */
export interface LinePoint {
  readonly x: number;
  readonly y: number;
}

/**
 * Indices of at most `count` points that keep the look of a line, by the largest-triangle-three-buckets method of
 * S. Steinarsson: the first and the last point, and of each bucket between them the point that spans the largest
 * triangle with the one chosen before and the mean of the next bucket. For drawing only: what is said of a series is
 * computed from all of it (SPEC.md THIN-1).
 * @param points in order of x
 * @param count at least 3
 */
export function thinned(points: readonly LinePoint[], count: number): number[] {
  const last = points.length - 1;
  if (points.length <= count) return points.map((_, index) => index);
  /** Where the buckets between both ends begin; the last begins where the last one ends. */
  const begin = (bucket: number) => Math.floor((bucket * (points.length - 2)) / (count - 2)) + 1;
  const kept = [0];
  for (let bucket = 0; bucket < count - 2; bucket += 1) {
    const a = points[kept.at(-1) ?? 0];
    const c = meanOf(points, begin(bucket + 1), bucket === count - 3 ? points.length : begin(bucket + 2));
    let chosen = begin(bucket);
    let largest = -1;
    for (let index = chosen; index < begin(bucket + 1); index += 1) {
      const b = points[index];
      if (!a || !b) break;
      const area = Math.abs((a.x - c.x) * (b.y - a.y) - (a.x - b.x) * (c.y - a.y));
      if (area > largest) {
        largest = area;
        chosen = index;
      }
    }
    kept.push(chosen);
  }
  return [...kept, last];
}

/**
 * Indices of at most `count` points that stand for their stretches: the first and the last point, and of each stretch
 * of neighbours between them the one whose y is nearest to their mean. What scatters around a level is drawn as that
 * level, with real points (SPEC.md THIN-2).
 * @param points in order of x
 * @param count at least 3
 */
export function typicalPoints(points: readonly LinePoint[], count: number): number[] {
  const last = points.length - 1;
  if (points.length <= count) return points.map((_, index) => index);
  const begin = (stretch: number) => Math.floor((stretch * (points.length - 2)) / (count - 2)) + 1;
  const typical = Array.from({ length: count - 2 }, (_, stretch) => {
    const [from, to] = [begin(stretch), begin(stretch + 1)];
    const { y } = meanOf(points, from, to);
    let nearest = from;
    for (let index = from; index < to; index += 1)
      if (Math.abs((points[index]?.y ?? y) - y) < Math.abs((points[nearest]?.y ?? y) - y)) nearest = index;
    return nearest;
  });
  return [0, ...typical, last];
}

/** Mean of the points from one index up to, not including, another. */
function meanOf(points: readonly LinePoint[], from: number, to: number): LinePoint {
  let x = 0;
  let y = 0;
  for (let index = from; index < to; index += 1) {
    x += points[index]?.x ?? 0;
    y += points[index]?.y ?? 0;
  }
  return { x: x / (to - from), y: y / (to - from) };
}
