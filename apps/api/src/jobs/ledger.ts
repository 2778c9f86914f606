import type { Database } from '@nuances/db/client';
import { sql } from 'drizzle-orm';
import { mkdir, stat } from 'node:fs/promises';
import { addToLedger, ledgerPath, updateLedger } from '../account/ledger.ts';
import { errorForLog } from '../observability/error-logging.ts';
import { createPeriodicTask } from './periodic-task.ts';

/** An erasure is in the file after this time at the latest. */
const intervalMs = 60_000;
/**
 * How far a run looks back, seconds: longer than the interval, and longer than a transaction takes after the time that it
 * stores. The first run looks at everything, and so does one after a long failure or a restore.
 */
const lookBackS = 600;

export interface LedgerJob {
  /** Updates the file a last time and stops. */
  stop(): Promise<void>;
}

/**
 * Keeps `DATA_DIR/erased-accounts.log` up to date with the table. Not in the transaction of the erasure: a line of one that was
 * rolled back would erase an existing account at the next restore.
 * @param backupFolder where another one is, which outlives the data folder: it gets what this one has
 */
export function startLedger(
  db: Database,
  dataDir: string,
  log: { warn(message: string): void },
  backupFolder?: string,
): LedgerJob {
  const file = ledgerPath(dataDir);
  /** When everything was written last, milliseconds of this process. */
  let writtenAtMs: number | undefined;
  let writtenOf: unknown;
  /** When the file was written that was added to the one of the backups last. */
  let addedAt: number | undefined;

  /** The number of the table: a restore makes another one, with decisions that it was told of and that are old. */
  async function tableNumber(): Promise<unknown> {
    const [row] = await db.execute(sql`select to_regclass('ledger_entries')::oid as number`);
    return row?.['number'];
  }

  async function addToBackups(folder: string): Promise<void> {
    const { mtimeMs } = await stat(file);
    if (mtimeMs === addedAt) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await addToLedger(file, ledgerPath(folder));
    addedAt = mtimeMs;
  }

  async function update(): Promise<void> {
    try {
      const beganMs = performance.now();
      const table = await tableNumber();
      const isRecent =
        writtenAtMs !== undefined && writtenOf === table && beganMs - writtenAtMs < (lookBackS * 1_000) / 2;
      await updateLedger(db, file, isRecent ? lookBackS : undefined);
      [writtenAtMs, writtenOf] = [beganMs, table];
      if (backupFolder !== undefined) await addToBackups(backupFolder);
    } catch (error) {
      // Database unavailable or disk full: the next run adds the missing lines.
      log.warn(`The ledger of erased accounts could not be written: ${JSON.stringify(errorForLog(error))}`);
    }
  }
  const task = createPeriodicTask({ work: update, pauseMs: intervalMs, graceMs: 0 });
  task.start();
  return {
    async stop() {
      await task.stop();
      await update();
    },
  };
}
