import type { MasterKeys } from '@nuances/crypto/master-key';
import { isDistributed } from '@nuances/db/citus/distribute';
import { type DatabaseHandle, openDatabase, setSessionDefaults } from '@nuances/db/client';
import type { EmbeddedLog } from '@nuances/db/embedded/log';
import { isMigrated, migrate } from '@nuances/db/migrations/migrate';
import type { StatementObserver } from '@nuances/db/postgres/observe-statements';
import type { Env } from '../env.ts';
import { errorChain, errorCode, isDatabaseUnavailable } from '../errors.ts';
import { checkFingerprint } from './master-key-check.ts';
import { openServer, type OpenServer, type ServerOptions, type ServerSettings } from './server.ts';

/** A database, and the master keys that open it. */
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

type DatabaseSettings = ServerSettings & Pick<Env, 'databasePoolerUrl' | 'databasePool'>;

interface OpenOptions extends ServerOptions {
  readonly applicationName: string;
  /** Follows each statement, for traces. */
  readonly observer?: StatementObserver | undefined;
}

/** The error of an external server that does not answer, with a message for the operator; any other error unchanged. */
export function toUserFacingError(env: ServerSettings, error: unknown): unknown {
  return env.databaseUrl !== undefined && isDatabaseUnavailable(error) ? new DatabaseAway(error) : error;
}

/** A database that is still being migrated. */
export interface OpeningDatabase extends OpenDatabase {
  /**
   * Resolves once queries may run: the schema is the newest, and the master keys are those of the data. Rejects with an
   * Error whose message tells a person what to do; everything is closed then.
   */
  readonly ready: Promise<void>;
}

/** Opens a pool on a server and migrates its database. What only needs the pool can be made meanwhile. */
export function openPool(server: OpenServer, env: DatabaseSettings, options: OpenOptions): OpeningDatabase {
  const { url, masterKeys } = server;
  // Commands go to the server itself: some hold a connection, or work for longer than a pooler's statements may.
  const poolerUrl = options.beside ? undefined : env.databasePoolerUrl;
  const handle = openDatabase(poolerUrl ?? url, {
    max: env.databasePool,
    applicationName: options.applicationName,
    isPooled: poolerUrl !== undefined,
    isPrimary: true,
    observer: options.observer,
  });
  const close = async () => {
    await handle.close();
    await server.close();
  };
  const prepare = async () => {
    try {
      if (poolerUrl !== undefined || !(await isMigrated(handle.sql))) await migrate(url);
      // A connection has the settings of its beginning, and the pool has none yet.
      if (poolerUrl !== undefined) await setSessionDefaults(url);
      handle.setDistributed(await isDistributed(handle.sql));
      await checkFingerprint(handle.db, masterKeys);
    } catch (error) {
      await close();
      throw toUserFacingError(env, error);
    }
  };
  const ready = prepare();
  // It may fail before anybody waits for it.
  ready.catch(() => undefined);
  return { ...handle, url, masterKeys, close, ready };
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
  const database = openPool(await openServer(env, log, options), env, options);
  await database.ready;
  return database;
}
