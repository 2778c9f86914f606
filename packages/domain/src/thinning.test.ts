import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thinned, typicalPoints } from './thinning.ts';

const line = (ys: readonly number[]) => ({ xs: ys.map((_, x) => x), ys });
const anyLine = fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 400 }).map(line);
const anyCount = fc.integer({ min: 3, max: 60 });

describe('thinning', () => {
  it('THIN-1: a line with few enough points keeps all', () => {
    expect(thinned(line([]), 3)).toEqual([]);
    expect(thinned(line([5]), 3)).toEqual([0]);
    expect(thinned(line([5, 6, 7]), 3)).toEqual([0, 1, 2]);
  });

  it('THIN-1: a single peak is kept, at any position', () => {
    for (let peak = 1; peak < 99; peak += 1) {
      const ys = Array.from({ length: 100 }, (_, index) => (index === peak ? 10 : 1));
      expect(thinned(line(ys), 10)).toContain(peak);
    }
  });

  it('THIN-1: of each bucket the point that spans the largest triangle', () => {
    // One bucket between the ends: the point farthest from the line from (0, 1) to (6, 1).
    expect(thinned(line([1, 2, 3, 9, 4, 2, 1]), 3)).toEqual([0, 3, 6]);
    // Two buckets, indices 1..3 and 4..6: the peak of the first, then the valley of the second.
    expect(thinned(line([5, 5, 9, 5, 5, 1, 5, 5]), 4)).toEqual([0, 2, 5, 7]);
    // Measured from the mean of the next bucket, (5, 4), the first point has the largest triangle; measured from the
    // next bucket's first point, the third would.
    expect(thinned(line([0, 3, 1, 2, 10, 1, 1, 0]), 4)).toEqual([0, 1, 4, 7]);
  });

  it('THIN-1: real points in their order, both ends among them, as many as asked for', () => {
    fc.assert(
      fc.property(anyLine, anyCount, (points, count) => {
        const kept = thinned(points, count);
        expect(kept).toHaveLength(Math.min(points.xs.length, count));
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
        for (const index of kept) expect(points.xs[index]).toBeDefined();
        if (points.xs.length === 0) return;
        expect(kept[0]).toBe(0);
        expect(kept.at(-1)).toBe(points.xs.length - 1);
      }),
    );
  });

  it('THIN-1: points of one moment do no harm', () => {
    const ys = Array.from({ length: 50 }, (_, index) => 1 + (index % 10));
    expect(thinned({ xs: ys.map(() => 1_700_000_000_000), ys }, 8)).toHaveLength(8);
  });
});

describe('typical points', () => {
  it('THIN-2: a line with few enough points keeps all', () => {
    expect(typicalPoints(line([]), 3)).toEqual([]);
    expect(typicalPoints(line([5, 6, 7]), 3)).toEqual([0, 1, 2]);
  });

  it('THIN-2: of each group the point nearest to its mean, the first of several', () => {
    // Between the ends: 1 9 5 2 (mean 4.25), then 8 8 1 7 (mean 6).
    expect(typicalPoints(line([3, 1, 9, 5, 2, 8, 8, 1, 7, 10]), 4)).toEqual([0, 3, 8, 9]);
    expect(typicalPoints(line([3, 4, 6, 4, 3]), 3)).toEqual([0, 1, 4]);
  });

  it('THIN-2: what scatters around a level is drawn as that level', () => {
    const noise = Array.from({ length: 1_000 }, (_, index) => 5 + ((index * 7) % 5) - 2);
    const kept = typicalPoints(line(noise), 50).slice(1, -1);
    expect(new Set(kept.map((index) => noise[index]))).toEqual(new Set([5]));
  });

  it('THIN-2: real points in their order, both ends among them, as many as asked for', () => {
    fc.assert(
      fc.property(anyLine, anyCount, (points, count) => {
        const kept = typicalPoints(points, count);
        expect(kept).toHaveLength(Math.min(points.xs.length, count));
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
        if (points.xs.length > 0) expect([kept[0], kept.at(-1)]).toEqual([0, points.xs.length - 1]);
      }),
    );
  });
});
