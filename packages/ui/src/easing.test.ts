import { describe, expect, test } from 'vitest';
import { easeInOut, easeOut } from './easing.ts';

const steps = Array.from({ length: 31 }, (_, step) => step / 30);

describe.each([
  ['out', easeOut],
  ['in and out', easeInOut],
])('easing %s', (_, ease) => {
  test('begins at 0 and ends at 1', () => {
    expect(ease(0)).toBeCloseTo(0, 6);
    expect(ease(1)).toBeCloseTo(1, 6);
  });

  test('never goes back and never exceeds its end', () => {
    for (const [index, x] of steps.entries()) {
      expect(ease(x)).toBeGreaterThanOrEqual(ease(steps[index - 1] ?? 0) - 1e-9);
      expect(ease(x)).toBeLessThanOrEqual(1 + 1e-9);
    }
  });
});

test('like the browser', () => {
  // Solved by hand: t = 0.5 gives the points of both curves.
  expect(easeOut(0.275)).toBeCloseTo(0.7625, 5);
  expect(easeInOut(0.3875)).toBeCloseTo(0.5, 5);
});
