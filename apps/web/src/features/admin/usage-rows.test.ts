import { usageWeeks } from '@nuances/domain/usage/statistics';
import { userWeek } from '@nuances/domain/usage/usage-testing';
import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { describe, expect, test } from 'vitest';
import { panels } from './metrics.ts';
import { fullTableOf, tableOf } from './usage-rows.ts';

loadAllLocales();

const running = { nbQuizStarted: 5, nbQuizCompleted: 3, avgQuizDuration: 171, isPartial: true };
const weeks = usageWeeks([userWeek('2026-11-09'), userWeek('2026-11-16', running)], []);

function quizTable(locale: 'en' | 'fr') {
  const plan = panels.find(({ id }) => id === 'quiz');
  if (!plan) throw new Error('there is no panel of the quiz');
  return tableOf(i18nObject(locale).admin, plan, weeks);
}

describe('tableOf', () => {
  test('has a heading and a row a week, oldest first, with an empty cell where there is no mean', () => {
    expect(quizTable('fr')).toEqual([
      [
        'Semaine (lundi)',
        'Semaine en cours (oui, non)',
        'Quiz terminés, scans enregistrés',
        'Quiz interrompus',
        'Durée moyenne d’un quiz (minutes)',
      ],
      ['2026-11-09', 'non', 0, 0, null],
      ['2026-11-16', 'oui', 3, 2, 2.9],
    ]);
  });

  test('speaks the language of the page', () => {
    expect(quizTable('en')[0]?.slice(0, 3)).toEqual([
      'Week (Monday)',
      'Running week (yes, no)',
      'Quizzes completed, scans saved',
    ]);
  });
});

describe('fullTableOf', () => {
  const cell = (after: number, people: number | null) => ({ weeks: after, isOver: people !== null, people });
  const cohorts = [
    {
      weekStart: '2026-11-09T00:00:00.000Z',
      accounts: 8,
      after: [cell(1, 6), cell(2, null), cell(4, null), cell(7, null)],
    },
  ];

  test.each(['fr', 'en'] as const)('has each column once, and only figures in their columns, in %s', (locale) => {
    const [head = [], ...rows] = fullTableOf({ locale, LL: i18nObject(locale) }, weeks, cohorts);
    expect(new Set(head).size).toBe(head.length);
    const { signups, visitors } = i18nObject(locale).admin.csv;
    const back = { fr: ['1 semaine', '2 semaines'], en: ['1 week', '2 weeks'] }[locale];
    const after = back.map((weeks) => expect.stringContaining(` ${weeks} (%)`));
    expect(head).toEqual(expect.arrayContaining([signups(), visitors(), ...after]));
    for (const row of rows) {
      expect(row).toHaveLength(head.length);
      for (const one of row.slice(2)) expect(one === null || typeof one === 'number').toBe(true);
    }
    expect(rows.map((row) => row.slice(-4))).toEqual([
      [75, null, null, null],
      [null, null, null, null],
    ]);
  });
});
