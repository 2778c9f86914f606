/** The clock by which this instance decides: its own, corrected where it is far from the database's, which all share. */
import type { Database } from '@nuances/db/client';
import { sql } from 'drizzle-orm';
import { createPeriodicTask } from '../jobs/periodic-task.ts';

/** Clocks that are kept right differ by less, milliseconds. */
const toleratedMs = 5_000;
const intervalMs = 60_000;

export interface Clock {
  /** Milliseconds since 1970: the database's time where the machine's is wrong. */
  now(): number;
  /** How far the machine's clock is ahead of the database's, milliseconds; 0 while that is little. */
  aheadMs(): number;
  /** Asks the database for its time; rejects when it does not answer. */
  compare(): Promise<void>;
  /** Compares at once, and then every minute. */
  start(): Promise<void>;
  stop(): void;
}

/** @param now milliseconds since 1970 by the machine's clock; tests move it */
export function createClock(
  db: Database,
  { now = Date.now, log }: { readonly now?: (() => number) | undefined; readonly log: { warn(message: string): void } },
): Clock {
  let aheadMs = 0;

  async function compare(): Promise<void> {
    const before = now();
    const [row] = await db.execute<{ ms: number }>(
      sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms where not pg_is_in_recovery()`,
    );
    if (!row) throw new Error('The database is a standby, which saves nothing');
    const after = now();
    // The answer is of some moment between the two: a slow one says too little.
    if (after - before > toleratedMs) return;
    const found = (before + after) / 2 - row.ms;
    const isWrong = Math.abs(found) > toleratedMs;
    if (isWrong && aheadMs === 0) {
      const seconds = Math.round(Math.abs(found) / 1_000);
      const direction = found > 0 ? 'ahead of' : 'behind';
      log.warn(
        `The clock of this machine is ${seconds} s ${direction} the database's, which is used instead: set it right`,
      );
    }
    if (!isWrong && aheadMs !== 0) log.warn("The clock of this machine agrees with the database's again");
    aheadMs = isWrong ? found : 0;
  }

  const task = createPeriodicTask({ work: compare, pauseMs: intervalMs, firstMs: intervalMs });
  return {
    now: () => now() - aheadMs,
    aheadMs: () => aheadMs,
    compare,
    async start() {
      // While the database is away, the machine's clock is all there is.
      await compare().catch(() => undefined);
      task.start();
    },
    stop: () => void task.stop(),
  };
}
