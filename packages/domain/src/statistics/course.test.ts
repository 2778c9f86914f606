import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { courseOf, linesLayoutFor, steadinessOf } from './course.ts';

const answers = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 60 });

const times = (count: number, answer: number) => Array.from({ length: count }, () => answer);

describe('the course of an axis', () => {
  it('COURSE-1: first, last, lowest and highest value, and where these were first', () => {
    expect(courseOf([5, 3, 7, 3, 7, 6])).toEqual({
      first: 5,
      last: 6,
      lowest: 3,
      highest: 7,
      lowestIndex: 1,
      highestIndex: 2,
    });
    expect(() => courseOf([])).toThrow(RangeError);
    fc.assert(
      fc.property(answers, (values) => {
        const { lowest, highest, lowestIndex, highestIndex } = courseOf(values);
        expect([values[lowestIndex], values[highestIndex]]).toEqual([lowest, highest]);
        expect(values.every((value) => value >= lowest && value <= highest)).toBe(true);
        expect(values.slice(0, lowestIndex)).not.toContain(lowest);
        expect(values.slice(0, highestIndex)).not.toContain(highest);
      }),
    );
  });

  it.each([
    [[5, 5, 5], null],
    [[5, 5, 5, 7], 'varied'],
    [[5, 5, 6, 6], 'stable'],
    [[2, 8, 4, 6], 'very'],
    // 16 of 25 answers one away from the mean: exactly 0.8. One fewer is below.
    [[...times(8, 4), ...times(8, 6), ...times(9, 5)], 'varied'],
    [[...times(8, 4), ...times(7, 6), ...times(10, 5)], 'stable'],
    [[4, 4, 4, 7, 7], 'very'],
    [[4, 4, 4, 6, 7], 'varied'],
  ])('COURSE-2: %j is %s', (values, steadiness) => {
    expect(steadinessOf(values)).toBe(steadiness);
  });

  it('COURSE-2: neither order nor level changes steadiness', () => {
    fc.assert(
      fc.property(answers, (values) => {
        expect(steadinessOf(values.toReversed())).toBe(steadinessOf(values));
        expect(steadinessOf(values.map((value) => 11 - value))).toBe(steadinessOf(values));
      }),
    );
  });

  it('LINES-1: separate below 24 px for each scan', () => {
    expect(linesLayoutFor(240, 10)).toBe('together');
    expect(linesLayoutFor(239, 10)).toBe('separate');
    expect(linesLayoutFor(250, 30)).toBe('separate');
    expect(linesLayoutFor(250, 1)).toBe('together');
  });
});
