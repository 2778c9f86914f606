import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { reminderSchema } from './fields.ts';
import { chosenTime, isSameDay, nextReminder, pauseEnd, sendingTime, shownTime } from './schedule.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const sound = { days: [1, 5], time: '08:00', zone: 'Europe/Paris' };
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const zones = [
  'UTC',
  'Europe/Paris',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'America/Los_Angeles',
];

/** Local time of a zone, computed differently from the code: `YYYY-MM-DD HH:MM` and the day's English name. */
function clock(zone: string, at: Date): { readonly text: string; readonly day: number } {
  const text = at.toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);
  const name = at.toLocaleString('en', { timeZone: zone, weekday: 'long' });
  const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  return { text, day: names.indexOf(name) + 1 };
}

describe('a schedule', () => {
  it.each([
    [{}, true],
    [{ days: everyDay }, true],
    [{ days: [] }, false],
    [{ days: [1, 1] }, false],
    [{ days: [0] }, false],
    [{ days: [8] }, false],
    [{ time: '23:59' }, true],
    [{ time: '24:00' }, false],
    [{ time: '8:00' }, false],
    [{ zone: 'America/Argentina/Buenos_Aires' }, true],
    [{ zone: 'UTC' }, true],
    [{ zone: '+01:00' }, false],
    [{ zone: 'Europe/Atlantis' }, false],
    [{ zone: '../etc/passwd' }, false],
    [{ zone: `Etc/${'A'.repeat(80)}` }, false],
    [{ zone: '' }, false],
  ])('REMIND-1: %j is sound: %s', (part, isSound) => {
    expect(z.safeParse(reminderSchema, { ...sound, ...part }).success).toBe(isSound);
  });
});

