import { describe, expect, it } from 'vitest';
import { dayFromIso } from '../local-day.ts';
import { lookNotes } from './notes.ts';
import { spanAt } from './span.ts';

const day = (iso: string) => dayFromIso(iso) ?? Number.NaN;
const note = (createdAt: string) => ({ day: day(createdAt.slice(0, 10)), createdAt });
const today = day('2026-11-22');

/** The notes of an address as days. */
function said(unit: 'week' | 'month', address: string, days: readonly string[]) {
  const span = spanAt(unit, address, today);
  if (!span) throw new Error(`${address} has begun`);
  const { own, earlier } = lookNotes(unit, span, days.map(note), today);
  return [own?.createdAt ?? null, earlier && `${earlier.ago} ${earlier.note.createdAt}`];
}

describe('notes of a look back', () => {
  it.each([
    ['week', '2026-W47', ['2026-11-16', '2026-11-20T09:00', '2026-11-20T08:00'], '2026-11-20T09:00', null],
    ['week', '2026-W47', ['2026-11-15', '2026-11-23'], null, null],
    ['week', '2026-W47', ['2026-10-18', '2026-10-19', '2026-10-25', '2026-10-26'], null, 'month 2026-10-25'],
    ['week', '2026-W47', ['2025-11-16', '2025-11-17', '2025-11-24'], null, 'year 2025-11-17'],
    ['week', '2026-W47', ['2025-11-23', '2026-10-19'], null, 'month 2026-10-19'],
    // Of the week before, but not of an older one: it would not be a month ago.
    ['week', '2026-W46', ['2026-10-12'], null, 'month 2026-10-12'],
    ['week', '2026-W45', ['2026-10-05'], null, null],
    ['month', '2026-11', ['2026-11-01', '2026-10-31', '2025-11-30'], '2026-11-01', 'month 2026-10-31'],
    ['month', '2026-11', ['2025-11-30', '2025-12-01', '2026-09-30'], null, 'year 2025-11-30'],
    ['month', '2026-10', ['2026-09-01'], null, 'month 2026-09-01'],
    ['month', '2026-09', ['2026-08-01'], null, null],
  ] as const)('LOOK-7: %s %s with notes of %j has %s and %s', (unit, address, days, own, earlier) => {
    expect(said(unit, address, days)).toEqual([own, earlier]);
  });
});
