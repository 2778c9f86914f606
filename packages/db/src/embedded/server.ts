/**
 * A real PostgreSQL of our own, for installations without `DATABASE_URL`: made on first use,
 * supervised, and ended with the product. After a kill -9 of the product the server lives on; the
 * next start adopts it.
 */
import { mkdir } from 'node:fs/promises';
import { findBinaries, type Binaries } from './binaries.ts';
import { createCluster } from './cluster.ts';
import { lockFolder } from './lock.ts';
import type { EmbeddedLog } from './log.ts';
import {
  resolveDataLocation,
  databasePassword,
  findDataLocation,
  readPassword,
  removeUnfinishedFiles,
  type ResolvedDataLocation,
} from './data-location.ts';
import { findRunning, removeStalePid, shutDown, urlOf, type Postmaster } from './postmaster.ts';
import { createSupervisor } from './supervisor.ts';

/** What {@link startEmbedded} takes. */
export interface EmbeddedOptions {
  /** `DATA_DIR`; made if missing. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Server settings over ours, for tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A supervised database. */
export interface EmbeddedDatabase {
  /** Good until {@link stop}: a restart after a crash keeps the port. */
  readonly url: string;
  /** Whether the server was running already, left over from a killed product. */
  readonly adopted: boolean;
  /** Ends the server in order and gives the folder free. Repeating it is harmless. */
  stop(): Promise<void>;
}

/** How long an orphaned server may take to recover or to end. */
const ORPHAN_PATIENCE_MS = 60_000;

/**
 * Starts the embedded database of a data folder, or adopts the one a killed product left.
 * @throws FolderInUse when another product has the folder; Error, with what to do, when no
 *   PostgreSQL runs here, the files cannot be used or the server does not start
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options;
  // Others may pass through, not list: as root, the server runs under another account.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const lock = await lockFolder(dataDir);
  try {
    const place = await resolveDataLocation(dataDir, log);
    const binaries = await findBinaries(place.account, place.base, place.major);
    const password = await databasePassword(place, place.major === null);
    if (place.major === null) {
      await removeUnfinishedFiles(place.base);
      await createCluster(place, binaries, password);
      log.info(`Made a database (PostgreSQL ${binaries.version}) in ${place.files}`);
    }
    const supervisor = createSupervisor(place, binaries, options);
    const onExit = () => {
      supervisor.killOnExit();
      lock.releaseNow();
    };
    process.once('exit', onExit);
    const orphan = place.major === null ? null : await recoverOrphan(place, binaries, password, log);
    const server = orphan === null ? await supervisor.launchFirst() : supervisor.adopt(orphan);

    let stopping: Promise<void> | null = null;
    return {
      url: urlOf(server.port, password),
      adopted: orphan !== null,
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
 * The database of a data folder whose product runs now: for commands beside it.
 * @returns its URL, or null when none runs
 */
export async function connectEmbedded({ dataDir }: { readonly dataDir: string }): Promise<string | null> {
  const place = await findDataLocation(dataDir);
  const password = place === null ? null : await readPassword(place);
  if (place === null || password === null) return null;
  const server = await findRunning(place, password, 5_000);
  return server === null ? null : urlOf(server.port, password);
}

/** What to do with a server that outlived its product: keep it, or end it when it is another version. */
async function recoverOrphan(
  place: ResolvedDataLocation,
  binaries: Binaries,
  password: string,
  log: EmbeddedLog,
): Promise<Postmaster | null> {
  const orphan = await findRunning(place, password, ORPHAN_PATIENCE_MS);
  if (orphan === null) {
    await removeStalePid(place);
    return null;
  }
  if (orphan.version === binaries.version) {
    log.info(`Adopted the database (process ${orphan.pid}) that a killed Nuances left running`);
    return orphan;
  }
  log.info(
    `Ending the database that a killed Nuances left running: it is ${orphan.version}, ours is ${binaries.version}`,
  );
  await shutDown(orphan.pid, log);
  return null;
}
