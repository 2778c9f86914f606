import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOrderOf, exactnessOf, instantOf, keyOfTime, readClock, readImportedTime, rejectedTime } from './time.ts';

const iso = (text: string, order: 'dayFirst' | 'monthFirst' = 'dayFirst') => {
  const time = readImportedTime(text, order);
  return time && keyOfTime(time);
};

describe('a date of another journal', () => {
  it.each([
    ['2026-04-03', '2026-04-03'],
    ['2026/4/3 20:30', '2026-04-03T20:30:00'],
    ['20260403', '2026-04-03'],
    ['2026-04-03T20:30:05.123Z', '2026-04-03T20:30:05+0'],
    ['2026-04-03T20:30+0200', '2026-04-03T20:30:00+120'],
    ['2026-04-03 20:30 -03:30', '2026-04-03T20:30:00+-210'],
    ['03/04/2026', '2026-04-03'],
    ['3.4.26, 8h05', '2026-04-03T08:05:00'],
    ['3 avril 2026', '2026-04-03'],
    ['vendredi 3 avril 2026 à 20h30', '2026-04-03T20:30:00'],
    ['1er août 2026', '2026-08-01'],
    ['Friday, April 3, 2026 8:30\u202FPM', '2026-04-03T20:30:00'],
    ['3rd of Dec 2025', '2025-12-03'],
    ['12 févr. 2026', '2026-02-12'],
    ['1700408759', '2023-11-19T15:45:59+0'],
    ['1700408759000', '2023-11-19T15:45:59+0'],
  ])('IMPORT-1: %j is %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it('IMPORT-1: the order of day and month decides only where it can', () => {
    expect(iso('03/04/2026', 'monthFirst')).toBe('2026-03-04');
    expect(iso('2026-04-03', 'monthFirst')).toBe('2026-04-03');
    expect(iso('31/04/2026', 'monthFirst')).toBeNull();
  });

  it.each(['', 'yesterday', '2026-02-30', '32/01/2026', '2026-04-03 25:00', '2026-04-03 20', '3 brumaire 2026', '12'])(
    'IMPORT-1: %j is none',
    (text) => {
      expect(iso(text)).toBeNull();
    },
  );

  it.each([
    ['8:30 PM', 20],
    ['12:00 am', 0],
    ['12:15 p.m.', 12],
    ['20h', 20],
    ['8 am', 8],
  ])('IMPORT-1: %s is in the hour %i', (text, hour) => {
    expect(readClock(text)?.clock?.hour).toBe(hour);
  });

  it('IMPORT-1: the columns prove their order, or the person is asked', () => {
    expect(dayOrderOf(['01/02/2026', '13/02/2026'])).toBe('dayFirst');
    expect(dayOrderOf(['01/02/2026', '02/13/2026'])).toBe('monthFirst');
    expect(dayOrderOf(['01/02/2026', '03/04/2026'])).toBe('ambiguous');
    expect(dayOrderOf(['13/02/2026', '02/13/2026'])).toBe('ambiguous');
    expect(dayOrderOf(['2026-01-02', '3 mai 2026', '04/04/2026', ''])).toBeNull();
  });

  it('IMPORT-1: without a zone it is on the clock of this device, without a time at noon', () => {
    const at = (text: string) => instantOf(readImportedTime(text, 'dayFirst') ?? expect.fail(text));
    expect(at('2026-04-03 20:30')).toBe(new Date(2026, 3, 3, 20, 30).getTime());
    expect(at('2026-04-03')).toBe(new Date(2026, 3, 3, 12).getTime());
    expect(
      ['2026-04-03', '2026-04-03 20:30']
        .map((text) => readImportedTime(text, 'dayFirst'))
        .map((time) => time && exactnessOf(time)),
    ).toEqual(['day', 'exact']);
    expect(at('2026-04-03T20:30+02:00')).toBe(Date.UTC(2026, 3, 3, 18, 30));
  });

  it('IMPORT-1: nothing is filed before 2000 or in the future', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(rejectedTime(Date.UTC(1999, 11, 31, 23), now)).toBe('early');
    expect(rejectedTime(Number.NaN, now)).toBe('early');
    expect(rejectedTime(now + 4 * 60_000, now)).toBeNull();
    expect(rejectedTime(now + 6 * 60_000, now)).toBe('future');
  });

  it('IMPORT-1: every day in every form is read back', () => {
    const day = fc.date({ min: new Date(Date.UTC(2000, 0)), max: new Date(Date.UTC(2099, 11)), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const written = date.toISOString().slice(0, 10);
        const [year = '', month = '', dayOfMonth = ''] = written.split('-');
        expect(iso(`${dayOfMonth}/${month}/${year}`)).toBe(written);
        expect(iso(`${month}-${dayOfMonth}-${year}`, 'monthFirst')).toBe(written);
        for (const locale of ['fr', 'en-GB', 'en-US'])
          expect(iso(date.toLocaleDateString(locale, { dateStyle: 'full', timeZone: 'UTC' }))).toBe(written);
      }),
    );
  });

  it('IMPORT-1: no text throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d/:. -]{0,70}$/)), (text) => {
        readImportedTime(text, 'dayFirst');
        readClock(text);
        dayOrderOf([text]);
      }),
    );
  });
});
