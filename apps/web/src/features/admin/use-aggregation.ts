import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../api/queries.tsx';
import { launchOfFailure, launchState, type Launch } from './launch.ts';

/** How often a run under way is asked about, milliseconds. */
const askEvery = 1_500;

/** The runs of the aggregation, newest first, and the means to start one; the statistics are loaded again after each. */
export function useAggregation() {
  const { stats, retention } = trpc.useUtils().admin;
  const aggregate = trpc.admin.aggregate.useMutation();
  const [launch, setLaunch] = useState<Launch | null>(null);
  const list = trpc.admin.runs.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.[0]?.outcome === 'running' ? askEvery : false),
  });
  const runs = list.data ?? [];
  // Undefined while the runs are unknown, null before the first one that was finished.
  const finished = list.data && (runs.find(({ outcome }) => outcome === 'done')?.id ?? null);
  const shown = useRef(finished);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== finished) {
      void stats.invalidate();
      void retention.invalidate();
    }
    shown.current = finished;
  }, [finished, stats, retention]);

  const state = launch === null ? null : launchState(launch, runs);
  const start = async () => {
    setLaunch(null);
    try {
      setLaunch(await aggregate.mutateAsync());
    } catch (error) {
      setLaunch(launchOfFailure(error));
    }
    // What the button did is seen in both; a missing permission shows as an error.
    await Promise.all([list.refetch(), stats.invalidate(), retention.invalidate()]);
  };
  return { runs: list.data, state, busy: aggregate.isPending || state === 'running', start };
}
