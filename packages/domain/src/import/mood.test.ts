import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOfNumber, knownLevel, numberOfCell } from './mood.ts';
import { scoreOfAnswer } from '../scan/scoring.ts';

describe('numbers of another journal', () => {
  it('IMPORT-2: the five steps of a mood become 1, 3, 5, 8 and 10; the middle has the score 0', () => {
    expect([1, 2, 3, 4, 5].map((value) => answerOfNumber(value, 'five'))).toEqual([1, 3, 5, 8, 10]);
    expect(scoreOfAnswer(answerOfNumber(3, 'five') ?? -1)).toBe(0);
    expect(answerOfNumber(4.5, 'five')).toBe(9);
  });

  it('IMPORT-2: a number of ten steps is the answer, and nothing else is', () => {
    expect(Array.from({ length: 12 }, (_, value) => answerOfNumber(value, 'ten'))).toEqual([
      null,
      ...Array.from({ length: 10 }, (_, index) => index + 1),
      null,
    ]);
    expect([4.5, Number.NaN, Infinity].map((value) => answerOfNumber(value, 'ten'))).toEqual([null, null, null]);
    expect([0.9, 5.1, Number.NaN].map((value) => answerOfNumber(value, 'five'))).toEqual([null, null, null]);
  });

  it('IMPORT-2: a higher number never becomes a lower answer', () => {
    const value = fc.double({ min: 1, max: 5, noNaN: true });
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map((at) => answerOfNumber(at, 'five') ?? NaN);
        expect(low).toBeGreaterThanOrEqual(1);
        expect(high).toBeLessThanOrEqual(10);
        expect(low).toBeLessThanOrEqual(high ?? NaN);
      }),
    );
  });

  it.each([
    ['4', 4],
    [' 3,5 ', 3.5],
    ['3.5', 3.5],
    ['', null],
    ['-1', null],
    ['1e3', null],
    ['good', null],
    ['5/10', null],
  ])('reads the cell %j as %j', (cell, value) => {
    expect(numberOfCell(cell)).toBe(value);
  });
});

describe('names of moods', () => {
  it.each([
    ['rad', 5],
    [' Génial ', 5],
    ['bien', 4],
    ['MEH', 3],
    ['mal', 2],
    ['awful', 1],
    ['bizarre', null],
    ['', null],
  ])('IMPORT-7: %j stands for %j', (label, level) => {
    expect(knownLevel(label)).toBe(level);
  });
});
