import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostBasedAccess } from './access.ts';
import type { Account } from './account.ts';
import { passwordEntry } from './base-backup.ts';
import { findDataLocation, resolveDataLocation } from './data-location.ts';
import { ServerDidNotStart } from './launch.ts';
import { lockFolder } from './lock.ts';
import type { EmbeddedLog } from './log.ts';
import { startEmbedded } from './server.ts';
import { untar } from './tar.ts';

/** What {@link recover} takes. */
export interface Recovery {
  /** A folder for it alone; what is in it is removed, at the end as well. */
  readonly folder: string;
  /** As `base-backup.ts` makes it. */
  readonly base: AsyncIterable<Uint8Array>;
  /** Puts the packed segments of the log, as `<name>.gz`, into a folder. The account has to be able to read them. */
  putSegments(folder: string, account: Account): Promise<void>;
  /** Committed later is left out. */
  readonly until: Date;
  readonly log: EmbeddedLog;
}

/** A database as it was at an earlier moment. */
export interface Recovered {
  readonly url: string;
  /** The time of the last transaction, as PostgreSQL writes it, where the archive ends before the moment; null otherwise. */
  readonly endsAt: string | null;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

const segmentsName = 'postgres.segments';
const lastLine = /last completed transaction was at log time (.*)$/;

/**
 * Brings a database back to a moment, on a server of its own.
 * @throws Error for files that are not whole, ServerDidNotStart when a segment is missing before the database is consistent
 */
export async function recover({ folder, base, putSegments, until, log }: Recovery): Promise<Recovered> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  // Another one that runs has it; what a killed one left is in the way.
  await (await lockFolder(folder)).release();
  const left = await findDataLocation(folder);
  if (left !== null) await rm(left.base, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o711 });
  const location = await resolveDataLocation(folder, log);
  const { account, files } = location;
  const remove = async () => {
    // Started as root, the files may be elsewhere.
    for (const path of new Set([location.base, folder]))
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const segments = join(location.base, segmentsName);
    for (const path of [files, segments]) {
      await mkdir(path, { mode: 0o700 });
      if (account !== null) await chown(path, account.uid, account.gid);
    }
    await untar(base, files, account);
    await putSegments(segments, account);
    await rename(join(files, passwordEntry), join(folder, 'postgres.password'));
    for (const [name, content] of Object.entries({ 'recovery.signal': '', 'pg_hba.conf': hostBasedAccess })) {
      await writeFile(join(files, name), content, { mode: 0o600 });
      if (account !== null) await chown(join(files, name), account.uid, account.gid);
    }
    const { database, endsAt } = await replay(folder, until, log);
    return { url: database.url, endsAt, remove: () => database.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Replays the log up to the moment or, when the archive ends before it, to its end. */
async function replay(folder: string, until: Date, log: EmbeddedLog) {
  const settings = {
    // A file that is missing is the end of the archive, and no fault.
    restore_command: `test -f ../${segmentsName}/%f.gz && gzip -dc ../${segmentsName}/%f.gz > %p`,
    recovery_target_action: 'promote',
    // What it may need of the server that made the log does not matter then.
    hot_standby: 'off',
    archive_mode: 'off',
  };
  let endsAt = '';
  const debug = (line: string) => {
    endsAt = lastLine.exec(line)?.[1] ?? endsAt;
    log.debug(line);
  };
  // An archive that ends early is a fault of the server's, and none of the restore's; of others the error has the lines.
  const told: EmbeddedLog = {
    debug,
    info: (line) => log.info(line),
    warn: debug,
    error: (line) => log.error(line),
  };
  try {
    // Its letter for UTC is not known yet where this is read.
    const target = { recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00') };
    return {
      database: await startEmbedded({ dataDir: folder, log: told, settings: { ...settings, ...target } }),
      endsAt: null,
    };
  } catch (error) {
    const isShort =
      error instanceof ServerDidNotStart &&
      error.lines.some((line) => line.includes('recovery ended before configured recovery target was reached'));
    if (!isShort) throw error;
  }
  return { database: await startEmbedded({ dataDir: folder, log: told, settings }), endsAt };
}
