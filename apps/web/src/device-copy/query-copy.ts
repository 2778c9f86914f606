/** Queries of the account screens, kept on the device and shown first at the next visit. */
import type { QueryClient } from '@tanstack/react-query';
import {
  persistQueryClient,
  persistQueryClientSave,
  type PersistedClient,
  type Persister,
  type PersistQueryClientOptions,
} from '@tanstack/query-persist-client-core';
import { isRecord } from '@nuances/domain/record';
import { readCopy, writeCopies } from './sealed-copies.ts';

/** Procedures whose answers are kept; the lists of the screens begin with the scans of the first. All others are asked for each time. */
const keptProcedures: readonly unknown[] = ['results.own', 'profile.get'];
const copyName = 'queries';
/** Rises when an answer changes its shape: copies of an earlier shape are dropped. */
const shape = '1';
/** Changes within this time are written together. */
const writeDelayMs = 500;
/** A device that does not answer must not hold the screens up. */
const restoreTimeoutMs = 1_500;

function procedureOf(queryKey: readonly unknown[]): string | null {
  const [path] = queryKey;
  return Array.isArray(path) ? path.join('.') : null;
}

/** Only data is kept: it is fetched again at the next visit, however young it is, and no failure comes back with it. */
function withoutFailures({ clientState, ...client }: PersistedClient): PersistedClient {
  const queries = clientState.queries.map((query) => ({
    ...query,
    state: {
      ...query.state,
      status: 'success' as const,
      fetchStatus: 'idle' as const,
      error: null,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      isInvalidated: true,
    },
  }));
  return { ...client, clientState: { queries, mutations: [] } };
}

/** What this version has written itself; the envelope proves that nobody else did. */
function isPersistedClient(value: unknown): value is PersistedClient {
  return isRecord(value) && isRecord(value['clientState']) && Array.isArray(value['clientState']['queries']);
}

function createPersister(owner: string): Persister & { readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: PersistedClient | null = null;
  const write = async () => {
    timer = undefined;
    const client = latest;
    latest = null;
    if (client && client.clientState.queries.length > 0) {
      await writeCopies(owner, { put: new Map([[copyName, withoutFailures(client)]]) });
    }
  };
  return {
    persistClient: (client) => {
      latest = client;
      timer ??= setTimeout(() => void write(), writeDelayMs);
    },
    restoreClient: async () => {
      const kept = await readCopy(owner, copyName);
      return isPersistedClient(kept) ? kept : undefined;
    },
    removeClient: async () => void (await writeCopies(owner, { remove: [copyName] })),
    stop: () => clearTimeout(timer),
  };
}

/** The queries of an account with their copy on the device. */
export interface KeptQueries {
  /** Resolves once what was kept is in the cache, or cannot be had. Never rejects. */
  readonly restored: Promise<void>;
  /** Ends the writing. What is kept stays. */
  readonly stop: () => void;
}

/** Fills the cache with what is kept of an account, and keeps what it fetches from then on. */
export function keepQueries(owner: string, queryClient: QueryClient): KeptQueries {
  const persister = createPersister(owner);
  const options: PersistQueryClientOptions = {
    queryClient,
    persister,
    buster: shape,
    maxAge: Infinity,
    dehydrateOptions: {
      shouldDehydrateMutation: () => false,
      // A failed refresh leaves the data as it was.
      shouldDehydrateQuery: ({ queryKey, state }) =>
        state.data !== undefined && keptProcedures.includes(procedureOf(queryKey)),
    },
  };
  let ended = false;
  const [unsubscribe, restoring] = persistQueryClient(options);
  // It listens only once it has restored: on a slow device the screens have fetched by then, and no event comes again.
  const restoredOnDevice = restoring
    .catch(() => undefined)
    .then(() => (ended ? undefined : persistQueryClientSave(options)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, restoreTimeoutMs);
  });
  const restored = Promise.race([restoredOnDevice, late]).then(() => clearTimeout(timer));
  return {
    restored,
    stop: () => {
      ended = true;
      unsubscribe();
      persister.stop();
    },
  };
}
