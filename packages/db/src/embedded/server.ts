/**
 * A real PostgreSQL for installations without `DATABASE_URL`: made at the first start, supervised, and stopped with the
 * product. A server that is still running after the product was killed is stopped by the next start.
 */
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { restrictAccess } from './access.ts';
import { createCluster } from './cluster.ts';
import { urlOf } from './endpoint.ts';
import {
  databasePassword,
  type DataLocation,
  findDataLocation,
  readPassword,
  removeUnfinishedFiles,
  resolveDataLocation,
} from './data-location.ts';
import { folderHolder, lockFolder } from './lock.ts';
import type { EmbeddedLog } from './log.ts';
import { findServer } from './pid-file.ts';
import { shutDown } from './shutdown.ts';
import { createSupervisor } from './supervisor.ts';
import { archiveSettings, prepareSpool, spoolOf } from './wal-spool.ts';

/** What {@link startEmbedded} takes. */
export interface EmbeddedOptions {
  /** `DATA_DIR`; made if missing. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Called each time a server's process exists; it is not ready yet. */
  readonly onLaunch?: (() => void) | undefined;
  /** Server settings that replace ours, for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The role may make databases of its own, for tests. */
  readonly mayCreateDatabases?: boolean;
  /** Puts what is written, packed, into a folder beside the files (`wal-spool.ts`). */
  readonly archives?: boolean | undefined;
}

export interface EmbeddedDatabase {
  /** Valid until {@link stop}: after a restart the address is the same. */
  readonly url: string;
  /** The database files (PGDATA). */
  readonly files: string;
  /** The folder of the log's segments, where the server archives. */
  readonly spool: string;
  /** Stops the server and releases the folder. Calling it again has no effect. */
  stop(): Promise<void>;
}

/** How long a command waits for a server that is starting or stopping, milliseconds. */
const connectTimeoutMs = 5_000;
const connectPollMs = 50;

/**
 * Starts the embedded database of a data folder.
 * @throws FolderInUse when another product has the folder; Error, with what to do, when no
 *   PostgreSQL runs here, the files cannot be used or the server does not start
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options;
  // Other accounts may enter the folder but not list it: started as root, the server runs under another account.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const lock = await lockFolder(dataDir);
  try {
    const location = await resolveDataLocation(dataDir, log);
    const binaries = await findBinaries(location.account, location.base, location.major, location.files);
    const password = await databasePassword(location, location.major === null);
    if (location.major === null) {
      await removeUnfinishedFiles(location.base);
      await createCluster(location, binaries);
      log.info(`Made a database (PostgreSQL ${binaries.version}) in ${location.files}`);
    }
    if (options.archives) await prepareSpool(location);
    const settings = { ...(options.archives && archiveSettings), ...options.settings };
    const supervisor = createSupervisor(location, binaries, { ...options, settings });
    const onExit = () => {
      supervisor.killOnExit();
      lock.releaseNow();
    };
    process.once('exit', onExit);
    await endOrphan(location, log);
    const access = { password, mayCreateDatabases: options.mayCreateDatabases ?? false };
    if ((await restrictAccess(location, binaries, access)) && location.major !== null)
      log.info('The rights of the role that uses the database were brought up to date');
    const endpoint = await supervisor.launchFirst();

    let stopping: Promise<void> | null = null;
    return {
      url: urlOf(endpoint, password),
      files: location.files,
      spool: spoolOf(location),
      stop: () =>
        (stopping ??= supervisor
          .end()
          .then(() => lock.release())
          .finally(() => process.off('exit', onExit))),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * The database of a data folder whose product is running: for commands beside it.
 * @returns its URL, or null when none runs
 * @throws Error with instructions when a server runs there that does not become ready
 */
export async function connectEmbedded({ dataDir }: { readonly dataDir: string }): Promise<string | null> {
  const location = await findDataLocation(dataDir);
  const password = location === null ? null : await readPassword(location);
  if (location === null || password === null) return null;
  for (let waitedMs = 0; ; waitedMs += connectPollMs) {
    const server = await findServer(location);
    if (server?.status === 'ready' && server.endpoint !== null) return urlOf(server.endpoint, password);
    const isOver = waitedMs >= connectTimeoutMs;
    // A product that starts or ends holds the folder without a server.
    if (server === null && (isOver || (await folderHolder(dataDir)) === null)) return null;
    if (server !== null && isOver)
      throw new Error(
        `A database server (process ${server.pid}) runs on ${location.files} but is not ready (${server.status || 'starting'}). Try again, or end it: kill -INT ${server.pid}`,
      );
    await sleep(connectPollMs);
  }
}

/**
 * Stops a server that is still running after its product was killed. It is not reused: it may have another version or
 * other settings, and as it is not a child of this process, its end would have to be polled for. Call it with the
 * folder locked: no product has it then.
 */
async function endOrphan(location: DataLocation, log: EmbeddedLog): Promise<void> {
  const orphan = await findServer(location);
  if (orphan === null) return;
  log.info(`Ending the database (process ${orphan.pid}) that a killed Nuances left running`);
  await shutDown(orphan.pid, log);
}
