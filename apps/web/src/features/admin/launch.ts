import { isSilent, toApiError } from '../../api/api-error.ts';
import type { RouterOutputs } from '../../api/router-outputs.ts';
import type { I18n } from '../../i18n/locale-store.ts';
import type { AggregationRun } from './run-text.ts';

/** What came of pressing the button: the server's answer, a refusal, or nothing at all. */
export type Launch = RouterOutputs['admin']['aggregate'] | 'refused' | 'silent';

/**
 * What a launch came to so far; a long run, and one of somebody else that was in the way, are followed in the list of
 * runs. `passed`: the one that was in the way is over.
 */
export type LaunchState = 'running' | 'done' | 'failed' | 'busy' | 'passed' | 'silent';

/** What the button says after a run that could not be started. */
export function launchOfFailure(error: unknown): Launch {
  const failure = toApiError(error);
  return isSilent(failure) || failure.code === 'server' ? 'silent' : 'refused';
}

/** What the button and the line below it say. */
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

/** The message about it; none while it runs, because the button says so, and none about earlier runs. */
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
