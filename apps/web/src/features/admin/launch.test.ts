import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { describe, expect, test } from 'vitest';
import { launchMessage, launchOfFailure, launchState, type Launch } from './launch.ts';
import type { AggregationRun } from './run-text.ts';

loadAllLocales();

function runOf(id: string, outcome: AggregationRun['outcome']): AggregationRun {
  return {
    id,
    trigger: 'button',
    by: null,
    startedAt: '2026-11-20T03:10:00.000Z',
    finishedAt: null,
    durationMs: 0,
    weeksDone: 0,
    weeksTotal: 0,
    rows: 0,
    outcome,
  };
}

function failure(code: string): unknown {
  return { data: { app: { code, message: 'x' } } };
}

const long: Launch = { success: true, outcome: 'running', run: runOf('mine', 'running') };

describe('launchState', () => {
  test.each(['done', 'busy', 'failed'] as const)('an answer that says %s is taken at its word', (outcome) => {
    expect(launchState({ success: outcome === 'done', outcome, run: null }, [])).toBe(outcome);
  });

  test.each([
    ['running', 'running'],
    ['done', 'done'],
    ['failed', 'failed'],
    ['stopped', 'failed'],
    ['lost', 'failed'],
  ] as const)('a run that goes on by itself is followed in the list: %s there is %s', (outcome, state) => {
    expect(launchState(long, [runOf('other', 'done'), runOf('mine', outcome)])).toBe(state);
  });

  test.each([
    ['running', 'busy'],
    ['done', 'passed'],
    ['lost', 'passed'],
  ] as const)('the run that was in the way is followed too: %s there is %s', (outcome, state) => {
    const inTheWay: Launch = { success: false, outcome: 'busy', run: runOf('theirs', 'running') };
    expect(launchState(inTheWay, [runOf('theirs', outcome)])).toBe(state);
  });

  test('a run that the list does not know yet is running', () => {
    expect(launchState(long, [runOf('other', 'done')])).toBe('running');
  });
});

describe('what is told of a launch', () => {
  const { admin } = i18nObject('fr');

  test.each([
    ['done', 'success', '✅ Agrégation terminée avec succès !'],
    ['failed', 'error', '❌ Erreur lors de l’agrégation.'],
    ['silent', 'error', '❌ Erreur réseau ou serveur.'],
    ['busy', 'error', 'Une agrégation est déjà en cours.'],
  ] as const)('%s', (state, kind, text) => {
    expect(launchMessage(admin, state)).toEqual({ kind, text });
  });

  test.each(['running', 'passed'] as const)('nothing of a run that is %s', (state) => {
    expect(launchMessage(admin, state)).toBeNull();
  });

  test.each([
    [new TypeError('Failed to fetch'), 'silent'],
    [failure('server'), 'silent'],
    [failure('forbidden'), 'failed'],
    [failure('unavailable'), 'failed'],
  ])('no answer and a fault of the server are one thing, a refusal is another', (error, state) => {
    expect(launchState(launchOfFailure(error), [])).toBe(state);
  });
});
