import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisIds } from '../axes.ts';
import {
  answerOf,
  imageEdges,
  imageIndices,
  imageOf,
  isNearMiddle,
  leansLeft,
  polarityOf,
  scoreOf,
  scoreOfAnswer,
} from './scoring.ts';

const answer = fc.integer({ min: 1, max: 10 });
const answers = fc.array(answer, { minLength: 7, maxLength: 7 });

describe('answerOf', () => {
  it('takes the answer of an axis in data order', () => {
    expect(axisIds.map((axis) => answerOf([1, 2, 3, 4, 5, 6, 7], axis))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
  it('refuses a list that is too short', () => {
    expect(() => answerOf([1, 2, 3], 'purple')).toThrow(RangeError);
  });
});

describe('score', () => {
  it.each([
    [1, -8],
    [2, -6],
    [3, -4],
    [4, -2],
    [5, 0],
    [6, 2],
    [7, 4],
    [8, 6],
    [9, 8],
    [10, 10],
  ])('SCORE-1: answer %i counts %i', (value, share) => {
    expect(scoreOfAnswer(value)).toBe(share);
  });

  it.each([
    [[1, 1, 1, 1, 1, 1, 1], -56],
    [[5, 5, 5, 5, 5, 5, 5], 0],
    [[6, 6, 6, 6, 6, 6, 6], 14],
    [[10, 10, 10, 10, 10, 10, 10], 70],
    [[3, 7, 5, 10, 1, 6, 8], 10],
  ])('SCORE-2: %j scores %i', (given, score) => {
    expect(scoreOf(given)).toBe(score);
  });

  it('SCORE-2: any scan scores twice its sum less 70, even and within -56 to 70', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const score = scoreOf(given);
        expect(score).toBe(2 * given.reduce((sum, value) => sum + value) - 70);
        expect(score).toBeGreaterThanOrEqual(-56);
        expect(score).toBeLessThanOrEqual(70);
        expect(Math.abs(score % 2)).toBe(0);
      }),
    );
  });

  it('SCORE-2: the order of the answers does not matter', () => {
    fc.assert(
      fc.property(answers, (given) => {
        expect(scoreOf([...given].reverse())).toBe(scoreOf(given));
      }),
    );
  });
});

describe('poles', () => {
  it.each([
    [1, 'negative', false],
    [2, 'negative', false],
    [3, 'negative', false],
    [4, 'negative', false],
    [5, 'negative', true],
    [6, 'positive', true],
    [7, 'positive', false],
    [8, 'positive', false],
    [9, 'positive', false],
    [10, 'positive', false],
  ] as const)('POLE-1: %i is %s; POLE-2: near the middle is %s', (value, polarity, near) => {
    expect(polarityOf(value)).toBe(polarity);
    expect(isNearMiddle(value)).toBe(near);
  });

  it('POLE-2: only 5 and 6 are near the middle', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter(isNearMiddle)).toEqual([5, 6]);
  });
});

describe('lean', () => {
  it.each([
    [[4, 4, 4, 9, 9, 9, 9], true],
    [[1, 1, 5, 5, 5, 5, 5], false],
    [[4, 5, 4, 5, 5, 5, 4], true],
    [[5, 5, 5, 5, 5, 5, 5], false],
    [[1, 1, 1, 1, 1, 1, 1], true],
  ])('LEAN-1: %j leans left: %s', (answers, expected) => {
    expect(leansLeft(answers)).toBe(expected);
  });
});

describe('image', () => {
  it.each([
    [-56, 0],
    [-41, 0],
    [-40, 0],
    [-39, 1],
    [-38, 1],
    [-21, 1],
    [-20, 1],
    [-19, 2],
    [-18, 2],
    [-1, 2],
    [0, 2],
    [1, 3],
    [2, 3],
    [19, 3],
    [20, 3],
    [21, 4],
    [22, 4],
    [39, 4],
    [40, 4],
    [41, 5],
    [42, 5],
    [70, 5],
  ])('BAND-1: score %i shows image %i', (score, image) => {
    expect(imageOf(score)).toBe(image);
  });

  it('BAND-1: an edge belongs to the lower image', () => {
    expect(imageEdges).toEqual([-40, -20, 0, 20, 40]);
    imageEdges.forEach((edge, index) => {
      expect(imageOf(edge)).toBe(index);
      expect(imageOf(edge + 1)).toBe(index + 1);
    });
  });

  it('BAND-1: a higher score never shows a lower image', () => {
    const score = fc.integer({ min: -56, max: 70 });
    fc.assert(
      fc.property(score, score, (a, b) => {
        expect(imageOf(Math.min(a, b))).toBeLessThanOrEqual(imageOf(Math.max(a, b)));
      }),
    );
  });

  it('BAND-1: every image is reached by some scan', () => {
    const reached = new Set<number>();
    for (let score = -56; score <= 70; score += 2) reached.add(imageOf(score));
    expect([...reached]).toEqual([...imageIndices]);
  });
});
