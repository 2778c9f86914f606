import { describe, expect, it } from 'vitest';
import { drawnScans, markedPoints, withIndex } from './drawn-points.ts';

const scansOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    at: index * 86_400_000,
    answers: [1, 2, 3, 4, 5, 6, 7].map((step) => 1 + ((index * step) % 10)),
  }));

describe('scans that a line is drawn through', () => {
  it.each([1, 2, 30, 53])('are all of a short series (%i)', (count) => {
    expect(drawnScans(scansOf(count), 646)).toEqual(Array.from({ length: 7 }, () => [...scansOf(count).keys()]));
  });

  it('become fewer little by little', () => {
    const counts = Array.from({ length: 250 }, (_, index) => drawnScans(scansOf(index + 1), 646)[0]?.length ?? 0);
    for (const [index, count] of counts.entries())
      expect(Math.abs(count - (counts[index - 1] ?? count))).toBeLessThanOrEqual(1);
    expect(counts.at(-1)).toBe(32);
  });

  it('are as many of a long series as there is room for, the first and the last among them', () => {
    const drawn = drawnScans(scansOf(5_000), 646);
    expect(drawn).toHaveLength(7);
    for (const line of drawn) {
      expect(line).toHaveLength(32);
      expect([line[0], line.at(-1)]).toEqual([0, 4_999]);
    }
  });

  it('are a dozen on the narrowest chart', () => {
    expect(drawnScans(scansOf(100), 0)[0]).toHaveLength(12);
  });

  it.each([
    [[0, 4, 9], 4, [0, 4, 9]],
    [[0, 4, 9], 5, [0, 4, 5, 9]],
    [[0, 4, 9], 0, [0, 4, 9]],
    [[0, 4], 9, [0, 4, 9]],
    [[], 0, [0]],
  ])('%j with %i', (indices, index, expected) => {
    expect(withIndex(indices, index)).toEqual(expected);
  });

  it('carry markers where there is room, the last one always', () => {
    const at = (...places: number[]) => places.map((x) => ({ x }));
    expect(markedPoints(at())).toEqual([]);
    expect(markedPoints(at(0, 40, 80))).toEqual(at(0, 40, 80));
    expect(markedPoints(at(0, 10, 20, 30, 40))).toEqual(at(0, 20, 40));
    expect(markedPoints(at(5, 5, 5))).toEqual(at(5));
  });
});
