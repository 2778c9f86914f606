import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayOf } from '../local-day.ts';
import { beginningOn, endingOn, lastTwelveMonths, wholePeriod, withFrom, withTo, type Period } from './period.ts';
import { inTimeOrder, nearestScan, neighboursOf, scansIn, type TimedScan } from './scan-series.ts';

afterEach(() => void vi.unstubAllEnvs());

const answers = [5, 5, 5, 5, 5, 5, 5];
const scan = (at: number, id = `scan-${at}`): TimedScan => ({ id, at, answers });
const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`);
const day = (text: string) => Date.parse(text) / 86_400_000;

const moments = fc.array(fc.integer({ min: Date.UTC(2025, 9, 1), max: Date.UTC(2026, 11, 1) }), {
  minLength: 1,
  maxLength: 40,
});
const series = moments.map((list) => inTimeOrder(list.map((moment, index) => scan(moment, `scan-${index}`))));

describe('order', () => {
  it('SERIES-1: from the earliest to the latest, those of one moment by their id', () => {
    const given = [scan(3), scan(1, 'b'), scan(2), scan(1, 'a')];
    expect(inTimeOrder(given).map(({ id }) => id)).toEqual(['a', 'b', 'scan-2', 'scan-3']);
    expect(given[0]?.at).toBe(3);
  });

  it('SERIES-1: the order they came in does not matter', () => {
    fc.assert(
      fc.property(series, (scans) => {
        expect(inTimeOrder([...scans].reverse())).toEqual(scans);
      }),
    );
  });
});

describe('neighbours', () => {
  it.each([
    ['scan-1', undefined, 'scan-2'],
    ['scan-2', 'scan-1', 'scan-3'],
    ['scan-3', 'scan-2', undefined],
    ['another', undefined, undefined],
  ])('SERIES-3: of %s they are %s and %s', (id, before, after) => {
    const found = neighboursOf([scan(1), scan(2), scan(3)], id);
    expect([found.before?.id, found.after?.id]).toEqual([before, after]);
  });
});

describe('nearest scan', () => {
  const two = [scan(at('10:00')), scan(at('12:00'))];
  it.each([
    ['09:00', 0],
    ['10:59', 0],
    ['11:00', 0],
    ['11:01', 1],
    ['12:00', 1],
    ['13:00', 1],
  ])('SERIES-2: at %s it is number %i', (time, index) => {
    expect(nearestScan(two, at(time))).toBe(index);
  });

  it('SERIES-2: of two of one moment it is the first, from both sides', () => {
    const three = [scan(at('10:00')), scan(at('12:00'), 'a'), scan(at('12:00'), 'b')];
    for (const time of ['11:30', '12:00', '13:00']) expect(nearestScan(three, at(time))).toBe(1);
  });

  it('SERIES-2: without scans there is none', () => {
    expect(nearestScan([], at('10:00'))).toBe(-1);
  });

  it('SERIES-2: no other scan is nearer, and no earlier one as near', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: Date.UTC(2025, 8, 1), max: Date.UTC(2027, 0, 1) }), (scans, chosen) => {
        const index = nearestScan(scans, chosen);
        const distances = scans.map(({ at: moment }) => Math.abs(moment - chosen));
        expect(index).toBe(distances.indexOf(Math.min(...distances)));
      }),
    );
  });
});

describe('period', () => {
  it('PERIOD-1: both end days belong to it, also where the clock changes', () => {
    vi.stubEnv('TZ', 'Europe/Paris');
    const short = { from: day('2026-03-29'), to: day('2026-03-29') };
    const long = { from: day('2026-10-25'), to: day('2026-10-25') };
    const scans = [
      '2026-03-28T22:59:59.999Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T21:59:59.999Z',
      '2026-03-29T22:00:00.000Z',
      '2026-10-24T21:59:59.999Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T22:59:59.999Z',
      '2026-10-25T23:00:00.000Z',
    ].map((time) => scan(Date.parse(time)));
    expect(scansIn(scans, short)).toEqual([scans[1], scans[2]]);
    expect(scansIn(scans, long)).toEqual([scans[5], scans[6]]);
    expect(scansIn(scans, { from: short.from, to: long.to })).toHaveLength(6);
  });

  it.each(['UTC', 'Europe/Paris', 'America/Sao_Paulo', 'Pacific/Apia'])(
    'PERIOD-1: a scan is in it when its local day is (%s)',
    (zone) => {
      vi.stubEnv('TZ', zone);
      fc.assert(
        fc.property(series, fc.nat(500), fc.nat(500), (scans, start, length) => {
          const from = day('2025-09-01') + start;
          const period = { from, to: from + length };
          const expected = scans.filter(({ at: moment }) => dayOf(moment) >= from && dayOf(moment) <= period.to);
          expect(scansIn(scans, period)).toEqual(expected);
        }),
      );
    },
  );

  it.each([
    ['2026-10-01', '2026-11-20', '2026-10-01'],
    ['2024-01-05', '2026-11-20', '2025-11-21'],
    ['2025-11-21', '2026-11-20', '2025-11-21'],
    ['2026-11-20', '2026-11-20', '2026-11-20'],
  ])('PERIOD-2: with scans from %s to %s it begins on %s', (first, last, from) => {
    vi.stubEnv('TZ', 'Europe/Paris');
    const whole = wholePeriod(Date.parse(`${first}T08:00:00Z`), Date.parse(`${last}T20:14:00Z`));
    expect(whole).toEqual({ from: day(first), to: day(last) });
    expect(lastTwelveMonths(whole)).toEqual({ from: day(from), to: day(last) });
  });

  it('PERIOD-2: the last scan is always in it', () => {
    fc.assert(
      fc.property(series, (scans) => {
        const [first, last] = [scans[0], scans.at(-1)];
        if (!first || !last) return;
        expect(scansIn(scans, lastTwelveMonths(wholePeriod(first.at, last.at))).at(-1)).toEqual(last);
      }),
    );
  });

  const whole = { from: day('2026-10-01'), to: day('2026-11-20') };
  const period = { from: day('2026-10-10'), to: day('2026-11-01') };

  it.each<[string, Period, string, string]>([
    ['first to 5 November', withFrom(period, day('2026-11-05'), whole), '2026-11-01', '2026-11-01'],
    ['first to 1 September', withFrom(period, day('2026-09-01'), whole), '2026-10-01', '2026-11-01'],
    ['first to 12 October', withFrom(period, day('2026-10-12'), whole), '2026-10-12', '2026-11-01'],
    ['last to 2 October', withTo(period, day('2026-10-02'), whole), '2026-10-10', '2026-10-10'],
    ['last to 1 January', withTo(period, day('2027-01-01'), whole), '2026-10-10', '2026-11-20'],
  ])('PERIOD-3: %s', (_, moved, from, to) => {
    expect(moved).toEqual({ from: day(from), to: day(to) });
  });

  it.each<[string, Period, string, string]>([
    ['first = 5 November', beginningOn(period, day('2026-11-05'), whole), '2026-11-05', '2026-11-05'],
    ['last = 2 October', endingOn(period, day('2026-10-02'), whole), '2026-10-02', '2026-10-02'],
    ['first = 1 September', beginningOn(period, day('2026-09-01'), whole), '2026-10-01', '2026-11-01'],
    ['last = 1 January', endingOn(period, day('2027-01-01'), whole), '2026-10-10', '2026-11-20'],
    ['first = 12 October', beginningOn(period, day('2026-10-12'), whole), '2026-10-12', '2026-11-01'],
  ])('PERIOD-4: %s', (_, typed, from, to) => {
    expect(typed).toEqual({ from: day(from), to: day(to) });
  });

  it('PERIOD-4: a typed day of the whole is an end of the period, and the ends stay in order', () => {
    const anyDay = fc.integer({ min: whole.from, max: whole.to });
    fc.assert(
      fc.property(anyDay, anyDay, anyDay, (a, b, typed) => {
        const before = { from: Math.min(a, b), to: Math.max(a, b) };
        const begun = beginningOn(before, typed, whole);
        expect(begun).toEqual({ from: typed, to: Math.max(typed, before.to) });
        const ended = endingOn(before, typed, whole);
        expect(ended).toEqual({ from: Math.min(typed, before.from), to: typed });
      }),
    );
  });

  it('PERIOD-3: however the ends are moved, they stay in order and within the whole', () => {
    const move = fc.record({ end: fc.constantFrom(withFrom, withTo), to: fc.integer({ min: 0, max: 40_000 }) });
    fc.assert(
      fc.property(fc.array(move), (moves) => {
        let now: Period = period;
        for (const { end, to } of moves) {
          now = end(now, to, whole);
          expect(now.from).toBeLessThanOrEqual(now.to);
          expect(now.from).toBeGreaterThanOrEqual(whole.from);
          expect(now.to).toBeLessThanOrEqual(whole.to);
        }
      }),
    );
  });
});
