import { useMemo } from 'react';
import { useRemovedScans } from '../offline/scan-removal.ts';
import { usePendingScans, type ShownScan } from '../offline/scans.ts';
import { useSession } from '../session/session-store.ts';
import type { RouterOutputs } from '../api/router-outputs.ts';
import { trpc } from '../api/queries.tsx';

type ListedScan = RouterOutputs['results']['list'][number];

/** A scan of a list without what only the whole answer knows. */
function standIn(scan: ListedScan): RouterOutputs['results']['own'][number] {
  return { ...scan, duration: null, tags: null, receivedAt: scan.createdAt };
}

/** The query of the person's scans that counts no screen as opened; what a list has fetched already stands in at first. */
function useOwnList(enabled: boolean) {
  const { list } = trpc.useUtils().results;
  return trpc.results.own.useQuery(undefined, {
    enabled,
    placeholderData: () => (list.getData({ source: 'history' }) ?? list.getData({ source: 'stats' }))?.map(standIn),
  });
}

function useScansById(sent: ReturnType<typeof useOwnList>['data']): ReadonlyMap<string, ShownScan> {
  const session = useSession();
  const owner = session.status === 'in' ? session.userId : null;
  const pending = usePendingScans();
  const removed = useRemovedScans();
  return useMemo(() => {
    const stored = sent?.map(({ _id, answers, createdAt }) => ({ id: _id, answers, createdAt, owner })) ?? [];
    const own = [...stored, ...pending.filter((scan) => scan.owner === owner)];
    return new Map(own.filter(({ id }) => !removed.has(id)).map((scan) => [scan.id, scan]));
  }, [sent, pending, removed, owner]);
}

/** The person's scans by id, sent or still waiting on this device; those of the server are asked for when needed. */
export function useOwnScans(needed: boolean): ReadonlyMap<string, ShownScan> {
  return useScansById(useOwnList(needed).data);
}

/** The same scans from the latest to the earliest, with the query that fetches them. */
export function useScanList() {
  const list = useOwnList(true);
  const byId = useScansById(list.data);
  const scans = useMemo(
    () => [...byId.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id)),
    [byId],
  );
  return { list, scans };
}
