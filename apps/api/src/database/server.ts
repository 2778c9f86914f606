import { loadMasterKey, masterKeyPath, type MasterKeys } from '@nuances/crypto/master-key';
import { findDataLocation } from '@nuances/db/embedded/data-location';
import { isFileError } from '@nuances/db/embedded/file-error';
import { connectEmbedded, type EmbeddedDatabase, startEmbedded } from '@nuances/db/embedded/server';
import type { EmbeddedLog } from '@nuances/db/embedded/log';
import { existsSync } from 'node:fs';
import type { Env } from '../env.ts';

/** The part of the environment that names the server and its master key. */
export type ServerSettings = Pick<Env, 'dataDir' | 'databaseUrl' | 'masterKey' | 'masterKeyPrevious' | 'backups'>;

/** Where the master key is, for an operator. */
export function masterKeyLocation({ masterKey, dataDir }: Pick<Env, 'masterKey' | 'dataDir'>): string {
  return masterKey === undefined ? masterKeyPath(dataDir) : 'the environment variable MASTER_KEY';
}

/** How a server is opened. */
export interface ServerOptions {
  /** Use the embedded server of a product that runs already, if one does. */
  readonly beside?: boolean;
  /** Called when the process of an embedded server exists, long before the server is open; without one not at all. */
  readonly onLaunch?: () => void;
}

/** A running server whose content was neither read nor changed. */
export interface OpenServer {
  readonly url: string;
  readonly masterKeys: MasterKeys;
  /** The embedded server that was started for this. */
  readonly embedded?: Pick<EmbeddedDatabase, 'files' | 'spool'>;
  /** Ends the server if it was started for this. */
  close(): Promise<void>;
}

/**
 * Finds the server the environment names, or starts the embedded one, and loads the master key,
 * which the first start makes.
 * @throws Error whose message tells a person what to do
 */
export async function openServer(
  env: ServerSettings,
  log: EmbeddedLog,
  options: ServerOptions = {},
): Promise<OpenServer> {
  try {
    return await openIn(env, log, options);
  } catch (error) {
    // Read-only, full, somebody else's: the system's own words name a file that nobody has heard of.
    const isFiles =
      error instanceof Error &&
      (('path' in error && 'syscall' in error) || isFileError(error, 'ENOSPC', 'EDQUOT', 'EIO'));
    throw isFiles ? new Error(`DATA_DIR (${env.dataDir}) cannot be used: ${error.message}`, { cause: error }) : error;
  }
}

async function openIn(env: ServerSettings, log: EmbeddedLog, options: ServerOptions): Promise<OpenServer> {
  const keyFile = masterKeyPath(env.dataDir);
  // A new one would not fit, and be taken for the right one later.
  const needsFile = env.masterKey === undefined && env.databaseUrl === undefined && !existsSync(keyFile);
  if (needsFile && (await findDataLocation(env.dataDir)) !== null)
    throw new Error(
      `${keyFile} is missing, and no note can be opened without it. Put its copy there, or set MASTER_KEY.`,
    );
  const masterKeys = await loadMasterKey({
    masterKey: env.masterKey,
    previous: env.masterKeyPrevious,
    dataDir: env.dataDir,
  });
  const running = env.databaseUrl ?? (options.beside ? await connectEmbedded({ dataDir: env.dataDir }) : null);
  if (running !== null) return { url: running, masterKeys, close: async () => undefined };
  const embedded = await startEmbedded({
    dataDir: env.dataDir,
    log,
    onLaunch: options.onLaunch,
    archives: env.backups?.isContinuous,
  });
  return { url: embedded.url, masterKeys, embedded, close: () => embedded.stop() };
}
