import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { describe, expect, test } from 'vitest';
import { durationText, runTexts, type AggregationRun } from './run-text.ts';

loadAllLocales();

const fr = { locale: 'fr', LL: i18nObject('fr') } as const;
const en = { locale: 'en', LL: i18nObject('en') } as const;

const run: AggregationRun = {
  id: 'r',
  trigger: 'button',
  by: 'ada',
  startedAt: new Date(2026, 10, 20, 3, 10).toISOString(),
  finishedAt: null,
  durationMs: 1_234,
  weeksDone: 1,
  weeksTotal: 2,
  rows: 1_204,
  outcome: 'done',
};
const now = new Date(2026, 10, 21);

describe('runTexts', () => {
  test('says when, who, how long, how much and how it ended', () => {
    expect(runTexts(fr, run, now)).toEqual({
      started: { date: 'vendredi 20 novembre', time: '03\u202Fh\u202F10' },
      trigger: 'ada',
      duration: '1,2 s',
      rows: '1\u202F204 lignes',
      outcome: 'terminée',
    });
    expect(runTexts(en, { ...run, rows: 1 }, now)).toMatchObject({ rows: '1 row', outcome: 'completed' });
  });

  test.each([
    ['button', 'an administrator'],
    ['command', 'command line'],
    ['schedule', 'schedule'],
  ] as const)('names the %s where no name is known', (trigger, text) => {
    expect(runTexts(en, { ...run, trigger, by: null }, now).trigger).toBe(text);
  });
});

describe('durationText', () => {
  test.each([
    [0, '0 s'],
    [380, '0,4 s'],
    [9_449, '9,4 s'],
    [9_960, '10 s'],
    [12_400, '12 s'],
    [59_960, '1 min 0 s'],
    [185_000, '3 min 5 s'],
  ])('%i ms are %s', (durationMs, text) => {
    expect(durationText(fr, durationMs)).toBe(text);
  });
});
