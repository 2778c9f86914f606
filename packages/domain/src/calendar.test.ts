import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  countMark,
  dayMeans,
  daysAround,
  daysOfScans,
  laneIds,
  leanOf,
  monthOf,
  monthPeriod,
  monthsIn,
  monthStep,
  nearestDay,
  shownYear,
  yearsBackTo,
  yearUpTo,
} from './calendar.ts';
import { dayFromIso, dayOf, isoDay, twelveMonthsBefore } from './local-day.ts';
import { daysIn } from './statistics/period.ts';
import { inTimeOrder, type TimedScan } from './statistics/scan-series.ts';

afterEach(() => void vi.unstubAllEnvs());

function day(iso: string): number {
  const found = dayFromIso(iso);
  if (found === null) throw new RangeError(iso);
  return found;
}
const scan = (at: string, answers = [4, 6, 9, 8, 5, 7, 9], id = at): TimedScan => ({ id, at: Date.parse(at), answers });

const zones = ['UTC', 'Europe/Paris', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kolkata', 'America/Los_Angeles'];
const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
const answer = fc.integer({ min: 1, max: 10 });
const answers = fc.array(answer, { minLength: 7, maxLength: 7 });
const anyScans = fc
  .array(fc.record({ id: fc.uuid(), at: moment, answers }), { maxLength: 60 })
  .map((scans) => inTimeOrder(scans));
const anyDay = fc.integer({ min: 11_000, max: 30_000 });
const anyDays = fc.uniqueArray(anyDay, { maxLength: 40 }).map((days) => days.sort((a, b) => a - b));

describe('the days of scans', () => {
  it('CAL-1: scans belong to the day of their zone, the last one stands for it', () => {
    vi.stubEnv('TZ', 'Europe/Paris');
    const days = daysOfScans([
      scan('2026-03-28T23:30:00Z'),
      scan('2026-03-29T21:59:00Z'),
      scan('2026-03-29T22:00:00Z'),
      scan('2026-10-24T22:30:00Z'),
      scan('2026-10-25T22:30:00Z'),
    ]);
    expect(days.map((one) => [isoDay(one.day), one.scans.length, one.last.id])).toEqual([
      ['2026-03-29', 2, '2026-03-29T21:59:00Z'],
      ['2026-03-30', 1, '2026-03-29T22:00:00Z'],
      ['2026-10-25', 2, '2026-10-25T22:30:00Z'],
    ]);
  });

  it.each(zones)('CAL-1: every scan is in one day, its own, and none is lost (%s)', (zone) => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(anyScans, (scans) => {
        const days = daysOfScans(scans);
        expect(days.flatMap((one) => one.scans)).toEqual(scans);
        for (const one of days) {
          expect(one.scans.every(({ at }) => dayOf(at) === one.day)).toBe(true);
          expect(one.last).toBe(one.scans.at(-1));
        }
        expect(days.map((one) => one.day)).toEqual([...new Set(scans.map(({ at }) => dayOf(at)))]);
      }),
    );
  });

  it.each([
    [1, null],
    [2, '2'],
    [9, '9'],
    [10, '9+'],
    [400, '9+'],
  ])('CAL-2: %i scans have the figure %s', (count, mark) => {
    expect(countMark(count)).toBe(mark);
  });
});

describe('the lanes of a year', () => {
  const meansOf = (...scans: TimedScan[]) => daysOfScans(scans).map(dayMeans)[0];

  it('CAL-3: each lane has the mean of the day', () => {
    expect(meansOf(scan('2026-11-18T07:12:00Z'))).toEqual([4, 6, 9, 8, 5, 7, 9, 48 / 7]);
    expect(meansOf(scan('2026-11-18T07:12:00Z'), scan('2026-11-18T20:40:00Z', [7, 6, 9, 8, 5, 7, 9]))).toEqual([
      5.5,
      6,
      9,
      8,
      5,
      7,
      9,
      49.5 / 7,
    ]);
  });

  it('CAL-3: it has one value for each lane, between the lowest and the highest answer', () => {
    fc.assert(
      fc.property(fc.array(answers, { minLength: 1, maxLength: 12 }), (rows) => {
        const found = meansOf(...rows.map((row, index) => scan('2026-11-18T12:00:00Z', row, String(index)))) ?? [];
        expect(found).toHaveLength(laneIds.length);
        for (const [index, value] of found.entries()) {
          const given = index < 7 ? rows.map((row) => row[index] ?? 0) : rows.flat();
          expect(value).toBeGreaterThanOrEqual(Math.min(...given) - 1e-9);
          expect(value).toBeLessThanOrEqual(Math.max(...given) + 1e-9);
        }
      }),
    );
  });

  it.each([
    [10, 1],
    [7.75, 0.5],
    [6, 1 / 9],
    [5.5, 0],
    [5, -1 / 9],
    [1, -1],
  ])('CAL-4: a mean of %d leans by %d', (value, lean) => {
    expect(leanOf(value)).toBeCloseTo(lean, 12);
  });

  it('CAL-4: opposite answers lean alike to opposite sides', () => {
    fc.assert(
      fc.property(answer, (value) => {
        expect(leanOf(value)).toBeCloseTo(-leanOf(11 - value), 12);
      }),
    );
  });
});

