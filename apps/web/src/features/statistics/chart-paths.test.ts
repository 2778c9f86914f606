import { describe, expect, it } from 'vitest';
import { dayFromIso } from '@nuances/domain/local-day';
import { chartPaths, heightOf, placeOf } from './chart-paths.ts';
import { chartPoints } from './chart-points.ts';

const day = (iso: string) => dayFromIso(iso) ?? Number.NaN;
const scan = (iso: string, answer: number) => ({
  id: iso,
  at: Date.parse(`${iso}T12:00`),
  answers: Array.from({ length: 7 }, () => answer),
  moment: 'exact' as const,
});
const period = { from: day('2026-10-05'), to: day('2026-11-08') };
const scans = [scan('2026-10-06', 4), scan('2026-10-07', 7), scan('2026-10-13', 10), scan('2026-11-03', 1)];
const weeks = chartPoints(scans, period, 'week');
const single = chartPoints(scans, period, null);

describe('weeks in a chart', () => {
  it('stand in the middle of their days, as far as these are in the period', () => {
    const places = weeks.runs.flat().map(({ at }) => placeOf(weeks, at, 350));
    for (const [index, x] of [35, 105, 315].entries()) expect(places[index]).toBeCloseTo(x, 0);
    const cut = chartPoints(scans, { from: day('2026-10-07'), to: day('2026-11-08') }, 'week');
    expect(placeOf(cut, cut.runs[0]?.[0]?.at ?? Number.NaN, 330)).toBeCloseTo(25, 0);
  });

  it('are joined only where they follow each other; a lone one stands by itself', () => {
    const { line, band, dots } = chartPaths(weeks, 'yellow', 350, 98);
    expect(line.match(/M/g)).toHaveLength(1);
    expect(line.match(/L/g)).toHaveLength(1);
    expect(band.match(/Z/g)).toHaveLength(1);
    expect(dots).toHaveLength(1);
    expect(dots[0]).toMatchObject({ y: 94, low: 94, high: 94 });
  });

  it('reach from the lowest to the highest answer', () => {
    expect([1, 5.5, 10].map((value) => heightOf(value, 98))).toEqual([94, 49, 4]);
    expect([1, 10].map((value) => heightOf(value, 192))).toEqual([180, 12]);
    const [first] = chartPaths(weeks, 'red', 350, 98).band.slice(1).split('L');
    expect(Number(first?.split(' ')[1])).toBe(heightOf(7, 98));
  });
});

describe('single scans in a chart', () => {
  it('have a dot each at their time and answer, joined by straight segments, without a mean', () => {
    const { line, band, dots } = chartPaths(single, 'red', 280, 98);
    expect(dots.map(({ x }) => x)).toEqual([0, 10, 70, 280]);
    expect(dots.map(({ y }) => y)).toEqual([4, 7, 10, 1].map((answer) => heightOf(answer, 98)));
    expect(line).toBe(`M${dots.map(({ x, y }) => `${x} ${y}`).join('L')}`);
    expect(band).toBe('');
  });

  it('of one moment stand in the middle', () => {
    expect(chartPaths(chartPoints(scans.slice(0, 1), period, null), 'red', 280, 98).dots).toMatchObject([{ x: 140 }]);
  });
});
