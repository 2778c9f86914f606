import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { axisIds } from '../axes.ts';
import {
  changeWords,
  daysBetween,
  dominantValue,
  frequentValues,
  largestChanges,
  meanTrend,
  overallBalance,
  sumOfAnswers,
} from './scan-analysis.ts';

afterEach(() => void vi.unstubAllEnvs());

const anyAnswers = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 7, maxLength: 7 });
const fives = [5, 5, 5, 5, 5, 5, 5];

describe('significant variation', () => {
  const changesOf = (before: readonly number[], now: readonly number[]) =>
    largestChanges(before, now).map(({ axis, delta }) => `${axis} ${delta}`);

  it.each([
    [fives, [5, 5, 8, 5, 4, 5, 5], ['yellow 3']],
    [fives, [5, 7, 5, 5, 3, 5, 6], ['orange 2', 'cyan -2']],
    [fives, [6, 6, 6, 6, 6, 6, 6], axisIds.map((axis) => `${axis} 1`)],
    [[4, 6, 9, 8, 5, 7, 9], [4, 6, 9, 8, 5, 7, 9], []],
    [
      [10, 1, 5, 5, 5, 5, 5],
      [1, 10, 5, 5, 5, 5, 5],
      ['red -9', 'orange 9'],
    ],
  ])('CHANGE-1: %j then %j', (before, now, expected) => {
    expect(changesOf(before, now)).toEqual(expected);
  });

  it('CHANGE-1: a change counts from 0.01', () => {
    const moved = (by: number) => changesOf([0, 5, 5, 5, 5, 5, 5], [by, 5, 5, 5, 5, 5, 5]);
    expect(moved(0.009)).toEqual([]);
    expect(moved(0.01)).toEqual(['red 0.01']);
    expect(moved(-0.01)).toEqual(['red -0.01']);
  });

  it('CHANGE-1: the change comes with both answers', () => {
    expect(largestChanges(fives, [5, 5, 8, 5, 4, 5, 5])).toEqual([
      { axis: 'yellow', before: 5, now: 8, delta: 3, grade: 'strong' },
    ]);
  });

  it('CHANGE-1: all reported axes changed equally, no other changed more, and the reverse change is the opposite', () => {
    fc.assert(
      fc.property(anyAnswers, anyAnswers, (before, now) => {
        const changes = largestChanges(before, now);
        const sizes = before.map((answer, index) => Math.abs((now[index] ?? 0) - answer));
        const largest = Math.max(...sizes);
        expect(changes.map(({ axis }) => axis)).toEqual(
          largest === 0 ? [] : axisIds.filter((_, index) => sizes[index] === largest),
        );
        expect(largestChanges(now, before).map(({ delta }) => -delta)).toEqual(changes.map(({ delta }) => delta));
      }),
    );
  });

  it.each([
    [6, 9, 'progress', 'positive'],
    [4, 6, 'progress', 'positive'],
    [9, 7, 'less', 'positive'],
    [7, 6, 'less', 'positive'],
    [7, 4, 'shift', 'negative'],
    [6, 5, 'shift', 'negative'],
    [2, 4, 'less', 'negative'],
    [1, 5, 'less', 'negative'],
  ] as const)('CHANGE-3: from %i to %i is %s of the %s pole', (before, now, kind, pole) => {
    expect(changeWords({ now, delta: now - before })).toEqual({ kind, pole });
  });
  it.each([
    [1, 'slight'],
    [-1, 'slight'],
    [2, 'clear'],
    [-2, 'clear'],
    [3, 'strong'],
    [-3, 'strong'],
    [9, 'strong'],
    [-9, 'strong'],
  ])('CHANGE-2: %i is %s', (delta, grade) => {
    const before = delta > 0 ? 1 : 10;
    const changes = largestChanges([before, 5, 5, 5, 5, 5, 5], [before + delta, 5, 5, 5, 5, 5, 5]);
    expect(changes.map((change) => change.grade)).toEqual([grade]);
  });
});

describe('average trend', () => {
  it.each([
    [[4, 3, 5, 2, 6, 7, 4], [6, 4, 9, 5, 4, 9, 7], 13 / 7],
    [fives, [5, 5, 5, 5, 5, 5, 6], 1 / 7],
    [[1, 9, 5, 5, 5, 5, 5], fives, 0],
    [[10, 10, 10, 10, 10, 10, 10], [1, 1, 1, 1, 1, 1, 1], -9],
  ])('TREND-1: from %j to %j', (first, now, trend) => {
    expect(meanTrend(first, now)).toBe(trend);
  });

  it('TREND-1: it reads 0 with one decimal only when nothing changed, and is the difference of both means', () => {
    fc.assert(
      fc.property(anyAnswers, anyAnswers, (first, now) => {
        const trend = meanTrend(first, now);
        expect(Math.abs(trend) < 0.05).toBe(sumOfAnswers(first) === sumOfAnswers(now));
        expect(trend).toBeCloseTo(sumOfAnswers(now) / 7 - sumOfAnswers(first) / 7, 9);
      }),
    );
  });
});

