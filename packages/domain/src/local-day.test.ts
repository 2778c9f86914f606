import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { dayFromIso, dayOf, isoDay, startOfDay, twelveMonthsBefore } from './local-day.ts';

const zoneBefore = process.env.TZ;

afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

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
    process.env.TZ = zone;
    expect(isoDay(dayOf(Date.parse(at)))).toBe(day);
    expect(new Date(startOfDay(dayOf(Date.parse(at)))).toISOString()).toBe(start);
  });

  it.each(zones)('DAY-1: every moment lies in its day, and days do not overlap (%s)', (zone) => {
    process.env.TZ = zone;
    fc.assert(
      fc.property(moment, (at) => {
        const day = dayOf(at);
        expect(startOfDay(day)).toBeLessThanOrEqual(at);
        expect(at).toBeLessThan(startOfDay(day + 1));
      }),
    );
  });

  it.each(zones)('DAY-1: a later moment is never an earlier day (%s)', (zone) => {
    process.env.TZ = zone;
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
});
