import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanOf, usualRange } from './usual-range.ts';

describe('usual range', () => {
  it.each([
    [[7], 7, 7],
    [[1, 5, 9], 1, 9],
    [[9, 1, 2, 3, 4, 5, 6, 7, 8, 9], 2, 9],
    [[5, 5, 5, 5, 1, 5, 5, 5, 5, 5], 5, 5],
  ])('RANGE-1: of %j it is %i to %i', (answers, low, high) => {
    expect(usualRange(answers)).toEqual({ low, high });
  });

  it('RANGE-1: its ends were answered, at least eight of ten lie inside, and nothing has no range', () => {
    expect(usualRange([])).toBeNull();
    expect(meanOf([])).toBeNull();
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 200 }), (answers) => {
        const range = usualRange(answers);
        if (!range) throw new Error('there is a range');
        expect(answers).toContain(range.low);
        expect(answers).toContain(range.high);
        const inside = answers.filter((one) => one >= range.low && one <= range.high);
        expect(inside.length).toBeGreaterThanOrEqual(answers.length * 0.8);
      }),
    );
  });
});
