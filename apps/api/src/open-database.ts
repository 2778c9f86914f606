import { loadMasterKey, type MasterKeys } from '@nuances/crypto/master-key';
import { type DatabaseHandle, openDatabase } from '@nuances/db/client';
import { connectEmbedded, startEmbedded } from '@nuances/db/embedded';
import type { EmbeddedLog } from '@nuances/db/embedded-log';
import { migrate } from '@nuances/db/migrate';
import type { Env } from './env.ts';
import { causesOf, codeOf, isAway } from './errors.ts';
import { checkFingerprint } from './key-fingerprint.ts';

/** Connections of one instance. */
const poolSize = 10;

/** A migrated database, and the key that fits it. */
export interface OpenDatabase extends DatabaseHandle {
  readonly masterKeys: MasterKeys;
}

/** The address itself stays out of the message: it may hold a password. */
class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';

  constructor(cause: unknown) {
    const code = causesOf(cause).map(codeOf).find(Boolean) ?? 'no answer';
    super(
      `The database that DATABASE_URL names cannot be reached (${code}). Is it running, and is the address right?`,
      {
        cause,
      },
    );
  }
}

type Place = Pick<Env, 'dataDir' | 'databaseUrl' | 'masterKey' | 'masterKeyPrevious'>;

/**
 * Opens the database the environment names: `DATABASE_URL`, else the embedded one of `DATA_DIR`,
 * which ends with {@link OpenDatabase.close}. Makes the master key at the first start.
 * @param options.beside use the embedded server of a product that runs already, if one does
 * @throws Error whose message tells a person what to do
 */
export async function openAndMigrate(
  env: Place,
  log: EmbeddedLog,
  options: { applicationName: string; beside?: boolean },
): Promise<OpenDatabase> {
  const masterKeys = await loadMasterKey({
    masterKey: env.masterKey,
    previous: env.masterKeyPrevious,
    dataDir: env.dataDir,
  });
  const running = env.databaseUrl ?? (options.beside ? await connectEmbedded({ dataDir: env.dataDir }) : null);
  const embedded = running === null ? await startEmbedded({ dataDir: env.dataDir, log }) : null;
  const url = running ?? embedded?.url ?? '';
  let handle: DatabaseHandle | undefined;
  const close = async () => {
    await handle?.close();
    await embedded?.stop();
  };
  try {
    await migrate(url);
    handle = openDatabase(url, { max: poolSize, applicationName: options.applicationName });
    await checkFingerprint(handle.db, masterKeys);
    return { db: handle.db, sql: handle.sql, masterKeys, close };
  } catch (error) {
    await close();
    if (env.databaseUrl !== undefined && isAway(error)) throw new DatabaseAway(error);
    throw error;
  }
}
