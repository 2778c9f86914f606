import { describe, expect, it } from 'vitest';
import { rangeEnds, rangeText } from './ranges.ts';

const day = (iso: string) => new Date(`${iso}T12:00`);
const week = { from: day('2026-11-09'), to: day('2026-11-15') };
const acrossMonths = { from: day('2026-11-30'), to: day('2026-12-06') };
const acrossYears = { from: day('2026-12-28'), to: day('2027-01-03') };
const now = day('2026-11-25');

describe('a range of days', () => {
  it.each([
    [week, 'fr', '9', '15 novembre'],
    [week, 'en', '9', '15 November'],
    [{ from: day('2026-06-01'), to: day('2026-06-07') }, 'fr', '1er', '7 juin'],
    [acrossMonths, 'fr', '30 novembre', '6 décembre'],
    [acrossYears, 'fr', '28 décembre 2026', '3 janvier 2027'],
    [{ from: day('2025-03-03'), to: day('2025-03-09') }, 'en', '3', '9 March 2025'],
  ] as const)('%# in %s goes from %s to %s', (ends, locale, start, end) => {
    expect(rangeEnds(ends, locale, now)).toEqual({ start, end });
  });

  it('has the year of its start only where it is not that of its end', () => {
    expect(rangeEnds(acrossYears, 'en', day('2027-01-04'))).toEqual({ start: '28 December 2026', end: '3 January' });
  });

  it.each([
    [week, 'fr', 'short', '9\u00A0–\u00A015 nov.'],
    [week, 'en', 'short', '9–15 Nov'],
    [week, 'fr', 'long', '9\u00A0–\u00A015 novembre'],
    [acrossMonths, 'en', 'short', '30 Nov\u00A0–\u00A06 Dec'],
    [acrossYears, 'fr', 'short', '28 déc. 2026\u00A0–\u00A03 janv. 2027'],
  ] as const)('%# in %s and %s is %s', (ends, locale, length, text) => {
    expect(rangeText(ends, locale, now, length)).toBe(text);
  });
});