describe('the next reminder', () => {
  it.each([
    ['2026-11-20T06:59:59Z', '2026-11-20T07:00:00.000Z'], // a Friday
    ['2026-11-20T07:00:00Z', '2026-11-23T07:00:00.000Z'],
    ['2026-11-22T12:00:00Z', '2026-11-23T07:00:00.000Z'],
    ['2026-03-27T12:00:00Z', '2026-03-30T06:00:00.000Z'], // summer time since Sunday
  ])('REMIND-2: after %s it is at %s', (after, at) => {
    expect(nextReminder(sound, new Date(after)).toISOString()).toBe(at);
  });

  it.each([
    ['Europe/Paris', '02:30', '2026-03-27T23:30:00Z', '2026-03-28T01:30:00.000Z'],
    ['Europe/Paris', '02:30', '2026-03-28T23:30:00Z', '2026-03-29T01:00:00.000Z'],
    ['Europe/Paris', '02:30', '2026-10-24T23:30:00Z', '2026-10-25T00:30:00.000Z'],
    ['Europe/Paris', '02:30', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['Asia/Kolkata', '08:00', '2026-11-22T00:00:00Z', '2026-11-22T02:30:00.000Z'],
    ['Asia/Beirut', '00:00', '2026-03-28T12:00:00Z', '2026-03-28T22:00:00.000Z'],
    ['Pacific/Apia', '08:00', '2011-12-29T19:00:00Z', '2011-12-30T18:00:00.000Z'],
  ])('REMIND-3: in %s at %s, after %s it is at %s', (zone, time, after, at) => {
    expect(nextReminder({ days: everyDay, time, zone }, new Date(after)).toISOString()).toBe(at);
  });

  const schedule = fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    time: fc.integer({ min: 0, max: 1_439 }).map((minute) => new Date(minute * minuteMs).toISOString().slice(11, 16)),
    zone: fc.constantFrom(...zones),
  });
  const moment = fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2035, 0, 1) }).map((at) => new Date(at));

  it('REMIND-2: it is ahead, within eight days, on a chosen day, and nothing lies between', () => {
    fc.assert(
      fc.property(schedule, moment, (plan, after) => {
        const at = nextReminder(plan, after);
        expect(at.getTime()).toBeGreaterThan(after.getTime());
        expect(at.getTime() - after.getTime()).toBeLessThanOrEqual(8 * dayMs);
        expect(plan.days).toContain(clock(plan.zone, at).day);
        // The answer is the same for any earlier time.
        const between = new Date(after.getTime() + (at.getTime() - after.getTime()) / 2);
        expect(nextReminder(plan, between)).toEqual(at);
      }),
    );
  });

  it('REMIND-3: the clocks show the time, or skipped it a moment ago', () => {
    fc.assert(
      fc.property(schedule, moment, (plan, after) => {
        const at = nextReminder(plan, after);
        const shown = clock(plan.zone, at).text.slice(11);
        if (shown === plan.time) return;
        const before = clock(plan.zone, new Date(at.getTime() - minuteMs)).text.slice(11);
        expect(shown > plan.time).toBe(true);
        expect(before < plan.time || before > shown).toBe(true);
      }),
    );
  });

  it('REMIND-6: it is sent within ten minutes, on its day, always as late for one person, and shown as chosen', () => {
    fc.assert(
      fc.property(schedule, moment, fc.uuid(), (plan, after, id) => {
        const at = nextReminder(plan, after);
        const sent = sendingTime(plan.zone, at, id);
        const lateMs = sent.getTime() - at.getTime();
        expect(lateMs).toBeGreaterThanOrEqual(0);
        expect(lateMs).toBeLessThan(limits.reminder.spreadMaxMs);
        expect(isSameDay(plan.zone, at, sent)).toBe(true);
        expect(sendingTime(plan.zone, at, id)).toEqual(sent);
        expect(chosenTime(plan, sent)).toEqual(at);
      }),
    );
  });

  it('REMIND-6: those of one time are spread evenly over ten minutes', () => {
    const at = new Date('2026-11-20T20:00:00Z');
    const minutes = Array.from({ length: 10 }, () => 0);
    for (let person = 0; person < 10_000; person += 1) {
      const sent = sendingTime('UTC', at, randomUUID());
      const minute = Math.floor((sent.getTime() - at.getTime()) / minuteMs);
      minutes[minute] = (minutes[minute] ?? 0) + 1;
    }
    // A thousand each, and ten standard deviations.
    for (const count of minutes) expect(Math.abs(count - 1_000)).toBeLessThan(300);
  });

  it('REMIND-4: two in a row are never on one day', () => {
    fc.assert(
      fc.property(schedule, moment, (plan, after) => {
        const first = nextReminder(plan, after);
        expect(isSameDay(plan.zone, first, nextReminder(plan, first))).toBe(false);
      }),
    );
  });

  it.each([
    [null, undefined, '2026-11-20T20:00:00.000Z'],
    ['2026-11-20T19:00:00Z', undefined, '2026-11-21T20:00:00.000Z'],
    [null, '2026-11-20T11:00:00Z', '2026-11-21T20:00:00.000Z'],
    ['2026-11-19T20:00:00Z', '2026-11-19T22:59:59Z', '2026-11-20T20:00:00.000Z'],
  ])('REMIND-4: with a reminder at %s and a scan at %s, the next one shown is at %s', (sent, scan, at) => {
    const plan = { days: everyDay, time: '21:00', zone: 'Europe/Paris' };
    const done = [sent, scan].map((one) => (one == null ? null : new Date(one)));
    expect(shownTime(plan, new Date('2026-11-20T20:07:00Z'), done).toISOString()).toBe(at);
  });

  it('REMIND-4: a day is one of the zone', () => {
    const [a, b] = [new Date('2026-11-20T22:30:00Z'), new Date('2026-11-20T23:30:00Z')];
    expect([isSameDay('UTC', a, b), isSameDay('Europe/Paris', a, b)]).toEqual([true, false]);
  });
});

it('REMIND-5: a pause ends when it was asked to, at most 31 days ahead', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(pauseEnd('2026-11-27T12:00:00Z', now)?.toISOString()).toBe('2026-11-27T12:00:00.000Z');
  expect(pauseEnd('2027-11-27T12:00:00Z', now)?.toISOString()).toBe('2026-12-21T12:00:00.000Z');
  expect(pauseEnd(null, now)).toBeNull();
});
