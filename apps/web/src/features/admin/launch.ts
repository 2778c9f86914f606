import { isUnanswered, toApiError } from '@nuances/domain/api-error';
import type { RouterOutputs } from '../../api/router-types.ts';
import type { I18n } from '../../i18n/locale-store.ts';
import type { AggregationRun } from './run-text.ts';

/** Result of a click on the button: the server's answer, a refusal, or no answer. */
export type Launch = RouterOutputs['admin']['aggregate'] | 'refused' | 'silent';

/**
 * State of a launch. The list of runs tells how a long run ended, and how another person's run ended that blocked this
 * one. `passed`: the blocking run is over.
 */
export type LaunchState = 'running' | 'done' | 'failed' | 'busy' | 'passed' | 'silent';

/** Result for a call that failed. */
export function launchOfFailure(error: unknown): Launch {
  const failure = toApiError(error);
  return isUnanswered(failure) || failure.code === 'server' ? 'silent' : 'refused';
}

/** State that button and message show. */
export function launchState(launch: Launch, runs: readonly AggregationRun[]): LaunchState {
  if (launch === 'silent') return 'silent';
  if (launch === 'refused') return 'failed';
  const run = runs.find(({ id }) => id === launch.run?.id);
  const isOver = run !== undefined && run.outcome !== 'running';
  switch (launch.outcome) {
    case 'running':
      if (!isOver) return 'running';
      return run.outcome === 'done' ? 'done' : 'failed';
    case 'busy':
      return isOver ? 'passed' : 'busy';
    case 'done':
    case 'failed':
      return launch.outcome;
  }
}

/**
 * The message for a state; null while the run is active, because the button shows that, and for a blocking run that is
 * over.
 */
export function launchMessage(admin: I18n['LL']['admin'], state: LaunchState) {
  switch (state) {
    case 'running':
    case 'passed':
      return null;
    case 'done':
      return { kind: 'success', text: admin.aggregated() } as const;
    case 'failed':
      return { kind: 'error', text: admin.aggregateFailed() } as const;
    case 'busy':
      return { kind: 'error', text: admin.alreadyRunning() } as const;
    case 'silent':
      return { kind: 'error', text: admin.aggregateNetwork() } as const;
  }
}
