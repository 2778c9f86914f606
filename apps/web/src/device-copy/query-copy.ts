/** Queries of the account screens, stored on the device and shown first at the next visit. */
import type { QueryClient } from '@tanstack/react-query';
import {
  persistQueryClient,
  persistQueryClientSave,
  type PersistedClient,
  type Persister,
  type PersistQueryClientOptions,
} from '@tanstack/query-persist-client-core';
import { deviceShape } from '@nuances/domain/device-shape';
import { dayOf } from '@nuances/domain/local-day';
import { isRecord } from '@nuances/domain/record';
import { moodFields } from '@nuances/domain/moods/fields';
import { profileFields } from '@nuances/domain/profile/fields';
import { reminderFields } from '@nuances/domain/reminder/fields';
import { scanFields } from '@nuances/domain/scan/fields';
import { setValidator, validatorOf } from '../api/validators.ts';
import { accessShape } from './access-shape.ts';
import { mayLoseRows } from './row-loss.ts';
import { readCopy, writeCopies } from './sealed-copies.ts';

/**
 * Procedures whose answers are stored. Lists of the screens start with the scans of the first one. All others are
 * fetched each time.
 */
const keptProcedures: readonly unknown[] = ['results.own', 'moods.own', 'profile.get', 'reminder.get'];
/** Stored too, with a shape of their own: a device that is offline after an update must not lose the scans for a field of these. */
const accessProcedures: readonly unknown[] = ['profile.sessions', 'security.passkeys', 'security.codes', 'tokens.list'];
const copyName = 'queries';
/** Copies of another shape are deleted. */
const shape = deviceShape(scanFields, moodFields, profileFields, reminderFields);
/** Changes within this time are written together, milliseconds. */
const writeDelayMs = 500;
/** Timeout for reading, milliseconds: a device that does not answer must not delay the screens. */
const restoreTimeoutMs = 1_500;

function procedureOf(queryKey: readonly unknown[]): string | null {
  const [path] = queryKey;
  return Array.isArray(path) ? path.join('.') : null;
}

/**
 * Stores only the data, with its validator: at the next visit it counts as stale and is asked for again, and no error is restored
 * with it.
 */
function withoutFailures({ clientState, ...client }: PersistedClient) {
  const queries = clientState.queries.map((query) => ({
    ...query,
    validator: validatorOf(query.state.data),
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
  return { ...client, access: accessShape, clientState: { queries, mutations: [] } };
}

type StoredClient = ReturnType<typeof withoutFailures>;

/** Copies written by this version. The envelope proves that nobody else wrote them. */
function isStoredClient(value: unknown): value is StoredClient {
  return isRecord(value) && isRecord(value['clientState']) && Array.isArray(value['clientState']['queries']);
}

/** A stored client without the answers about access of another shape. */
function withKnownAccess(client: StoredClient): StoredClient {
  if (client.access === accessShape) return client;
  const queries = client.clientState.queries.filter(
    ({ queryKey }) => !accessProcedures.includes(procedureOf(queryKey)),
  );
  return { ...client, clientState: { ...client.clientState, queries } };
}

/**
 * Whether two states hold the very same answers of the same days, with their validators. The cache keeps an answer whose content
 * has not changed; of which day a copy is, the screens say.
 */
function hasSameAnswers(one: StoredClient, other: StoredClient): boolean {
  const known = new Map(other.clientState.queries.map((query) => [query.queryHash, query]));
  const { queries } = one.clientState;
  return (
    queries.length === known.size &&
    queries.every(({ queryHash, state, validator }) => {
      const before = known.get(queryHash);
      if (before === undefined || before.state.data !== state.data || before.validator !== validator) return false;
      return dayOf(before.state.dataUpdatedAt) === dayOf(state.dataUpdatedAt);
    })
  );
}

function idsOf({ clientState }: StoredClient): ReadonlySet<unknown> {
  const rows = clientState.queries.flatMap(({ state }): readonly unknown[] =>
    Array.isArray(state.data) ? state.data : [],
  );
  return new Set(rows.map((row) => isRecord(row) && row['_id']));
}

/** Whether a row of one state is missing in another. */
function isLoss(one: StoredClient, other: StoredClient): boolean {
  const left = idsOf(other);
  return [...idsOf(one)].some((id) => !left.has(id));
}

function createPersister(owner: string): Persister & { readonly stop: () => void } {
  /** What is on the device. Sealing ten thousand scans again at every visit would cost frames of a screen in use. */
  let stored: StoredClient | undefined;
  let latest: PersistedClient | undefined;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();
  const write = async () => {
    if (!latest || latest.clientState.queries.length === 0) return;
    const client = withoutFailures(latest);
    if (stored && hasSameAnswers(client, stored)) return;
    if (stored && isLoss(stored, client) && !(await mayLoseRows(owner))) return;
    const isStored = await writeCopies(owner, { put: new Map([[copyName, client]]) });
    stored = isStored && !isStopped ? client : undefined;
  };
  return {
    persistClient: (client) => {
      latest = client;
      timer ??= setTimeout(() => {
        timer = undefined;
        // One after the other: a large state must not overtake a later, smaller one.
        writing = writing.then(write);
      }, writeDelayMs);
    },
    restoreClient: async () => {
      const kept = await readCopy(owner, copyName);
      if (isStopped) return undefined;
      stored = isStoredClient(kept) ? withKnownAccess(kept) : undefined;
      for (const { state, validator } of stored?.clientState.queries ?? []) setValidator(state.data, validator);
      return stored;
    },
    removeClient: async () => {
      stored = undefined;
      await writeCopies(owner, { remove: [copyName] });
    },
    stop: () => {
      clearTimeout(timer);
      // At a lock: who still holds this must not hold the answers.
      isStopped = true;
      stored = undefined;
      latest = undefined;
    },
  };
}

/** The queries of an account with their copies on the device. */
export interface PersistedQueries {
  /** Resolves once the copies are in the cache, or cannot be read. Never rejects. */
  readonly restored: Promise<void>;
  /** Stores what is in the cache now, also what had to wait. */
  readonly save: () => void;
  /** Stops writing. Stored copies stay. */
  readonly stop: () => void;
}

/** Fills the cache with the stored copies of an account, and stores what is fetched from then on. */
export function persistQueries(owner: string, queryClient: QueryClient): PersistedQueries {
  const persister = createPersister(owner);
  const options: PersistQueryClientOptions = {
    queryClient,
    persister,
    buster: shape,
    maxAge: Infinity,
    dehydrateOptions: {
      shouldDehydrateMutation: () => false,
      // A failed refresh leaves the data unchanged.
      shouldDehydrateQuery: ({ queryKey, state }) =>
        state.data !== undefined && [...keptProcedures, ...accessProcedures].includes(procedureOf(queryKey)),
    },
  };
  let ended = false;
  const [unsubscribe, restoring] = persistQueryClient(options);
  // The subscription starts after the restore. On a slow device the screens have fetched by then, so their data is
  // stored here once.
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
    save: () => void persistQueryClientSave(options),
    stop: () => {
      ended = true;
      unsubscribe();
      persister.stop();
    },
  };
}
