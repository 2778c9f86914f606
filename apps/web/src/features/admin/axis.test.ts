import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisTop, axisValues, labelledWeeks, namedMonths } from './axis.ts';

describe('axisTop', () => {
  test.each([
    [472, 500],
    [204, 240],
    [118, 120],
    [142, 160],
    [94, 100],
    [58, 60],
    [80, 80],
    [9, 10],
    [7, 8],
    [5, 6],
    [3.1, 4],
    [1, 2],
    [0, 2],
    [1_234_567, 1_600_000],
  ])('above %d stands %d', (highest, top) => {
    expect(axisTop([0, highest, null], 2)).toBe(top);
  });

  test('of nothing is 2', () => {
    expect(axisTop([], 2)).toBe(2);
    expect(axisTop([null], 4)).toBe(4);
  });

  const anyValues = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1 });
  test('holds every value, wastes less than half of the chart, and has a whole half', () => {
    fc.assert(
      fc.property(anyValues, fc.constantFrom(2 as const, 4 as const), (values, parts) => {
        const top = axisTop(values, parts);
        const highest = Math.max(...values);
        expect(top).toBeGreaterThanOrEqual(highest);
        expect(highest).toBeGreaterThanOrEqual(top > 4 ? top / 2 : 0);
        for (const value of axisValues(top, parts)) expect(Number.isInteger(value)).toBe(true);
      }),
    );
  });
});

describe('labelledWeeks', () => {
  test('names every second of eight weeks on the desk', () => {
    expect(labelledWeeks(8, 500, 84)).toEqual([0, 2, 4, 6]);
  });

  test('names the only week', () => {
    expect(labelledWeeks(1, 500, 84)).toEqual([0]);
    expect(labelledWeeks(1, 0, 84)).toEqual([0]);
  });

  test('names none of no weeks', () => {
    expect(labelledWeeks(0, 500, 84)).toEqual([]);
  });

  test('never puts two labels nearer than one needs, from 1 to 200 weeks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 200 }), fc.integer({ min: 200, max: 1_200 }), (count, room) => {
        const named = labelledWeeks(count, room, 84);
        expect(named[0]).toBe(0);
        const distance = room / (count - 1);
        for (const [index, week] of named.entries())
          if (index > 0) expect((week - (named[index - 1] ?? 0)) * distance).toBeGreaterThanOrEqual(84 - 1e-6);
      }),
    );
  });
});

describe('namedMonths', () => {
  /** `count` Mondays from 6 January 2025 on. */
  const mondays = (count: number) =>
    Array.from({ length: count }, (_, index) => new Date(Date.UTC(2025, 0, 6 + 7 * index)).toISOString().slice(0, 10));
  const named = (count: number, room: number) =>
    namedMonths(mondays(count), room, 78).map((index) => mondays(count)[index]);

  test('names the first week of every month where there is room', () => {
    expect(named(13, 400)).toEqual(['2025-02-03', '2025-03-03']);
  });

  test('names every sixth month of two years, January among them', () => {
    expect(named(104, 440)).toEqual(['2025-07-07', '2026-01-05', '2026-07-06']);
  });

  test('names only some Januaries of ten years', () => {
    expect(named(520, 320).length).toBeLessThanOrEqual(4);
  });
});
