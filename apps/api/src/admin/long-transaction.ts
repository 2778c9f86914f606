/** Transactions over the usage statistics, whose tables are large. */
import type { Database, Transaction } from '@nuances/db/client';
import { retryOn } from '@nuances/db/postgres/error-codes';
import { sql } from 'drizzle-orm';

const longTries = 10;

/**
 * For the rest of a transaction. Of ten million events in two years a week takes a quarter of a second; this is for a
 * thousand times as many. What a crash of the machine loses right after a commit, the next run does again.
 */
const settings = sql`select set_config('statement_timeout', '600s', true), set_config('work_mem', '64MB', true),
  set_config('jit', 'off', true), set_config('synchronous_commit', 'off', true)`;

/** Repeats a transaction that has waited too long for a lock: a run of the aggregation may hold the weeks for longer. */
export const retryLockTimeout = <Result>(tries: number, work: () => Promise<Result>) => retryOn(['55P03'], tries, work);

/** A transaction that may take long; it is retried after a lock timeout. */
export function longTransaction<Result>(
  db: Pick<Database, 'transaction'>,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return retryLockTimeout(longTries, () =>
    db.transaction(async (transaction) => {
      await transaction.execute(settings);
      return work(transaction);
    }),
  );
}