describe('days that hold something', () => {
  it.each([
    [['2026-03-01', '2026-03-09'], '2026-03-05', '2026-03-05', '2026-03-01'],
    [['2026-03-01', '2026-03-09'], '2026-03-06', '2026-03-06', '2026-03-09'],
    [['2026-03-01', '2026-03-09'], '2026-03-09', '2026-03-09', '2026-03-09'],
    [['2026-01-20', '2026-04-11'], '2026-03-01', '2026-03-31', '2026-04-11'],
    [['2026-02-20', '2026-04-11'], '2026-03-01', '2026-03-31', '2026-02-20'],
    [['2026-02-18', '2026-04-11'], '2026-03-01', '2026-03-31', '2026-02-18'],
    [['2026-02-18', '2026-03-30'], '2026-03-01', '2026-03-31', '2026-03-30'],
    [['2026-02-18'], '2027-01-01', '2027-01-31', '2026-02-18'],
    [[], '2026-03-01', '2026-03-31', null],
  ])('CAL-5: of %j the one nearest to %s to %s is %s', (days, from, to, nearest) => {
    const found = nearestDay(days.map(day), { from: day(from), to: day(to) });
    expect(found === null ? null : isoDay(found)).toBe(nearest);
  });

  it('CAL-5: none of the others is nearer', () => {
    fc.assert(
      fc.property(anyDays, anyDay, fc.nat(60), (days, from, length) => {
        const to = from + length;
        const distance = (one: number) => Math.max(from - one, one - to, 0);
        const found = nearestDay(days, { from, to });
        if (found === null) expect(days).toEqual([]);
        else expect(distance(found)).toBe(Math.min(...days.map(distance)));
      }),
    );
  });

  it('CAL-6: the days before and after one are its neighbours, and nothing lies between', () => {
    fc.assert(
      fc.property(anyDays, anyDay, (days, one) => {
        expect(daysAround(days, one)).toEqual({
          before: days.findLast((other) => other < one) ?? null,
          after: days.find((other) => other > one) ?? null,
        });
      }),
    );
  });

  it.each([
    ['2026-01-31', 1, '2026-03-05'],
    ['2026-03-05', 1, '2026-04-05'],
    ['2026-04-05', 1, '2026-04-20'],
    ['2026-04-20', 1, '2026-04-20'],
    ['2026-04-20', -1, '2026-03-05'],
    ['2026-03-05', -1, '2026-01-31'],
    ['2026-01-31', -1, '2026-01-31'],
  ] as const)('CAL-7: from %s a step of %i leads to %s', (from, step, to) => {
    const days = ['2026-01-31', '2026-02-27', '2026-03-05', '2026-04-05', '2026-04-20'].map(day);
    expect(isoDay(monthStep(days, day(from), step))).toBe(to);
  });
});

describe('years and months', () => {
  it.each([
    ['2026-11-20', 0, '2025-11-21', '2026-11-20'],
    ['2026-11-20', 1, '2024-11-21', '2025-11-20'],
    ['2024-02-29', 0, '2023-03-01', '2024-02-29'],
    ['2024-02-29', 1, '2022-03-01', '2023-02-28'],
  ])('CAL-8: up to %s, %i years back: %s to %s', (today, yearsBack, from, to) => {
    const year = yearUpTo(day(today), yearsBack);
    expect([isoDay(year.from), isoDay(year.to)]).toEqual([from, to]);
    expect(year.from).toBe(twelveMonthsBefore(year.to));
  });

  it('CAL-8: each day up to today lies in exactly one year', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(5_000), (today, back) => {
        const years = Array.from({ length: 16 }, (_, index) => yearUpTo(today, index));
        const one = today - back;
        expect(years.filter(({ from, to }) => from <= one && one <= to)).toEqual([years[yearsBackTo(one, today)]]);
      }),
    );
  });

  it.each([
    ['2026-09-27', '2026-09-27'],
    ['2026-11-18', '2026-10-01'],
    ['2025-11-25', '2025-11-25'],
    ['2025-11-20', '2025-11-21'],
  ])('CAL-10: with a first scan on %s it is shown from %s on', (first, from) => {
    const year = yearUpTo(day('2026-11-20'), 0);
    expect(shownYear(year, day(first))).toEqual({ from: day(from), to: year.to });
    expect(shownYear(year, null)).toEqual(year);
  });

  it('CAL-9: months follow each other from end to end', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(400), (from, length) => {
        const parts = monthsIn({ from, to: from + length });
        expect(parts.flatMap(daysIn)).toEqual(Array.from({ length: length + 1 }, (_, index) => from + index));
        for (const part of parts) expect([monthOf(part.from), monthOf(part.to)]).toEqual([part.month, part.month]);
        expect(new Set(parts.map(({ month }) => month)).size).toBe(parts.length);
      }),
    );
  });

  it('CAL-9: a month is a period of its days', () => {
    expect(monthPeriod('2024-02')).toEqual({ from: day('2024-02-01'), to: day('2024-02-29') });
    expect(monthPeriod('2026-12')).toEqual({ from: day('2026-12-01'), to: day('2026-12-31') });
    expect(monthPeriod('2026-13')).toBeNull();
    expect(monthPeriod('')).toBeNull();
  });
});
