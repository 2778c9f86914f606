import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  calendarDay,
  dayAndMonth,
  dayMonthAndYear,
  dottedDay,
  longDay,
  monthAndYear,
  monthName,
  noteDay,
  shortDay,
  shortDayAndMonth,
  shortDateAndYear,
  shortestDate,
  shortMonth,
  shortMonthAndYear,
  shortWeekday,
  timeAhead,
  timeOfDay,
  weekdayName,
} from './dates.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Built from local parts, so that the test holds in every time zone. */
const local = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  new Date(year, month - 1, day, hour, minute);

const now = local(2026, 11, 20);

describe('day', () => {
  it.each([
    [local(2026, 11, 20), 'vendredi 20 novembre', 'Friday 20 November'],
    [local(2026, 11, 1), 'dimanche 1er novembre', 'Sunday 1 November'],
    [local(2026, 1, 1, 0, 0), 'jeudi 1er janvier', 'Thursday 1 January'],
    [local(2026, 12, 31, 23, 59), 'jeudi 31 décembre', 'Thursday 31 December'],
    [local(2026, 8, 11), 'mardi 11 août', 'Tuesday 11 August'],
    [local(2025, 12, 31, 23, 59), 'mercredi 31 décembre 2025', 'Wednesday 31 December 2025'],
    [local(2027, 1, 1, 0, 0), 'vendredi 1er janvier 2027', 'Friday 1 January 2027'],
    [local(2024, 2, 29), 'jeudi 29 février 2024', 'Thursday 29 February 2024'],
    [local(2000, 1, 1), 'samedi 1er janvier 2000', 'Saturday 1 January 2000'],
  ])('%s reads « %s », "%s"', (date, fr, en) => {
    expect(longDay(date, 'fr', now)).toBe(fr);
    expect(longDay(date, 'en', now)).toBe(en);
  });

  it('is complete in every month', () => {
    for (let month = 1; month <= 12; month += 1) {
      expect(longDay(local(2026, month, 2), 'fr', now)).toMatch(/^[a-z]+di 2 \p{Ll}+$|^dimanche 2 \p{Ll}+$/u);
      expect(longDay(local(2026, month, 2), 'en', now)).toMatch(/^[A-Z][a-z]+day 2 [A-Z][a-z]+$/);
    }
  });
});

describe('short form of a day', () => {
  it.each([
    [local(2026, 11, 17), 'mar', 'mar. 17', 'mar. 17 novembre', 'Tue', 'Tue 17', 'Tue 17 November'],
    [local(2025, 11, 1), 'sam', 'sam. 1er', 'sam. 1er novembre 2025', 'Sat', 'Sat 1', 'Sat 1 November 2025'],
  ])('%s', (date, frDay, frShort, frLong, enDay, enShort, enLong) => {
    const read = (locale: 'fr' | 'en') => [
      shortWeekday(date, locale),
      shortDay(date, locale),
      shortDayAndMonth(date, locale, now),
    ];
    expect(read('fr')).toEqual([frDay, frShort, frLong]);
    expect(read('en')).toEqual([enDay, enShort, enLong]);
  });
});

describe('time of day', () => {
  it.each([
    [local(2026, 11, 20, 21, 14), '21\u202Fh\u202F14', '21:14'],
    [local(2026, 11, 20, 0, 0), '00\u202Fh\u202F00', '00:00'],
    [local(2026, 11, 20, 9, 5), '09\u202Fh\u202F05', '09:05'],
    [local(2026, 11, 20, 23, 59), '23\u202Fh\u202F59', '23:59'],
  ])('%s reads « %s », "%s"', (date, fr, en) => {
    expect(timeOfDay(date, 'fr')).toBe(fr);
    expect(timeOfDay(date, 'en')).toBe(en);
  });
});

describe('day on a slider', () => {
  it.each([
    [local(2026, 11, 20), '20.11.26'],
    [local(2000, 1, 2), '02.01.00'],
    [local(2109, 12, 31, 23, 59), '31.12.09'],
  ])('%s reads %s', (date, text) => {
    expect(dottedDay(date)).toBe(text);
  });
});

