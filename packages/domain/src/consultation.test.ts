import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { axisIds } from './axes.ts';
import { consultationFigures, consultationLimits, cutTitle, unitMeans } from './consultation.ts';
import { dayFromIso, isoDay } from './local-day.ts';
import { meanSpans } from './statistics/scan-means.ts';
import { usualRanges } from './patterns/scan-patterns.ts';
import { inTimeOrder, scansIn, type TimedScan } from './statistics/scan-series.ts';

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Paris'));
afterEach(() => void vi.unstubAllEnvs());

const day = (iso: string) => dayFromIso(iso) ?? Number.NaN;
const scan = (at: string, answers = [4, 6, 9, 8, 5, 7, 9]): TimedScan => ({ id: at, at: Date.parse(at), answers });
const period = (from: string, to: string) => ({ from: day(from), to: day(to) });
const figures = (scans: readonly TimedScan[], from: string, to: string) => {
  const found = consultationFigures(scans, period(from, to));
  if (!found) throw new Error('there are figures');
  return found;
};

const few = [
  scan('2026-11-02T08:00', [1, 5, 6, 10, 2, 2, 2]),
  scan('2026-11-02T20:00', [4, 5, 6, 10, 3, 3, 3]),
  scan('2026-11-19T12:00', [9, 6, 6, 10, 4, 4, 4]),
];

describe('figures of a page', () => {
  it('CONSULT-1: mean, usual range and sides of each axis, in data order', () => {
    const { axes } = figures(few, '2026-11-01', '2026-11-20');
    expect(axes.map(({ axis }) => axis)).toEqual(axisIds);
    expect(axes[0]).toEqual({ axis: 'red', mean: 14 / 3, usual: { low: 1, high: 9 }, left: 2, right: 1 });
    expect(axes[1]).toMatchObject({ left: 2, right: 1 });
    expect(axes[2]).toEqual({ axis: 'yellow', mean: 6, usual: { low: 6, high: 6 }, left: 0, right: 3 });
  });

  it('CONSULT-1: none with fewer than two scans in the period', () => {
    expect(consultationFigures(few, period('2026-11-03', '2026-11-20'))).toBeNull();
    expect(consultationFigures([], period('2026-11-03', '2026-11-20'))).toBeNull();
    expect(figures(few, '2026-11-02', '2026-11-02').scans).toBe(2);
  });

  it('CONSULT-1: they are those of the statistics, for any scans', () => {
    const answers = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 7, maxLength: 7 });
    const at = fc.integer({ min: Date.parse('2026-01-01T00:00'), max: Date.parse('2026-06-30T00:00') });
    fc.assert(
      fc.property(fc.array(fc.record({ id: fc.uuid(), at, answers }), { minLength: 2, maxLength: 60 }), (some) => {
        const scans = inTimeOrder(some);
        const chosen = period('2026-01-01', '2026-06-30');
        const { axes, spans, units } = figures(scans, '2026-01-01', '2026-06-30');
        const ranges = usualRanges(() => scansIn(scans, chosen));
        for (const [index, { mean, usual, left, right }] of axes.entries()) {
          expect([mean, usual]).toEqual([ranges[index]?.mean, ranges[index]?.usual]);
          expect(left + right).toBe(scans.length);
        }
        expect(spans).toEqual(meanSpans(scans, 'week'));
        for (const span of spans) expect(units.some(({ from, to }) => from === span.from && to === span.to)).toBe(true);
      }),
    );
  });

  it('CONSULT-2: scans, their days, and the days of the calendar', () => {
    expect(figures(few, '2026-11-01', '2026-11-20')).toMatchObject({ scans: 3, days: 2, calendarDays: 20 });
  });

  it('CONSULT-3: a week without scans is a gap; every week of the period has its place', () => {
    const found = figures(few, '2026-11-01', '2026-11-20');
    expect(found.unit).toBe('week');
    expect(found.units.map(({ from }) => isoDay(from))).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
    ]);
    expect(unitMeans(found, 'red')).toEqual([null, 2.5, null, 9]);
  });

  it.each([
    ['2025-11-20', '2026-11-20', 'week', 53],
    ['2025-11-19', '2026-11-20', 'month', 13],
  ])('CONSULT-3: from %s to %s the line goes by %s', (from, to, unit, count) => {
    const found = figures(few, from, to);
    expect([found.unit, found.units.length]).toEqual([unit, count]);
  });
});

describe('titles on a page', () => {
  const short = (text: string) => text.length <= 20;

  it.each([
    ['Dire non', 'Dire non'],
    ['  Dire\n non ', 'Dire non'],
    ['Le chemin du retour, à pied', 'Le chemin du retour…'],
    ['Le chemin, du retour à pied', 'Le chemin, du…'],
    ['Incompréhensiblement long', 'Incompréhensiblemen…'],
    ['😀'.repeat(20), `${'😀'.repeat(9)}…`],
  ])('CONSULT-4: %j stands there as %j', (title, cut) => {
    expect(cutTitle(title, short)).toBe(cut);
  });

  it('CONSULT-4: it has at most sixty characters, and ends with a whole word', () => {
    const any = () => true;
    const title = 'mot '.repeat(15).trim();
    expect(cutTitle(title, any)).toBe(title);
    const longer = cutTitle(`${title} de trop`, any);
    expect(longer).toBe(`${'mot '.repeat(14).trim()} mot…`);
    expect(longer.length).toBeLessThanOrEqual(consultationLimits.title);
  });
});
