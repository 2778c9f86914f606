import { inTimeOrder } from '@nuances/domain/statistics/scan-series';
import { useEffect, useMemo } from 'react';
import type { DatedScan } from '../i18n/scan-time.ts';
import { useRemovedScans } from '../offline/scan-removal.ts';
import { usePendingScans, type ShownScan } from '../offline/scans.ts';
import { useUserId } from '../session/session-store.ts';
import type { RouterOutputs } from '../api/router-types.ts';
import { trpc } from '../api/queries.tsx';
import { askAboutVault, noticeVault } from '../vault/load-vault.ts';
import { hasVault } from '../keys/vault-mark.ts';

export interface OwnScan extends ShownScan {
  /** ISO time at which the server stored it; null while it is in the outbox. */
  readonly receivedAt: string | null;
}

function useScansById(sent: RouterOutputs['results']['own'] | undefined): ReadonlyMap<string, OwnScan> {
  const owner = useUserId();
  const pending = usePendingScans();
  const removed = useRemovedScans();
  return useMemo(() => {
    const stored =
      sent?.flatMap(({ _id, answers, createdAt, moment, kept, receivedAt }) =>
        // One that does not open is counted where the lists are (`ScansState`).
        answers === null ? [] : [{ id: _id, answers, createdAt, moment, kept, receivedAt, owner }],
      ) ?? [];
    const waiting = pending.filter((scan) => scan.owner === owner).map((scan) => ({ ...scan, receivedAt: null }));
    // The server's entry replaces the waiting one: the scan was stored, only the answer was lost.
    const own: OwnScan[] = [...waiting, ...stored];
    return new Map(own.filter(({ id }) => !removed.has(id)).map((scan) => [scan.id, scan]));
  }, [sent, pending, removed, owner]);
}

/** The person's scans by id, from the server and from the outbox of this device; fetched when needed. */
export function useOwnScans(needed: boolean): ReadonlyMap<string, ShownScan> {
  return useScansById(trpc.results.own.useQuery(undefined, { enabled: needed }).data);
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The same scans, newest first, with the query that fetches them when it is enabled. */
export function useScanList(enabled = true) {
  const owner = useUserId();
  const list = trpc.results.own.useQuery(undefined, { enabled });
  // Another device turned a vault on, or renewed its key, while this one had a session already.
  const isSealed = list.data?.some(({ answers }) => answers === null) === true;
  useEffect(() => {
    if (isSealed && owner !== null) (hasVault(owner) ? askAboutVault : noticeVault)(owner);
  }, [isSealed, owner]);
  const byId = useScansById(list.data);
  const scans = useMemo(
    // ISO times are compared as they are: collation would take as long as all the rest, with ten thousand.
    () => [...byId.values()].sort((a, b) => order(b.createdAt, a.createdAt) || order(a.id, b.id)),
    [byId],
  );
  return { list, scans };
}

/** The same scans in time order, as charts and calendars take them. */
export function useDatedScans() {
  const { list, scans } = useScanList();
  const dated = useMemo(() => {
    const toDated = ({ id, answers, createdAt, moment }: OwnScan): DatedScan => ({
      id,
      answers,
      at: Date.parse(createdAt),
      moment,
    });
    return inTimeOrder(scans.map(toDated));
  }, [scans]);
  return { list, scans: dated };
}
