import { usageWeeks } from '@nuances/domain/usage/statistics';
import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { describe, expect, test } from 'vitest';
import { panels } from './metrics.ts';
import { tableOf } from './usage-rows.ts';

loadAllLocales();

const quiet = {
  nbActive: 0,
  nbLanding: 0,
  nbSessions: 0,
  avgSessionDuration: 0,
  nbQuizStarted: 0,
  nbQuizCompleted: 0,
  avgQuizDuration: 0,
  nbNotesCreated: 0,
  nbNotesUpdated: 0,
  nbNotesOpened: 0,
  nbStatsOpened: 0,
  nbHistoryOpened: 0,
};
const weeks = usageWeeks(
  [
    { ...quiet, weekStart: '2026-11-09', isPartial: false },
    {
      ...quiet,
      weekStart: '2026-11-16',
      nbQuizStarted: 5,
      nbQuizCompleted: 3,
      avgQuizDuration: 171,
      isPartial: true,
    },
  ],
  [],
);

function quizTable(locale: 'en' | 'fr') {
  const plan = panels.find(({ id }) => id === 'quiz');
  if (!plan) throw new Error('there is no panel of the quiz');
  return tableOf(i18nObject(locale).admin, plan, weeks);
}

describe('tableOf', () => {
  test('has a heading and a row a week, oldest first, with an empty cell where there is no mean', () => {
    expect(quizTable('fr')).toEqual([
      ['Semaine du', 'Terminés', 'Interrompus', 'Durée moyenne (minutes)', 'Remarque'],
      ['2026-11-09', 0, 0, null, null],
      ['2026-11-16', 3, 2, 2.9, 'Semaine en cours, encore partielle'],
    ]);
  });

  test('speaks the language of the page', () => {
    expect(quizTable('en')[0]).toEqual(['Week of', 'Completed', 'Interrupted', 'Average duration (minutes)', 'Remark']);
  });
});
