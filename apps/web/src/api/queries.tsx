import type { AppRouter } from '@nuances/api/router';
import { scanContent } from '@nuances/domain/scan/fields';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { IsRestoringProvider, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { persistQueries } from '../device-copy/query-copy.ts';
import { onReconnect } from '../offline/connection.ts';
import type { PendingScan, PendingTags } from '../offline/outbox-items.ts';
import { onScanRemoved } from '../offline/scan-removal.ts';
import { onDelivery } from '../offline/send.ts';
import { isLoggedIn, onSessionChange } from '../session/session-store.ts';
import { onLock } from '../keys/lock-listeners.ts';
import { hasVault } from '../keys/vault-mark.ts';
import { isUnanswered, toApiError } from '@nuances/domain/api-error';
import { api, links } from './client.ts';
import type { RouterOutputs } from './router-types.ts';
import { withSameRows } from './same-rows.ts';
import { setKnownAnswers } from './validators.ts';

/** Typed queries for screens of a logged-in person. */
export const trpc = createTRPCReact<AppRouter>();

const retries = 2;

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // When the browser reports no network, a call fails at once instead of waiting for the network.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // A refusal would only be repeated. A call without an answer is worth another try.
        retry: (failures, error) => failures < retries && isUnanswered(toApiError(error)),
        structuralSharing: withSameRows,
        staleTime: 10_000,
        // Data of closed screens stays in the cache until the queries are disposed.
        gcTime: Infinity,
      },
    },
  });
}

/** The queries of one account: the cache, and typed access to it for loaders. */
export interface Queries {
  readonly owner: string;
  readonly queryClient: QueryClient;
  readonly utils: ReturnType<typeof createTRPCQueryUtils<AppRouter>>;
  /** Resolves once the copies on the device are in the cache; a loader waits for it before it fetches. */
  readonly restored: Promise<void>;
  /** Writes copies to the device that had to wait. */
  readonly save: () => void;
  /** Stops writing copies to the device. */
  readonly stop: () => void;
}

let current: Queries | null = null;

/** Drops the queries: when the session changes, and when its vault is locked. */
function dropQueries(): void {
  current?.stop();
  current?.queryClient.clear();
  current = null;
}

onSessionChange(() => {
  if (!isLoggedIn(current?.owner ?? null)) dropQueries();
});
onLock({ drop: dropQueries });

/**
 * The scans, unless one of them is to be read anew: it did not open, or came readable to a vault. The end of a vault takes that
 * mark away; a device that read the list before it knew of the end has set it on all.
 */
function knownScans({ owner, utils }: Queries) {
  const scans = utils.results.own.getData();
  const isVault = hasVault(owner);
  const isSame = scans?.every(
    (scan) => scan.answers !== null && (isVault ? 'from' in scan : scan.arrivedClear !== true),
  );
  return isSame === true ? scans : undefined;
}
setKnownAnswers((procedure) => (procedure === 'results.own' && current ? knownScans(current) : undefined));

/** Fetches the scans again. A request already under way may have read the list before the change. */
async function refetchScans({ utils }: Queries): Promise<void> {
  const { own } = utils.results;
  await own.cancel();
  await own.invalidate();
  // Also when no screen shows the scans: the copy on the device must contain the one that was just sent.
  await own.prefetch();
}

onReconnect(() => {
  void current?.queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' || state.isInvalidated,
  });
});

/** Adds a scan to the cached ones, so that it stays visible between the outbox and the next answer. */
function takeInScan({ utils }: Queries, item: PendingScan): void {
  const { id, answers, createdAt } = item;
  const receivedAt = new Date().toISOString();
  const scan = {
    ...scanContent(item),
    _id: id,
    answers: [...answers],
    createdAt,
    scoring: scoreOf(answers),
    tags: null,
    receivedAt,
  };
  utils.results.own.setData(undefined, (scans) =>
    scans?.some(({ _id }) => _id === id) === false
      ? [...scans, scan].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      : scans,
  );
}

