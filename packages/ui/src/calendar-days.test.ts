import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dayByKey, sameDayIn, weekdayOf, weeksOf } from './calendar-days.ts';

describe('the weeks of a month', () => {
  test('begin on Monday and hold the whole month', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks).toHaveLength(6);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect(weeks[0]?.[0]).toBe('2026-10-26');
    expect(weeks[0]?.[6]).toBe('2026-11-01');
    expect(weeks[5]?.[6]).toBe('2026-12-06');
  });

  test.each(['2024-02', '2026-03', '2026-10', '2027-02', '2025-12'])(
    'of %s follow each other without a gap',
    (month) => {
      const days = weeksOf(month).flat();
      expect(weekdayOf(days[0] ?? '')).toBe(0);
      expect(days).toContain(`${month}-01`);
      expect(days.slice(1)).toEqual(days.slice(0, -1).map((day) => addDays(day, 1)));
    },
  );
});

describe('steps', () => {
  test('cross months, years and leap days', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2026-01', -13)).toBe('2024-12');
    expect(sameDayIn('2026-02', '2026-01-31')).toBe('2026-02-28');
    expect(sameDayIn('2026-04', '2026-03-30')).toBe('2026-04-30');
  });

  test('follow the keys of a grid', () => {
    const from = '2026-11-20';
    expect(weekdayOf(from)).toBe(4);
    expect(dayByKey('ArrowLeft', from)).toBe('2026-11-19');
    expect(dayByKey('ArrowRight', from)).toBe('2026-11-21');
    expect(dayByKey('ArrowUp', from)).toBe('2026-11-13');
    expect(dayByKey('ArrowDown', from)).toBe('2026-11-27');
    expect(dayByKey('Home', from)).toBe('2026-11-16');
    expect(dayByKey('End', from)).toBe('2026-11-22');
    expect(dayByKey('PageUp', '2026-12-31')).toBe('2026-11-30');
    expect(dayByKey('PageDown', '2026-01-31')).toBe('2026-02-28');
    expect(dayByKey('Enter', from)).toBeNull();
  });
});
