import { usageWeeks } from '@nuances/domain/usage/statistics';
import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { expect, test } from 'vitest';
import { summaryOf } from './chart-summary.ts';
import { trends } from './metrics.ts';

loadAllLocales();

const now = new Date(2026, 10, 20);
const signups = trends.find(({ id }) => id === 'signups')?.chart;

/** Sign-ups of weeks up to that of Monday 16 November 2026, which is not over. */
function said(counts: readonly number[], locale: 'en' | 'fr' = 'en'): string {
  const [metric] = signups?.metrics ?? [];
  if (!signups || !metric) throw new Error('there is no chart of sign-ups');
  const weeks = usageWeeks(
    [],
    counts.map((nbSignups, index) => ({
      weekStart: new Date(Date.UTC(2026, 10, 16) - (counts.length - 1 - index) * 7 * 86_400_000).toISOString(),
      nbSignups,
      nbLanding: 0,
      isPartial: index === counts.length - 1,
    })),
  );
  return summaryOf({ locale, LL: i18nObject(locale) }, metric, signups.figure, { rows: weeks, by: 'week', now });
}

test('tells start, end, lowest and highest with their first dates, and the running week apart', () => {
  expect(said([20, 31, 12, 31, 12, 25, 4])).toBe(
    'Sign-ups, 5 October to 15 November: 20 at the start, 25 in the last whole week, 31 at the highest (week of 12 October), 12 at the lowest (week of 19 October). Running week: 4.',
  );
  expect(said([20, 31, 4], 'fr')).toBe(
    'Inscriptions, du 2 novembre au 15 novembre\u00A0: 20 au début, 31 la dernière semaine entière, 31 au plus haut (semaine du 9 novembre), 20 au plus bas (semaine du 2 novembre). Semaine en cours\u00A0: 4.',
  );
});

test('says once what is the same in every week, and when there is no whole one', () => {
  expect(said([7, 7, 2])).toBe('Sign-ups, 2 November to 15 November: 7 throughout. Running week: 2.');
  expect(said([2])).toBe('Sign-ups: no whole week. Running week: 2.');
});
