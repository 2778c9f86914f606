import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { describe, expect, it } from 'vitest';
import { chartSummary } from './chart-summary.ts';

loadAllLocales();
const scan = (day: number, ...answers: number[]) => ({
  id: String(day),
  at: new Date(2024, 0, day, 12).getTime(),
  answers,
});

describe('the chart as a text', () => {
  it('tells of each line where it begins and ends, and between what it stays', () => {
    const scans = [scan(1, 5, 4, 3, 2, 1, 6, 7), scan(2, 9, 4, 3, 2, 10, 1, 7), scan(5, 6, 4, 2, 2, 3, 8, 7)];
    const text = chartSummary(i18nObject('en'), 'en', scans);
    expect(text).toContain('3 scans, from Monday 1 January 2024 to Friday 5 January 2024.');
    expect(text).toContain('Security: 5 at the start, 6 at the end, between 5 and 9.');
    expect(text).toContain('Alignment: 1 at the start, 3 at the end, between 1 and 10.');
    expect(text).toContain('Peace: 6 at the start, 8 at the end, between 1 and 8.');
    expect(text).toContain('Inner faith: 7 at the start, 7 at the end, between 7 and 7.');
  });

  it('speaks of one scan as one, and of none not at all', () => {
    const one = chartSummary(i18nObject('fr'), 'fr', [scan(1, 5, 4, 3, 2, 1, 6, 7)]);
    expect(one).toMatch(/^1 scan, le lundi 1er janvier 2024\. /);
    expect(chartSummary(i18nObject('fr'), 'fr', [])).toBe('');
  });
});
