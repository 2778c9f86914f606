import { describe, expect, it } from 'vitest';
import { axisIds } from './axes.ts';
import { reflectionNumbers, reflectionOf } from './reflections.ts';

describe('reflections', () => {
  it.each([
    [0, 1, { axis: 'red', part: 1, answer: 1, polarity: 'negative', nearMiddle: false }],
    [3, 5, { axis: 'green', part: 4, answer: 5, polarity: 'negative', nearMiddle: true }],
    [4, 6, { axis: 'cyan', part: 5, answer: 6, polarity: 'positive', nearMiddle: true }],
    [6, 10, { axis: 'purple', part: 7, answer: 10, polarity: 'positive', nearMiddle: false }],
  ])('REFLECT-1: part %i with answer %i', (index, answer, reflection) => {
    expect(reflectionOf(index, answer)).toEqual(reflection);
  });

  it('REFLECT-1: every part opens its own axis, counted from 1', () => {
    axisIds.forEach((axis, index) => {
      expect(reflectionOf(index, 3)).toMatchObject({ axis, part: index + 1 });
    });
  });

  it('REFLECT-1: three questions each', () => {
    expect(reflectionNumbers).toEqual([1, 2, 3]);
  });

  it('REFLECT-1: there is no eighth part', () => {
    expect(() => reflectionOf(7, 5)).toThrow(RangeError);
  });
});