describe('overall balance', () => {
  it.each([
    [[6, 6, 6, 6, 6, 6, 6], 2, 'positive', false],
    [[5, 5, 5, 5, 5, 6, 8], 8 / 7, 'positive', false],
    [[5, 5, 5, 5, 5, 6, 7], 6 / 7, 'positive', true],
    [fives, 0, 'positive', true],
    [[5, 5, 5, 5, 5, 5, 4], -2 / 7, 'negative', true],
    [[5, 5, 5, 5, 4, 4, 3], -8 / 7, 'negative', false],
    [[10, 10, 10, 10, 10, 10, 10], 10, 'positive', false],
    [[1, 1, 1, 1, 1, 1, 1], -8, 'negative', false],
  ] as const)('BALANCE-1, BALANCE-2: %j', (answers, mean, side, even) => {
    expect(overallBalance(answers)).toEqual({ mean, side, even });
  });

  it('BALANCE-1: the side is the sign of the mean of 2 x answer - 10', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const { mean, side } = overallBalance(answers);
        expect(mean).toBeCloseTo((2 * sumOfAnswers(answers)) / 7 - 10, 9);
        expect(side).toBe(mean >= 0 ? 'positive' : 'negative');
      }),
    );
  });

  it('BALANCE-2: rounded to one decimal, an about even mean is never 1.0 and any other mean never less', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const { mean, even } = overallBalance(answers);
        expect(Math.abs(Math.round(mean * 10)) < 10).toBe(even);
      }),
    );
  });
});

describe('stable dominant value', () => {
  const scansOf = (values: readonly number[]) =>
    values.map((value, at) => ({ id: String(at), at, answers: [value, 1, 1, 1, 1, 1, 1] }));
  const red = (values: readonly number[]) => {
    const [frequent] = frequentValues(scansOf(values));
    if (!frequent) throw new Error('no first axis');
    return frequent;
  };

  it.each([
    [[7, 7, 3], 7, 2],
    [[7, 3, 7, 4], 7, 2],
    [[7, 7, 3, 3], null, 2],
    [[7, 7, 3, 4, 5], null, 2],
    [[7, 7], null, 2],
    [[7], null, 1],
    [[], null, 0],
    [[3, 3, 3], 3, 3],
    [[1, 10, 10, 1, 10], 10, 3],
  ])('DOMINANT-1: %j', (values, dominant, count) => {
    const frequent = red(values);
    expect(dominantValue(frequent)).toBe(dominant);
    expect(frequent).toMatchObject({ axis: 'red', count, total: values.length });
  });

  it('DOMINANT-1: answers given as often are all known, in rising order', () => {
    expect(red([7, 3, 7, 3, 1]).values).toEqual([3, 7]);
  });

  it('DOMINANT-1: axes are independent, in data order', () => {
    const scans = [1, 2, 3].map((at) => ({ id: String(at), at, answers: [at, 8, at, 4, at, at, 2] }));
    expect(frequentValues(scans).map((one) => [one.axis, dominantValue(one)])).toEqual([
      ['red', null],
      ['orange', 8],
      ['yellow', null],
      ['green', 4],
      ['cyan', null],
      ['blue', null],
      ['purple', 2],
    ]);
  });

  it('DOMINANT-1: a dominant value covers at least half, and no other is as frequent, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 30 }), (values) => {
        const dominant = dominantValue(red(values));
        const times = (value: number) => values.filter((other) => other === value).length;
        const worthy = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter(
          (value) => values.length >= 3 && times(value) * 2 >= values.length,
        );
        expect(dominant).toBe(worthy.length === 1 ? worthy[0] : null);
        expect(dominantValue(red([...values].reverse()))).toBe(dominant);
      }),
    );
  });
});

describe('days since the scan before', () => {
  it.each([
    ['2026-11-19T22:30:00Z', '2026-11-19T23:30:00Z', 'Europe/Paris', 1],
    ['2026-11-19T22:30:00Z', '2026-11-19T23:30:00Z', 'UTC', 0],
    ['2026-03-28T22:30:00Z', '2026-03-29T21:30:00Z', 'Europe/Paris', 1],
    ['2026-10-24T22:30:00Z', '2026-10-25T22:30:00Z', 'Europe/Paris', 0],
    ['2024-02-28T12:00:00Z', '2024-03-01T12:00:00Z', 'UTC', 2],
    ['2024-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'UTC', 731],
  ])('SINCE-1: from %s to %s in %s', (before, now, zone, days) => {
    vi.stubEnv('TZ', zone);
    expect(daysBetween(Date.parse(before), Date.parse(now))).toBe(days);
  });

  it('SINCE-1: days on the way add up', () => {
    vi.stubEnv('TZ', 'Europe/Paris');
    const at = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });
    fc.assert(
      fc.property(at, at, at, (a, b, c) => {
        expect(daysBetween(a, b) + daysBetween(b, c)).toBe(daysBetween(a, c));
      }),
    );
  });
});
