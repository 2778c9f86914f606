import { axisIds } from '@nuances/domain/axes';
import { describe, expect, it } from 'vitest';
import { apartOffsets, linePatterns, markedPoints, markerPath } from './line-patterns.ts';

describe('patterns of the lines', () => {
  it('no two lines are drawn alike, whatever their colour', () => {
    const drawn = axisIds.map((axis) => JSON.stringify(linePatterns[axis]));
    expect(new Set(drawn).size).toBe(axisIds.length);
  });

  it('a marker is around its point', () => {
    expect(markerPath('diamond', 10, 20)).toBe('M4.6 20l5.4 -5.4l5.4 5.4l-5.4 5.4Z');
    expect(markerPath('disc', 10, 20)).toMatch(/^M5\.8 20a4\.2 4\.2 /);
  });

  it('every point has a marker where each has 12 px; else those 60 px apart, and the last', () => {
    const points = Array.from({ length: 20 }, (_, index) => ({ x: index * 12 }));
    expect(markedPoints(points, 240)).toEqual(points);
    expect(markedPoints(points, 239).map(({ x }) => x)).toEqual([48, 108, 168, 228]);
  });

  it('lines of one value are beside each other around it, others stay', () => {
    expect(apartOffsets([5, 7, 5])).toEqual([-0.75, 0, 0.75]);
    expect(apartOffsets([4, 4, 4])).toEqual([-1.5, 0, 1.5]);
  });
});
