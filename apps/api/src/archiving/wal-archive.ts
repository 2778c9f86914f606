/** Continuous archiving of the product's own database: base backups, and its log (WAL) as it is written. */
import { baseBackup, type BaseRange, readSystemId } from '@nuances/db/embedded/base-backup';
import { withConnection } from '@nuances/db/postgres/driver';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { lastTime } from '../admin/schedule.ts';
import { encryptTo } from '../cli/backup/encryption.ts';
import { createPeriodicTask } from '../jobs/periodic-task.ts';
import type { BackupSchedule } from '../jobs/scheduled-backup.ts';
import { errorForLog } from '../observability/error-logging.ts';
import { archiveOf, isContinuous, nameOfBase, pruneArchive, readServerArchive } from './archive-folder.ts';
import type { Log } from '../observability/log.ts';

/** How often to look for segments, milliseconds. */
const shipPauseMs = 5_000;
/** How often to look whether a base backup is due, milliseconds. */
const basePauseMs = 60_000;
/** Pause after a base backup that failed, milliseconds. */
const retryMs = 10 * 60_000;
/** Without a segment for this long something is written, so that an idle archive differs from one that fails, milliseconds. */
const heartbeatMs = 5 * 60_000;
const stopGraceMs = 2_000;

export interface ArchivedServer {
  readonly url: string;
  /** The database files. */
  readonly files: string;
  /** Where the server puts its segments, packed. */
  readonly spool: string;
}

/** Archives by itself. Nothing here rejects: the log has what went wrong, and it is tried again. */
export interface WalArchive {
  /** Since the newest segment was stored; since the start without one. Seconds. Rises also where the folder cannot be read. */
  ageS(): Promise<number>;
  /** Stores the segments that wait. */
  ship(): Promise<void>;
  /** Makes a base backup if one is due. */
  backUpIfDue(): Promise<void>;
  start(): void;
  /** Stores what waits. The server archives a last time at its own end: call {@link ship} after that as well. */
  stop(): Promise<void>;
}

export function createWalArchive(
  { folder, at, keep, recipient }: Omit<BackupSchedule, 'isContinuous'>,
  { url, files, spool }: ArchivedServer,
  { log, now = Date.now }: { readonly log: Pick<Log, 'info' | 'error'>; readonly now?: () => number },
): WalArchive {
  const archive = archiveOf(folder);
  const startedAt = now();
  let lastKnownAt: number | null = null;
  const ending = recipient === null ? '' : '.age';
  /** Of this process, for the names of its unfinished files. */
  const mine = randomBytes(6).toString('hex');
  let isShipping = true;
  let baseNotBefore = 0;

  const systemId = () => readSystemId(files);
  async function ownFolder(): Promise<string> {
    const own = join(archive, await systemId());
    await mkdir(own, { recursive: true, mode: 0o700 });
    return own;
  }

  /** Stores a file, sealed when asked, under a name that it gets once it is complete and on the disk. */
  async function store(
    own: string,
    plain: AsyncIterable<Uint8Array>,
    name: () => string,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    const draft = join(own, `.${mine}-${randomBytes(6).toString('hex')}.part`);
    const file = await open(draft, 'wx', 0o600);
    try {
      const out = file.createWriteStream({ flush: true });
      if (recipient === null) await pipeline(plain, out, options);
      else await pipeline(plain, await encryptTo(recipient), out, options);
      await rename(draft, join(own, `${name()}${ending}`));
    } finally {
      await file.close();
      await rm(draft, { force: true });
    }
  }

  async function newestAt(): Promise<number | null> {
    return (await readServerArchive(archive, await systemId())).storedAt;
  }

  async function shipAll(): Promise<void> {
    const own = await ownFolder();
    for (const name of (await readdir(spool)).filter((entry) => entry.endsWith('.gz')).toSorted()) {
      const path = join(spool, name);
      await store(own, createReadStream(path), () => name);
      await rm(path);
    }
  }

  /** A record in the log that means nothing, where nothing else is written. */
  async function writeHeartbeat(): Promise<void> {
    if (now() - ((await newestAt()) ?? startedAt) < heartbeatMs) return;
    await withConnection(url, (sql) => sql`select pg_logical_emit_message(false, 'nuances', '')`, {
      connect_timeout: 5,
      connection: { application_name: 'nuances-archive' },
    });
  }

  async function ship(): Promise<void> {
    try {
      await shipAll();
      if (!isShipping) log.info({}, 'The log of the database is archived again');
      isShipping = true;
    } catch (error) {
      // Once, and not every five seconds.
      if (isShipping) log.error({ fault: errorForLog(error) }, 'The log of the database cannot be archived');
      isShipping = false;
    }
  }

  async function backUp(signal: AbortSignal): Promise<void> {
    const own = await ownFolder();
    // What a killed process was writing.
    for (const left of (await readdir(own)).filter((entry) => entry.endsWith('.part') && !entry.startsWith(`.${mine}`)))
      await rm(join(own, left), { force: true });
    let range: BaseRange | undefined;
    const plain = baseBackup({ url, files }, (found) => (range = found));
    async function* packed() {
      const gzip = createGzip({ level: 1 });
      const filling = pipeline(plain, gzip);
      // Whoever reads the other end gets the same fault.
      filling.catch(() => undefined);
      yield* gzip;
      await filling;
    }
    let name = '';
    const nameIt = () => {
      if (range === undefined) throw new Error('A base backup ended without its range');
      name = nameOfBase({ at: now() + 1, ...range });
      return name;
    };
    await store(own, packed(), nameIt, { signal });
    await pruneArchive(archive, keep, await systemId());
    log.info({ name }, 'A base backup was made');
  }

  async function backUpIfDue(): Promise<void> {
    if (now() < baseNotBefore) return;
    const signal = backingUp.signal();
    try {
      const known = await readServerArchive(archive, await systemId());
      const newest = known.bases.at(-1)?.at;
      if (newest !== undefined && newest >= lastTime(at, now()) && isContinuous(known)) return;
      await backUp(signal);
    } catch (error) {
      // The product ends: the next start makes one.
      if (signal.aborted) return;
      baseNotBefore = now() + retryMs;
      log.error({ fault: errorForLog(error) }, 'A base backup failed; it is tried again in ten minutes');
    }
  }

  const shipping = createPeriodicTask({
    work: () => ship().then(writeHeartbeat),
    pauseMs: shipPauseMs,
    graceMs: stopGraceMs,
  });
  const backingUp = createPeriodicTask({ work: backUpIfDue, pauseMs: basePauseMs, graceMs: stopGraceMs });
  return {
    async ageS() {
      // Without a figure there would be no alert.
      lastKnownAt = await newestAt().catch(() => lastKnownAt);
      return (now() - (lastKnownAt ?? startedAt)) / 1_000;
    },
    ship,
    backUpIfDue,
    start() {
      shipping.start();
      backingUp.start();
    },
    async stop() {
      await Promise.all([shipping.stop(), backingUp.stop()]);
    },
  };
}
