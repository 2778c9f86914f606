import type { Database } from '@nuances/db/client';
import { mkdir, stat } from 'node:fs/promises';
import { addToLedger, ledgerPath, updateLedger } from '../account/ledger.ts';
import { errorForLog } from '../observability/error-logging.ts';
import { createPeriodicTask } from './periodic-task.ts';

/** An erasure is in the file after this time at the latest. */
const intervalMs = 60_000;
/**
 * How far a run looks back, seconds: longer than the interval, and longer than a transaction takes after the time that it
 * stores. The first run looks at everything, and so does one after a long failure.
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
  /** When the file was written that was added to the one of the backups last. */
  let addedAt: number | undefined;

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
      const isRecent = writtenAtMs !== undefined && beganMs - writtenAtMs < (lookBackS * 1_000) / 2;
      await updateLedger(db, file, isRecent ? lookBackS : undefined);
      writtenAtMs = beganMs;
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
