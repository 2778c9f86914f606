import { describe, expect, it } from 'vitest';
import { dayFromIso, isoDay } from './local-day.ts';
import { memoryOf, partOfDay, sevenDaysUpTo } from './today.ts';

function day(iso: string): number {
  const found = dayFromIso(iso);
  if (found === null) throw new RangeError(iso);
  return found;
}
const made = (iso: string, time = '12:00') => ({ day: day(iso), createdAt: `${iso}T${time}:00.000Z` });
const none = new Set<number>();

describe('today', () => {
  it.each([
    [0, 'night'],
    [4, 'night'],
    [5, 'morning'],
    [11, 'morning'],
    [12, 'afternoon'],
    [17, 'afternoon'],
    [18, 'evening'],
    [22, 'evening'],
    [23, 'night'],
  ])('TODAY-1: %i o’clock is %s', (hour, part) => {
    expect(partOfDay(hour)).toBe(part);
  });

  it('TODAY-2: seven days, today last', () => {
    expect(sevenDaysUpTo(day('2027-01-02')).map(isoDay)).toEqual([
      '2026-12-27',
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ]);
  });

  it.each([
    ['2026-11-20', ['2025-11-20'], [], [], 'note 2025-11-20, 1'],
    ['2026-11-20', ['2024-11-20'], ['2025-11-20'], [], 'scan 2025-11-20, 1'],
    ['2026-11-20', ['2025-11-20'], ['2025-11-20'], [], 'note 2025-11-20, 1'],
    ['2026-11-20', ['2024-11-20'], ['2025-11-20'], ['2025-11-20'], 'note 2024-11-20, 2'],
    ['2026-11-20', ['2026-11-20', '2025-11-19'], ['2025-11-21'], [], null],
    ['2026-11-20', ['2025-11-20'], [], ['2025-11-20'], null],
    ['2028-02-29', ['2027-02-28'], [], [], 'note 2027-02-28, 1'],
    ['2028-02-29', ['2024-02-28'], ['2024-02-29'], [], 'scan 2024-02-29, 4'],
    ['2027-02-28', ['2024-02-29'], [], [], null],
    ['2026-11-20', [], [], [], null],
  ])('TODAY-3: on %s, notes %j, scans %j, hidden %j: %s', (today, notes, scans, hidden, expected) => {
    const memory = memoryOf(
      day(today),
      notes.map((iso) => made(iso)),
      scans.map((iso) => made(iso)),
      new Set(hidden.map(day)),
    );
    expect(memory && `${memory.kind} ${isoDay(memory.day)}, ${memory.yearsAgo}`).toBe(expected);
  });

  it('TODAY-3: of several on one day the last', () => {
    const notes = [made('2025-11-20', '08:00'), made('2025-11-20', '21:00'), made('2025-11-20', '09:00')];
    expect(memoryOf(day('2026-11-20'), notes, [], none)).toMatchObject({ note: notes[1] });
  });
});
