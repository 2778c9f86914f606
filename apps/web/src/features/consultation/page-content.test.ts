import { consultationFigures } from '@nuances/domain/consultation';
import { dayFromIso, type LocalDay } from '@nuances/domain/local-day';
import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { expect, it } from 'vitest';
import { pageContent } from './page-content.ts';

loadAllLocales();

function day(text: string): LocalDay {
  const found = dayFromIso(text);
  if (found === null) throw new RangeError(text);
  return found;
}

it('tells the year of a note of an earlier year', () => {
  const scans = ['2025-12-20', '2026-01-10'].map((at, index) => ({
    id: String(index),
    at: new Date(`${at}T12:00`).getTime(),
    answers: [5, 5, 5, 5, 5, 5, 5],
    moment: 'exact' as const,
  }));
  const figures = consultationFigures(scans, { from: day('2025-12-20'), to: day('2026-01-10') });
  if (!figures) throw new RangeError('too few scans');
  const notes = ['2026-01-05', '2025-12-24'].map((at) => ({ day: day(at), title: 'Veille' }));
  const choice = { figures, scans, tags: null, notes, lines: false, today: day('2026-01-11') };
  const content = pageContent({ LL: i18nObject('fr'), locale: 'fr' }, choice, () => []);
  expect(content.notes?.items.map(({ date }) => date)).toEqual(['5 janv.', '24 déc. 2025']);
});
