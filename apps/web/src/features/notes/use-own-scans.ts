import { useMemo } from 'react';
import { usePendingScans, type ShownScan } from '../../offline/scans.ts';
import { useSession } from '../../session/session-store.ts';
import { trpc } from '../../api/queries.tsx';

/** The person's scans by id, sent or still waiting on this device; those of the server are asked for when needed. */
export function useOwnScans(needed: boolean): ReadonlyMap<string, ShownScan> {
  const session = useSession();
  const owner = session.status === 'in' ? session.userId : null;
  const list = trpc.results.own.useQuery(undefined, { enabled: needed });
  const pending = usePendingScans();
  return useMemo(() => {
    const sent = list.data?.map(({ _id, answers, createdAt }) => ({ id: _id, answers, createdAt, owner })) ?? [];
    const own = [...sent, ...pending.filter((scan) => scan.owner === owner)];
    return new Map(own.map((scan) => [scan.id, scan]));
  }, [list.data, pending, owner]);
}
