import { usageWeeks } from '@nuances/domain/usage/statistics';
import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { expect, test } from 'vitest';
import { summaryOf } from './chart-summary.ts';
import { panels, trends } from './metrics.ts';

loadAllLocales();

const now = new Date(2026, 10, 20);
const charts = [...panels.flatMap((panel) => panel.charts), ...trends.map(({ chart }) => chart)];

interface Told {
  readonly id?: 'signups' | 'quizMinutes';
  readonly by?: 'week' | 'month';
  readonly locale?: 'en' | 'fr';
  /** Whether the last row is not over. */
  readonly runs?: boolean;
}

/** Rows up to that of Monday 16 November 2026, or of that month. */
function said(
  values: readonly (number | null)[],
  { id = 'signups', by = 'week', locale = 'en', runs = true }: Told = {},
): string {
  const chart = charts.find(({ metrics }) => metrics[0]?.id === id);
  const [metric] = chart?.metrics ?? [];
  if (!chart || !metric) throw new Error(`there is no chart of ${id}`);
  const rows = values.map((value, index) => {
    const back = values.length - 1 - index;
    const start = by === 'week' ? Date.UTC(2026, 10, 16 - 7 * back) : Date.UTC(2026, 10 - back, 1);
    const weekStart = new Date(start).toISOString();
    const [week] = usageWeeks([], [{ weekStart, nbSignups: 0, nbLanding: 0, isPartial: runs && back === 0 }]);
    if (!week) throw new Error('there is no week');
    return { ...week, [id]: value };
  });
  return summaryOf({ locale, LL: i18nObject(locale) }, metric, chart.figure, { rows, by, now });
}

test('tells start, end, lowest and highest with their first dates, and the running week apart', () => {
  expect(said([20, 31, 12, 31, 12, 25, 4])).toBe(
    'Sign-ups, 5 October to 15 November: 20 at the start, 25 at the end, 31 at the highest (week of 12 October), 12 at the lowest (week of 19 October). Running week: 4.',
  );
  expect(said([20, 31, 4], { locale: 'fr' })).toBe(
    'Inscriptions, du 2 novembre au 15 novembre\u00A0: 20 au début, 31 à la fin, 31 au plus haut (semaine du 9 novembre), 20 au plus bas (semaine du 2 novembre). Semaine en cours\u00A0: 4.',
  );
});

test('says once what is the same in every week, and when there is no whole one', () => {
  expect(said([7, 7, 2])).toBe('Sign-ups, 2 November to 15 November: 7 throughout. Running week: 2.');
  expect(said([2])).toBe('Sign-ups: no whole week. Running week: 2.');
  expect(said([])).toBe('Sign-ups: no whole week.');
});

test('begins and ends with the weeks that have a mean, and counts those without one', () => {
  expect(said([null, 2.5, null, 4.1, 3, null, null], { id: 'quizMinutes', locale: 'fr' })).toBe(
    'Durée moyenne (minutes), du 12 octobre au 8 novembre\u00A0: 2,5 min au début, 3,0 min à la fin, 4,1 min au plus haut (semaine du 26 octobre), 2,5 min au plus bas (semaine du 12 octobre). 3 semaines sans donnée. Semaine en cours\u00A0: –.',
  );
  expect(said([null, 3], { id: 'quizMinutes', runs: false })).toBe(
    'Average duration (minutes), 16 November to 22 November: 3.0 min throughout. 1 week without data.',
  );
  expect(said([null, null, 3], { id: 'quizMinutes' })).toBe(
    'Average duration (minutes): 2 weeks without data. Running week: 3.0 min.',
  );
});

test('names months with their years, over ten years too', () => {
  const tenYears = Array.from({ length: 120 }, (_, index) => index % 50);
  expect(said(tenYears, { by: 'month', locale: 'fr' })).toBe(
    'Inscriptions, décembre 2016 à octobre 2026\u00A0: 0 au début, 18 à la fin, 49 au plus haut (janvier 2021), 0 au plus bas (décembre 2016). Mois en cours\u00A0: 19.',
  );
  expect(said([3, 1], { by: 'month', locale: 'fr' })).toBe(
    'Inscriptions, octobre 2026\u00A0: toujours 3. Mois en cours\u00A0: 1.',
  );
});
