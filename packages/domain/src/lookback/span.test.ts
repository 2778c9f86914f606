import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayFromIso, dayOf, isoDay, weekdayOf } from '../local-day.ts';
import type { Period } from '../statistics/period.ts';
import { addressOf, isoWeekOf, latestWeek, monthOfWeek, spanAt, spansAround, weekOnToday } from './span.ts';

afterEach(() => void vi.unstubAllEnvs());

const day = (iso: string) => dayFromIso(iso) ?? Number.NaN;
const said = (span: Period | null) => span && `${isoDay(span.from)} ${isoDay(span.to)}`;
const far = day('2100-01-01');
const anyDay = fc.integer({ min: 0, max: 40_000 });
const unit = fc.constantFrom('week', 'month');

describe('addresses', () => {
  it.each([
    ['2026-W47', '2026-11-16 2026-11-22'],
    ['2026-W53', '2026-12-28 2027-01-03'],
    ['2027-W01', '2027-01-04 2027-01-10'],
    ['2020-W53', '2020-12-28 2021-01-03'],
    ['2024-W01', '2024-01-01 2024-01-07'],
    ['2025-W53', null],
    ['2026-W00', null],
    ['2026-W54', null],
    ['2026-W7', null],
    ['2026-w47', null],
    ['2026-11', null],
    ['', null],
  ])('LOOK-1: week %s is %s', (address, expected) => {
    expect(said(spanAt('week', address, far))).toBe(expected);
  });

  it.each([
    ['2026-02', '2026-02-01 2026-02-28'],
    ['2024-02', '2024-02-01 2024-02-29'],
    ['2026-04', '2026-04-01 2026-04-30'],
    ['2026-12', '2026-12-01 2026-12-31'],
    ['2026-13', null],
    ['2026-W47', null],
  ])('LOOK-1: month %s is %s', (address, expected) => {
    expect(said(spanAt('month', address, far))).toBe(expected);
  });

  it('LOOK-1: every day is in exactly the span of its address, and spans follow each other without a gap', () => {
    fc.assert(
      fc.property(unit, anyDay, (one, at) => {
        const own = spanAt(one, addressOf(one, { from: at, to: at }), far);
        if (!own) throw new Error('a day has a span');
        expect(own.from).toBeLessThanOrEqual(at);
        expect(own.to).toBeGreaterThanOrEqual(at);
        const { before, after } = spansAround(one, own, far);
        expect(before.to).toBe(own.from - 1);
        expect(after?.from).toBe(own.to + 1);
        expect(addressOf(one, before) < addressOf(one, own)).toBe(true);
      }),
    );
  });

  it('LOOK-1: a week has seven days, and at least four of them in its year and its month', () => {
    fc.assert(
      fc.property(anyDay, (at) => {
        const span = spanAt('week', isoWeekOf(at), far);
        if (!span) throw new Error('a day has a week');
        expect(span.to - span.from).toBe(6);
        const days = Array.from({ length: 7 }, (_, index) => span.from + index);
        expect(days.filter((one) => isoDay(one).slice(0, 4) === isoWeekOf(at).slice(0, 4)).length).toBeGreaterThan(3);
        const month = monthOfWeek(span);
        expect(days.filter((one) => one >= month.from && one <= month.to).length).toBeGreaterThan(3);
      }),
    );
  });

  it('LOOK-1: what has not begun is not looked back on, and nothing follows the running one', () => {
    const sunday = day('2026-11-22');
    expect(spanAt('week', '2026-W48', sunday)).toBeNull();
    expect(spanAt('month', '2026-12', sunday)).toBeNull();
    const running = spanAt('week', '2026-W47', sunday - 6);
    expect(said(running)).toBe('2026-11-16 2026-11-22');
    if (!running) throw new Error('it runs');
    expect(spansAround('week', running, sunday).after).toBeNull();
    expect(said(spansAround('week', running, sunday + 1).after)).toBe('2026-11-23 2026-11-29');
  });
});

describe('on Today', () => {
  it.each([
    ['2026-11-22T16:59:59', null, '2026-W47'],
    ['2026-11-22T17:00:00', '2026-W47', '2026-W47'],
    ['2026-11-22T23:59:59', '2026-W47', '2026-W47'],
    ['2026-11-23T00:00:00', '2026-W47', '2026-W47'],
    ['2026-11-24T23:59:59', '2026-W47', '2026-W47'],
    ['2026-11-25T00:00:00', null, '2026-W48'],
    ['2026-11-28T18:00:00', null, '2026-W48'],
    ['2027-01-03T17:00:00', '2026-W53', '2026-W53'],
    // Clocks change on these Sundays in Europe and in Lebanon.
    ['2026-03-29T17:00:00', '2026-W13', '2026-W13'],
    ['2026-10-25T16:59:59', null, '2026-W43'],
    ['2026-10-25T17:00:00', '2026-W43', '2026-W43'],
  ])('LOOK-2: at %s it is %s, and a link leads to %s, in every zone', (local, week, linked) => {
    for (const zone of ['UTC', 'Europe/Paris', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Beirut']) {
      vi.stubEnv('TZ', zone);
      const now = Date.parse(local);
      const shown = weekOnToday(now);
      expect(shown && addressOf('week', shown), zone).toBe(week);
      expect(addressOf('week', latestWeek(now)), zone).toBe(linked);
    }
  });

  it('LOOK-2: the week of a link has begun, and at most two days of the next one have passed', () => {
    const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(moment, (now) => {
        const { from, to } = latestWeek(now);
        expect(weekdayOf(from)).toBe(1);
        expect(from).toBeLessThanOrEqual(dayOf(now));
        expect(dayOf(now) - to).toBeLessThanOrEqual(2);
      }),
    );
  });
});
