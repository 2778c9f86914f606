import { describe, expect, it } from 'vitest';
import { dayFromIso } from '@nuances/domain/local-day';
import { meanSpans } from '@nuances/domain/scan-means';
import { heightOf, meanPaths, nearestSpan, placedSpans } from './mean-paths.ts';

const day = (iso: string) => dayFromIso(iso) ?? Number.NaN;
const scan = (iso: string, answer: number) => ({
  id: iso,
  at: Date.parse(`${iso}T12:00`),
  answers: Array.from({ length: 7 }, () => answer),
});
const period = { from: day('2026-10-05'), to: day('2026-11-08') };
const spans = meanSpans(
  [scan('2026-10-06', 4), scan('2026-10-07', 7), scan('2026-10-13', 10), scan('2026-11-03', 1)],
  'week',
);
const placed = placedSpans(spans, period, 350);

describe('weeks in a chart', () => {
  it('stand in the middle of their days', () => {
    for (const [index, x] of [35, 105, 315].entries()) expect(placed[index]?.x).toBeCloseTo(x, 0);
    expect(nearestSpan(placed, 60)).toBe(0);
    expect(nearestSpan(placed, 200)).toBe(1);
    expect(nearestSpan(placed, 900)).toBe(2);
  });

  it('are joined only where they follow each other; a lone one stands by itself', () => {
    const { line, band, lone } = meanPaths(placed, 'yellow', 98);
    expect(line.match(/M/g)).toHaveLength(1);
    expect(line.match(/L/g)).toHaveLength(1);
    expect(band.match(/Z/g)).toHaveLength(1);
    expect(lone).toHaveLength(1);
    expect(lone[0]).toMatchObject({ y: 94, low: 94, high: 94 });
  });

  it('reach from the lowest to the highest answer', () => {
    expect([1, 5.5, 10].map((value) => heightOf(value, 98))).toEqual([94, 49, 4]);
    expect([1, 10].map((value) => heightOf(value, 192))).toEqual([180, 12]);
    const [first] = meanPaths(placed, 'red', 98).band.slice(1).split('L');
    expect(Number(first?.split(' ')[1])).toBe(heightOf(7, 98));
  });
});
