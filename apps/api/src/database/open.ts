import { loadMasterKey, masterKeyPath, type MasterKeys } from '@nuances/crypto/master-key';
import { isDistributedAt } from '@nuances/db/citus/distribute';
import { type DatabaseHandle, openDatabase, setSessionDefaults } from '@nuances/db/client';
import { connectEmbedded, startEmbedded } from '@nuances/db/embedded/server';
import type { EmbeddedLog } from '@nuances/db/embedded/log';
import { migrate } from '@nuances/db/migrations/migrate';
import type { StatementObserver } from '@nuances/db/postgres/observe-statements';
import type { Env } from '../env.ts';
import { errorChain, errorCode, isDatabaseUnavailable } from '../errors.ts';
import { checkFingerprint } from './master-key-check.ts';

/** A migrated database, and the master keys that open it. */
export interface OpenDatabase extends DatabaseHandle {
  readonly url: string;
  readonly masterKeys: MasterKeys;
}

/** The message leaves the URL out, which may contain a password. */
class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';

  constructor(cause: unknown) {
    const code = errorChain(cause).map(errorCode).find(Boolean) ?? 'no answer';
    super(
      `The database that DATABASE_URL names cannot be reached (${code}). Is it running, and is the address right?`,
      {
        cause,
      },
    );
  }
}

/** The part of the environment that names the database and its master key. */
export type DatabaseSettings = Pick<
  Env,
  'dataDir' | 'databaseUrl' | 'databasePoolerUrl' | 'masterKey' | 'masterKeyPrevious' | 'databasePool'
>;

/** Where the master key is, for an operator. */
export function masterKeyLocation({ masterKey, dataDir }: Pick<Env, 'masterKey' | 'dataDir'>): string {
  return masterKey === undefined ? masterKeyPath(dataDir) : 'the environment variable MASTER_KEY';
}

interface OpenOptions extends ServerOptions {
  readonly applicationName: string;
  /** Follows each statement, for traces. */
  readonly observer?: StatementObserver | undefined;
}

interface ServerOptions {
  /** Use the embedded server of a product that runs already, if one does. */
  readonly beside?: boolean;
}

/** A running server whose content was neither read nor changed. */
export interface OpenServer {
  readonly url: string;
  readonly masterKeys: MasterKeys;
  /** Ends the server if it was started for this. */
  close(): Promise<void>;
}

/**
 * Finds the server the environment names, or starts the embedded one, and loads the master key,
 * which the first start makes.
 * @throws Error whose message tells a person what to do
 */
export async function openServer(
  env: DatabaseSettings,
  log: EmbeddedLog,
  options: ServerOptions = {},
): Promise<OpenServer> {
  const masterKeys = await loadMasterKey({
    masterKey: env.masterKey,
    previous: env.masterKeyPrevious,
    dataDir: env.dataDir,
  });
  const running = env.databaseUrl ?? (options.beside ? await connectEmbedded({ dataDir: env.dataDir }) : null);
  if (running !== null) return { url: running, masterKeys, close: async () => undefined };
  const embedded = await startEmbedded({ dataDir: env.dataDir, log });
  return { url: embedded.url, masterKeys, close: () => embedded.stop() };
}

/** The error of an external server that does not answer, with a message for the operator; any other error unchanged. */
export function toUserFacingError(env: DatabaseSettings, error: unknown): unknown {
  return env.databaseUrl !== undefined && isDatabaseUnavailable(error) ? new DatabaseAway(error) : error;
}

/**
 * Opens the database the environment names: `DATABASE_URL`, else the embedded one of `DATA_DIR`,
 * which ends with {@link OpenDatabase.close}. Makes the master key at the first start.
 * @throws Error whose message tells a person what to do
 */
export async function openAndMigrate(
  env: DatabaseSettings,
  log: EmbeddedLog,
  options: OpenOptions,
): Promise<OpenDatabase> {
  const { url, masterKeys, close: closeServer } = await openServer(env, log, options);
  let handle: DatabaseHandle | undefined;
  const close = async () => {
    await handle?.close();
    await closeServer();
  };
  try {
    await migrate(url);
    // Commands go to the server itself: some hold a connection, or work for longer than a pooler's statements may.
    const poolerUrl = options.beside ? undefined : env.databasePoolerUrl;
    if (poolerUrl !== undefined) await setSessionDefaults(url);
    handle = openDatabase(poolerUrl ?? url, {
      max: env.databasePool,
      applicationName: options.applicationName,
      isPooled: poolerUrl !== undefined,
      isDistributed: await isDistributedAt(url),
      observer: options.observer,
    });
    await checkFingerprint(handle.db, masterKeys);
    return { ...handle, url, masterKeys, close };
  } catch (error) {
    await close();
    throw toUserFacingError(env, error);
  }
}
