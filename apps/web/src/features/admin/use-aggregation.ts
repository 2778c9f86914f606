import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../api/queries.tsx';
import { launchOfFailure, launchState, type Launch } from './launch.ts';

/** Interval of the polls while a run is active, milliseconds. */
const askEvery = 1_500;

/** Runs of the aggregation, newest first, and a function that starts one. The statistics load again after each run. */
export function useAggregation() {
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
