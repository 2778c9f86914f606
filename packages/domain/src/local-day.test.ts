import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  dayFromIso,
  dayOf,
  isOpenDay,
  isoDay,
  momentMovedTo,
  momentOn,
  monthsLater,
  startOfDay,
  twelveMonthsBefore,
} from './local-day.ts';

afterEach(() => void vi.unstubAllEnvs());

const zones = [
  'UTC',
  'Europe/Paris',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Pacific/Apia',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'America/Los_Angeles',
];
const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });

describe('local day', () => {
  it.each([
    ['2026-12-31T23:30:00Z', 'UTC', '2026-12-31', '2026-12-31T00:00:00.000Z'],
    ['2026-12-31T23:30:00Z', 'Europe/Paris', '2027-01-01', '2026-12-31T23:00:00.000Z'],
    ['2026-03-29T21:59:59Z', 'Europe/Paris', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29T22:00:00Z', 'Europe/Paris', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25T22:59:59Z', 'Europe/Paris', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['2026-10-25T23:00:00Z', 'Europe/Paris', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    ['2018-11-04T02:59:59Z', 'America/Sao_Paulo', '2018-11-03', '2018-11-03T03:00:00.000Z'],
    ['2018-11-04T03:00:00Z', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
  ])('DAY-1: %s in %s is %s', (at, zone, day, start) => {
    vi.stubEnv('TZ', zone);
    expect(isoDay(dayOf(Date.parse(at)))).toBe(day);
    expect(new Date(startOfDay(dayOf(Date.parse(at)))).toISOString()).toBe(start);
  });

  it.each(zones)('DAY-1: every moment lies in its day, and days do not overlap (%s)', (zone) => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(moment, (at) => {
        const day = dayOf(at);
        expect(startOfDay(day)).toBeLessThanOrEqual(at);
        expect(at).toBeLessThan(startOfDay(day + 1));
      }),
    );
  });

  it.each(zones)('DAY-1: a later moment is never an earlier day (%s)', (zone) => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(moment, fc.nat(200_000_000), (at, later) => {
        expect(dayOf(at + later)).toBeGreaterThanOrEqual(dayOf(at));
      }),
    );
  });

  it('DAY-1: a day is written as date fields do, and read again', () => {
    expect(isoDay(0)).toBe('1970-01-01');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (day) => {
        expect(dayFromIso(isoDay(day))).toBe(day);
      }),
    );
  });

  it.each(['', '2026', '2026-1-1', '2026-02-30', '2026-13-01', '12026-01-01', '2026-01-01T00:00'])(
    'DAY-1: %j is no day',
    (text) => {
      expect(dayFromIso(text)).toBeNull();
    },
  );
});

describe('twelve months', () => {
  it.each([
    ['2026-11-20', '2025-11-21'],
    ['2026-12-31', '2026-01-01'],
    ['2024-02-29', '2023-03-01'],
    ['2024-02-28', '2023-03-01'],
    ['2025-02-28', '2024-03-01'],
  ])('DAY-2: up to %s they begin with %s', (to, from) => {
    expect(isoDay(twelveMonthsBefore(dayFromIso(to) ?? 0))).toBe(from);
  });

  it('DAY-2: they are 365 or 366 days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 11_000, max: 40_000 }), (day) => {
        expect([365, 366]).toContain(day - twelveMonthsBefore(day) + 1);
      }),
    );
  });

  it.each([
    // The clock goes forward at 2:00 on 29 March, back at 3:00 on 25 October.
    ['2026-03-30T00:30:00Z', 'Europe/Paris', '2026-03-29', '2026-03-29T01:30:00.000Z'],
    ['2026-04-10T21:30:00Z', 'Europe/Paris', '2026-03-20', '2026-03-20T22:30:00.000Z'],
    ['2026-11-01T22:30:00Z', 'Europe/Paris', '2026-10-24', '2026-10-24T21:30:00.000Z'],
    // The first hour is missing; the first existing minute replaces the missing one.
    ['2018-11-06T02:20:00Z', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:20:00.000Z'],
    ['2026-11-22T07:20:00.123Z', 'Europe/Paris', '2026-11-22', '2026-11-22T07:20:00.123Z'],
    ['2026-11-22T07:20:41.123Z', 'Europe/Paris', '2026-11-21', '2026-11-21T07:20:00.000Z'],
  ])('DAY-3: at %s in %s, what is written for %s is of %s', (now, zone, day, moment) => {
    vi.stubEnv('TZ', zone);
    expect(new Date(momentOn(dayFromIso(day) ?? Number.NaN, Date.parse(now))).toISOString()).toBe(moment);
  });

  it.each([
    ['2026-11-10', '2026-11-10T20:15:00.000Z'],
    ['2026-11-22', '2026-11-22T07:20:00.000Z'],
  ])('DAY-3: what was of 20:15:33 and is moved to %s is of %s', (day, moment) => {
    vi.stubEnv('TZ', 'UTC');
    const [from, now] = [Date.parse('2026-11-19T20:15:33Z'), Date.parse('2026-11-22T07:20:00Z')];
    expect(new Date(momentMovedTo(dayFromIso(day) ?? Number.NaN, from, now)).toISOString()).toBe(moment);
  });

  it('DAY-3: it is of that day and not ahead, in every zone', () => {
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), fc.integer({ min: 0, max: 30 }), (now, zone, back) => {
        vi.stubEnv('TZ', zone);
        const day = dayOf(now) - back;
        // A day that the zone has skipped contains no moment.
        fc.pre(dayOf(startOfDay(day)) === day);
        expect(dayOf(momentOn(day, now))).toBe(day);
        expect(momentOn(day, now)).toBeLessThanOrEqual(now);
      }),
    );
  });

  it.each([
    [0, true],
    [30, true],
    [31, false],
    [-1, false],
  ])('DAY-3: %i days back is open: %s', (back, open) => {
    const today = dayFromIso('2026-04-10') ?? Number.NaN;
    expect(isOpenDay(today - back, today)).toBe(open);
  });

  it.each([
    ['2026-11-20', 1, '2026-12-20'],
    ['2026-12-20', 1, '2027-01-20'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-01-15', -25, '2023-12-15'],
  ])('DAY-4: from %s, %i months: %s', (from, months, to) => {
    expect(isoDay(monthsLater(dayFromIso(from) ?? Number.NaN, months))).toBe(to);
  });
});
