import { axisIds } from '@nuances/domain/axes';
import { describe, expect, it } from 'vitest';
import { linePatterns, markerPath } from './line-patterns.ts';

describe('patterns of the lines', () => {
  it('no two lines are drawn alike, whatever their colour', () => {
    const drawn = axisIds.map((axis) => JSON.stringify(linePatterns[axis]));
    expect(new Set(drawn).size).toBe(axisIds.length);
  });

  it('a marker is around its point', () => {
    expect(markerPath('diamond', 10, 20)).toBe('M4.6 20l5.4 -5.4l5.4 5.4l-5.4 5.4Z');
    expect(markerPath('disc', 10, 20)).toMatch(/^M5\.8 20a4\.2 4\.2 /);
  });
});