describe("uses the person's time zone", () => {
  const moment = new Date('2026-12-31T23:30:00Z');

  it.each([
    ['UTC', 'jeudi 31 décembre', '23:30'],
    ['Europe/Paris', 'vendredi 1er janvier 2027', '00:30'],
    ['Pacific/Noumea', 'vendredi 1er janvier 2027', '10:30'],
    ['America/Guadeloupe', 'jeudi 31 décembre', '19:30'],
    ['Asia/Kolkata', 'vendredi 1er janvier 2027', '05:00'],
  ])('%s', (zone, day, time) => {
    vi.stubEnv('TZ', zone);
    expect(longDay(moment, 'fr', new Date('2026-06-01T12:00:00Z'))).toBe(day);
    expect(timeOfDay(moment, 'en')).toBe(time);
  });

  it('is right when an hour occurs twice, and when one is missing', () => {
    vi.stubEnv('TZ', 'Europe/Paris');
    expect(timeOfDay(new Date('2026-10-25T00:30:00Z'), 'en')).toBe('02:30');
    expect(timeOfDay(new Date('2026-10-25T01:30:00Z'), 'en')).toBe('02:30');
    expect(timeOfDay(new Date('2026-03-29T00:59:00Z'), 'en')).toBe('01:59');
    expect(timeOfDay(new Date('2026-03-29T01:00:00Z'), 'en')).toBe('03:00');
    expect(longDay(new Date('2026-10-25T01:30:00Z'), 'fr', now)).toBe('dimanche 25 octobre');
  });

  it.each([
    ['America/Los_Angeles', '2026-11-01T15:30:00Z', -480, '07:30'],
    ['Europe/Paris', '2026-10-24T23:30:00Z', 120, '01:30'],
    ['Europe/Paris', '2026-03-29T00:30:00Z', 60, '01:30'],
    ['Europe/Paris', '2026-03-29T00:30:00Z', 120, '02:30'],
    ['Asia/Kolkata', '2026-11-20T21:14:00Z', -210, '17:44'],
  ])('shows in %s what another clock shows: %s at %i is %s', (zone, at, offset, time) => {
    vi.stubEnv('TZ', zone);
    expect(timeAhead(new Date(at), offset, 'en')).toBe(time);
  });
});

describe('notes and their calendar', () => {
  it('write the day of a note with two digits and its year', () => {
    expect(noteDay(local(2026, 11, 3), 'fr')).toBe('03 nov. 2026');
    expect(noteDay(local(2026, 11, 3), 'en')).toBe('03 Nov 2026');
    expect(noteDay(local(2025, 12, 31, 23, 59), 'fr')).toBe('31 déc. 2025');
  });

  it('write a day of the calendar the same in both languages', () => {
    expect(calendarDay(local(2026, 11, 3))).toBe('03/11/2026');
    expect(calendarDay(local(2025, 12, 31, 23, 59))).toBe('31/12/2025');
  });

  it('name a day with its year only when that is not the current one', () => {
    expect(dayAndMonth(local(2026, 11, 20), 'fr', now)).toBe('20 novembre');
    expect(dayAndMonth(local(2026, 11, 1), 'fr', now)).toBe('1er novembre');
    expect(dayAndMonth(local(2026, 11, 1), 'en', now)).toBe('1 November');
    expect(dayAndMonth(local(2025, 2, 28), 'en', now)).toBe('28 February 2025');
  });

  it('name a day always with its year where years are compared', () => {
    expect(dayMonthAndYear(local(2026, 11, 20), 'fr')).toBe('20 novembre 2026');
    expect(dayMonthAndYear(local(2026, 11, 1), 'fr')).toBe('1er novembre 2026');
    expect(dayMonthAndYear(local(2026, 11, 1), 'en')).toBe('1 November 2026');
  });

  it('shorten a month', () => {
    expect(shortMonth(local(2025, 12, 31, 23, 59), 'fr')).toBe('déc.');
    expect(shortMonth(local(2026, 9, 1), 'en')).toBe('Sept');
    expect(shortestDate(local(2026, 11, 18), 'fr', now)).toBe('18 nov.');
    expect(shortestDate(local(2026, 11, 1), 'fr', now)).toBe('1er nov.');
    expect(shortestDate(local(2026, 11, 1), 'en', now)).toBe('1 Nov');
    expect(shortestDate(local(2025, 11, 1), 'en', now)).toBe('01.11.25');
    expect(shortDateAndYear(local(2026, 11, 18), 'fr', now)).toBe('18 nov.');
    expect(shortDateAndYear(local(2025, 11, 1), 'fr', now)).toBe('1er nov. 2025');
    expect(shortMonthAndYear(local(2026, 11, 1), 'fr')).toBe('nov. 26');
    expect(shortMonthAndYear(local(2009, 1, 1), 'en')).toBe('Jan 09');
  });

  it('name a month with its year', () => {
    expect(monthAndYear(local(2026, 11, 1), 'fr')).toBe('novembre 2026');
    expect(monthAndYear(local(2026, 11, 30, 23, 59), 'en')).toBe('November 2026');
    expect(monthName(local(2026, 11, 1), 'fr', now)).toBe('novembre');
    expect(monthName(local(2025, 11, 1), 'fr', now)).toBe('novembre 2025');
  });
});

describe('weekday', () => {
  it.each([
    [1, 'lundi', 'Monday'],
    [7, 'dimanche', 'Sunday'],
  ])('%i is %s, %s', (weekday, fr, en) => {
    expect([weekdayName(weekday, 'fr'), weekdayName(weekday, 'en')]).toEqual([fr, en]);
  });
});
