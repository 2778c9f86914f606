import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { launchMessage, launchOfFailure, launchState, type Launch } from './launch.ts';
import { runTexts, type AggregationRun } from './run-text.ts';
import styles from './aggregation.module.css';
import { trpc } from '../../api/queries.tsx';

/** Interval of the polls while a run is active, milliseconds. */
const askEvery = 1_500;

/** Button that starts the aggregation of events into weeks, and the result of the last run. */
export function Aggregation({ now }: { readonly now: Date }) {
  const { LL } = useI18n();
  const { runs, state, busy, start } = useAggregation();
  const message = state === null ? null : launchMessage(LL.admin, state);
  return (
    <div className={styles.aggregation}>
      <div className={styles.status}>
        <FormMessage className={styles.message} kind={message?.kind ?? 'error'}>
          {message?.text}
        </FormMessage>
        {runs ? <LastRun run={runs[0]} now={now} /> : null}
      </div>
      <Button busy={busy} busyLabel={LL.admin.aggregating()} onClick={() => void start()}>
        {LL.admin.aggregate()}
      </Button>
    </div>
  );
}

function LastRun({ run, now }: { readonly run: AggregationRun | undefined; readonly now: Date }) {
  const words = useI18n();
  const { admin } = words.LL;
  if (!run) return <p className={styles.last}>{admin.neverRun()}</p>;
  const { started, trigger, duration, rows, outcome } = runTexts(words, run, now);
  if (run.outcome === 'running')
    return (
      <p className={styles.last}>
        {admin.alreadyRunning()}{' '}
        {[trigger, admin.run.progress({ done: run.weeksDone, total: run.weeksTotal })].join(' · ')}
      </p>
    );
  return <p className={styles.last}>{[admin.lastRun(started), trigger, duration, rows, outcome].join(' · ')}</p>;
}

/** Runs of the aggregation, newest first, and a function that starts one. The statistics load again after each run. */
function useAggregation() {
  const { admin } = trpc.useUtils();
  const aggregate = trpc.admin.aggregate.useMutation();
  const [launch, setLaunch] = useState<Launch | null>(null);
  const list = trpc.admin.runs.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.[0]?.outcome === 'running' ? askEvery : false),
  });
  const runs = list.data ?? [];
  // Undefined while loading; null if no run has finished.
  const finished = list.data && (runs.find(({ outcome }) => outcome === 'done')?.id ?? null);
  const shown = useRef(finished);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== finished) void admin.invalidate();
    shown.current = finished;
  }, [finished, admin]);

  const state = launch === null ? null : launchState(launch, runs);
  const start = async () => {
    setLaunch(null);
    try {
      setLaunch(await aggregate.mutateAsync());
    } catch (error) {
      setLaunch(launchOfFailure(error));
    }
    // Runs and figures show the result; a missing permission appears as their error.
    await admin.invalidate();
  };
  // Also while another person's run goes on.
  const busy = aggregate.isPending || state === 'running' || runs[0]?.outcome === 'running';
  return { runs: list.data, state, busy, start };
}
