import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayFromIso, firstOfMonth, isoDay, mondayOf, weekdayOf } from '../local-day.ts';
import { meanSpans, spanOf, unbrokenRuns, unitOf } from './scan-means.ts';
import { inTimeOrder, type TimedScan } from './scan-series.ts';

afterEach(() => void vi.unstubAllEnvs());

const day = (iso: string) => dayFromIso(iso) ?? Number.NaN;
const scan = (at: string, answers = [4, 6, 9, 8, 5, 7, 9]): TimedScan => ({ id: at, at: Date.parse(at), answers });
const answers = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 7, maxLength: 7 });
const series = fc
  .array(fc.record({ id: fc.uuid(), at: fc.integer({ min: 1.6e12, max: 1.7e12 }), answers }), { maxLength: 60 })
  .map((scans) => inTimeOrder(scans));

describe('weeks and months', () => {
  it.each([
    ['2026-11-20', 5, '2026-11-16', '2026-11-01'],
    ['2026-11-16', 1, '2026-11-16', '2026-11-01'],
    ['2027-01-03', 7, '2026-12-28', '2027-01-01'],
    ['1969-12-31', 3, '1969-12-29', '1969-12-01'],
  ])('WEEK-1: %s is weekday %i of the week from %s, in the month from %s', (iso, weekday, monday, first) => {
    expect(weekdayOf(day(iso))).toBe(weekday);
    expect(isoDay(mondayOf(day(iso)))).toBe(monday);
    expect(isoDay(firstOfMonth(day(iso)))).toBe(first);
  });

  it('WEEK-1: every day lies in its own week and month', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5_000, max: 40_000 }), (one) => {
        const [week, month] = [spanOf(one, 'week'), spanOf(one, 'month')];
        expect(week.from <= one && one <= week.to && week.to - week.from === 6).toBe(true);
        expect(month.from <= one && one <= month.to).toBe(true);
        expect([isoDay(month.from).slice(8), isoDay(month.to + 1).slice(8)]).toEqual(['01', '01']);
      }),
    );
  });

  it.each([
    ['2024-11-21', '2026-11-20', 'week'],
    ['2024-01-01', '2025-12-31', 'week'],
    ['2024-01-01', '2026-01-01', 'month'],
  ])('MEAN-2: %s to %s is given by %s', (from, to, unit) => {
    expect(unitOf({ from: day(from), to: day(to) })).toBe(unit);
  });
});

describe('means', () => {
  it('MEAN-1: mean, lowest and highest of a week, in the zone of the person', () => {
    vi.stubEnv('TZ', 'Europe/Paris');
    const spans = meanSpans(
      [
        scan('2026-03-22T22:59:00Z', [1, 1, 1, 1, 1, 1, 1]),
        scan('2026-03-22T23:00:00Z', [4, 6, 9, 8, 5, 7, 9]),
        scan('2026-03-29T21:59:00Z', [7, 6, 9, 8, 5, 7, 10]),
        scan('2026-03-29T22:00:00Z', [2, 2, 2, 2, 2, 2, 2]),
      ],
      'week',
    );
    expect(spans.map(({ from, scans }) => [isoDay(from), scans.length])).toEqual([
      ['2026-03-16', 1],
      ['2026-03-23', 2],
      ['2026-03-30', 1],
    ]);
    expect(spans[1]?.axes[0]).toEqual({ axis: 'red', mean: 5.5, lowest: 4, highest: 7 });
    expect(spans[1]?.axes[6]).toEqual({ axis: 'purple', mean: 9.5, lowest: 9, highest: 10 });
  });

  it('MEAN-1: no scan is lost, and each mean lies between lowest and highest', () => {
    fc.assert(
      fc.property(series, fc.constantFrom('week', 'month'), (scans, unit) => {
        const spans = meanSpans(scans, unit);
        expect(spans.flatMap((span) => span.scans)).toEqual(scans);
        for (const { axes } of spans)
          for (const { mean, lowest, highest } of axes) {
            expect(mean).toBeGreaterThanOrEqual(lowest - 1e-9);
            expect(mean).toBeLessThanOrEqual(highest + 1e-9);
          }
      }),
    );
  });

  it('MEAN-1: a week without scans stays a gap', () => {
    const runs = unbrokenRuns(
      meanSpans(
        ['2026-11-02', '2026-11-09', '2026-11-23', '2026-12-14'].map((one) => scan(`${one}T12:00Z`)),
        'week',
      ),
    );
    expect(runs.map((run) => run.map(({ from }) => isoDay(from)))).toEqual([
      ['2026-11-02', '2026-11-09'],
      ['2026-11-23'],
      ['2026-12-14'],
    ]);
  });
});