/** Shows a scan that the server has just stored; also where the quiz was the first screen of the visit. */
async function showScan(item: PendingScan): Promise<void> {
  if (item.owner === null || !isLoggedIn(item.owner)) return;
  const queries = queriesOf(item.owner);
  takeInScan(queries, item);
  await queries.restored;
  // The copy on the device, which was restored meanwhile, may lack it.
  takeInScan(queries, item);
  await refetchScans(queries);
}

/**
 * Shows a profile as the server has just stored it. One that is being fetched may have been read before: after a login,
 * the screen asks for the profile while the change that waited is sent.
 */
async function takeInProfile({ profile }: Queries['utils'], saved: RouterOutputs['profile']['get']): Promise<void> {
  await profile.get.cancel();
  profile.get.setData(undefined, saved);
}

/** Shows a reminder as the server has just stored it, like {@link takeInProfile}. */
async function takeInReminder(
  { reminder }: Queries['utils'],
  saved: RouterOutputs['reminder']['get']['reminder'],
): Promise<void> {
  await reminder.get.cancel();
  reminder.get.setData(undefined, (known) => known && { ...known, reminder: saved });
}

/** Shows tags as the server has just stored them; a list that is being fetched may have been read before. */
async function takeInTags({ queryClient, utils }: Queries, { scanId, tags }: PendingTags): Promise<void> {
  const { own } = utils.results;
  const wasFetched = queryClient.isFetching() > 0;
  await own.cancel();
  own.setData(undefined, (scans) => scans?.map((scan) => (scan._id === scanId ? { ...scan, tags } : scan)));
  if (wasFetched) await own.invalidate();
}

// A delivered scan belongs in the list as soon as the server has it.
onDelivery((delivery) => {
  if (delivery.kind === 'scan') void showScan(delivery.item);
  if (current?.owner !== delivery.item.owner) return;
  if (delivery.kind === 'profile') void takeInProfile(current.utils, delivery.profile);
  if (delivery.kind === 'reminder') void takeInReminder(current.utils, delivery.reminder);
  if (delivery.kind === 'tags') void takeInTags(current, delivery.item);
});

/** Removes a deleted scan from the cached ones. */
onScanRemoved((id) => current?.utils.results.own.setData(undefined, (scans) => scans?.filter(({ _id }) => _id !== id)));

/**
 * What the copy on this device has open needs not be opened again in the list of the server. Never rejects.
 * @param restored the code is fetched while the copy is read
 */
async function rememberOpened(restored: Promise<void>): Promise<void> {
  const loading = import('../vault/open-answers.ts').catch(() => ({ rememberOpenedScans: null }));
  await restored;
  const scans = current?.utils.results.own.getData();
  if (scans) (await loading).rememberOpenedScans?.(scans);
}

/** The queries of an account, shared by its loaders and screens. Those of another account are dropped. */
export function queriesOf(owner: string): Queries {
  if (current?.owner === owner) return current;
  dropQueries();
  const queryClient = newQueryClient();
  const utils = createTRPCQueryUtils({ queryClient, client: api });
  const { restored, save, stop } = persistQueries(owner, queryClient);
  current = { owner, queryClient, utils, save, stop, restored: hasVault(owner) ? rememberOpened(restored) : restored };
  return current;
}

const client = trpc.createClient({ links });

interface Props {
  readonly owner: string;
  readonly children: ReactNode;
}

/** Provides the queries of the account given by its key. */
export function QueryProvider({ owner, children }: Props) {
  const [{ queryClient, restored }] = useState(() => queriesOf(owner));
  const [isRestoring, setRestoring] = useState(true);
  useEffect(() => {
    let isGone = false;
    void restored.then(() => !isGone && setRestoring(false));
    return () => {
      isGone = true;
    };
  }, [restored]);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <IsRestoringProvider value={isRestoring}>{children}</IsRestoringProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
