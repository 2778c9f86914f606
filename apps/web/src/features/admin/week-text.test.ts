import { describe, expect, test } from 'vitest';
import { shortWeek, weekDay, weekTick } from './week-text.ts';

const now = new Date('2026-11-20T12:00:00.000Z');

describe('weekDay', () => {
  test('says the Monday of UTC, whatever the zone', () => {
    expect(weekDay('2026-09-28', 'fr', now)).toBe('28 septembre');
    expect(weekDay('2026-09-28', 'en', now)).toBe('28 September');
  });

  test('counts the first of a month in French', () => {
    expect(weekDay('2026-06-01', 'fr', now)).toBe('1er juin');
    expect(weekDay('2026-06-01', 'en', now)).toBe('1 June');
  });

  test('adds the year when it is another one', () => {
    expect(weekDay('2025-12-29', 'fr', now)).toBe('29 décembre 2025');
  });
});

describe('shortWeek', () => {
  test('is short, and as exact', () => {
    expect(shortWeek('2026-06-01', 'fr', now)).toBe('1er juin');
    expect(shortWeek('2026-09-28', 'en', now)).toBe('28 Sept');
    expect(shortWeek('2025-12-29', 'fr', now)).toBe('29 déc. 2025');
  });
});

describe('weekTick', () => {
  test('is as short as it can be', () => {
    expect(weekTick('2026-09-28', now)).toBe('28.09');
    expect(weekTick('2025-09-29', now)).toBe('29.09.25');
  });
});
