/** The daily backup of the product's own database. Whoever brings a database has a schedule for it. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifRefused } from '@nuances/db/embedded/file-error';
import { addToLedger, ledgerPath } from '../account/ledger.ts';
import { lastTime, type TimeOfDay } from '../admin/schedule.ts';
import { backup } from '../cli/backup/backup.ts';
import type { BackupContext } from '../cli/backup/context.ts';
import { errorForLog } from '../observability/error-logging.ts';
import type { Log } from '../observability/log.ts';
import { createPeriodicTask } from './periodic-task.ts';

/** How often to check the clock, milliseconds. */
const checkIntervalMs = 60_000;
/** Pause after a failure, milliseconds. */
const retryMs = 10 * 60_000;
const namePattern = /^nuances-\d{4}-\d{2}-\d{2}T\d{4}\.backup$/;

/** Settings of the daily backup. */
export interface BackupSchedule {
  readonly folder: string;
  /** UTC. */
  readonly at: TimeOfDay;
  /** Older ones than the newest of this number are deleted. */
  readonly keep: number;
  /** A public key of age; null for plain files. */
  readonly recipient: string | null;
  /** Whether everything is archived as it is written, too (`archiving/wal-archive.ts`). */
  readonly isContinuous: boolean;
}

/** Makes backups by itself. */
export interface ScheduledBackups {
  /** Since the newest backup of the folder; since the start, when there is none. Seconds. Rises also where it cannot be read. */
  ageS(): Promise<number>;
  /** Makes one if it is due. Never rejects; the log has what went wrong, and it is tried again. */
  runIfDue(): Promise<void>;
  /** Looks every minute. The timer keeps no process alive; a backup under way ends with the database. */
  start(): void;
  stop(): void;
}

/** A name that sorts by time, UTC. */
const nameAt = (ms: number) => `nuances-${new Date(ms).toISOString().slice(0, 16).replace(':', '')}.backup`;

/** The names of the backups of the folder, newest first; none when there is no folder. */
async function listBackups(folder: string): Promise<string[]> {
  const names = await ifRefused(['ENOENT'], [], () => readdir(folder));
  return names
    .filter((name) => namePattern.test(name))
    .toSorted()
    .toReversed();
}

/** When the newest backup was complete, milliseconds since 1970; null when there is none. */
async function newestAt(folder: string): Promise<number | null> {
  const [newest] = await listBackups(folder);
  return newest === undefined ? null : (await stat(join(folder, newest))).mtimeMs;
}

/** @param context of the backups, without a terminal */
export function createScheduledBackups(
  { folder, at, keep, recipient }: Omit<BackupSchedule, 'isContinuous'>,
  context: Omit<BackupContext, 'print'>,
  { log, now = Date.now }: { readonly log: Pick<Log, 'info' | 'error'>; readonly now?: () => number },
): ScheduledBackups {
  const startedAt = now();
  let lastKnownAt: number | null = null;
  let notBefore = 0;

  async function makeOne(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = nameAt(now());
    const done = await backup(join(folder, name), { recipient })({ ...context, print: () => undefined });
    if (!done) throw new Error('there is nothing to back up');
    // A restore on another machine needs it. It is added, not copied: a new data folder begins with an empty one.
    await addToLedger(context.ledgerFile, ledgerPath(folder));
    for (const old of (await listBackups(folder)).slice(keep)) await rm(join(folder, old), { force: true });
    const { size } = await stat(join(folder, name));
    log.info({ name, bytes: size }, 'A backup was made');
  }

  async function runIfDue(): Promise<void> {
    if (now() < notBefore) return;
    try {
      const newest = await newestAt(folder);
      if (newest !== null && newest >= lastTime(at, now())) return;
      await makeOne();
    } catch (error) {
      notBefore = now() + retryMs;
      log.error({ fault: errorForLog(error) }, 'The daily backup failed; it is tried again in ten minutes');
    }
  }
  const task = createPeriodicTask({ work: runIfDue, pauseMs: checkIntervalMs, firstMs: checkIntervalMs });

  return {
    async ageS() {
      // Without a figure there would be no alert.
      lastKnownAt = await newestAt(folder).catch(() => lastKnownAt);
      return (now() - (lastKnownAt ?? startedAt)) / 1_000;
    },
    runIfDue,
    start: () => task.start(),
    stop: () => void task.stop(),
  };
}
