import type { Database, Transaction } from '@nuances/db/client';
import { sql } from 'drizzle-orm';
import * as z from 'zod';

const backendRow = z.tuple([z.object({ pid: z.number() })]);

/**
 * Reads in one snapshot. When the signal aborts, the statement that runs is cancelled in the database, so that nobody's
 * refused read goes on there.
 *
 * The transaction keeps its connection until the cancellation was delivered: it cannot reach a statement of somebody else.
 * @param signal undefined for a read that is never cancelled
 * @throws the signal's reason once it has aborted
 */
export function readSnapshot<Result>(
  db: Database,
  signal: AbortSignal | undefined,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(
    async (transaction) => {
      if (!signal) return work(transaction);
      signal.throwIfAborted();
      const [{ pid }] = backendRow.parse([...(await transaction.execute(sql`select pg_backend_pid() as pid`))]);
      let cancelling: Promise<unknown> = Promise.resolve();
      const cancel = () => {
        // Without a free connection the statement goes on until its own timeout.
        cancelling = db.execute(sql`select pg_cancel_backend(${pid}::int)`).catch(() => undefined);
      };
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return await work(transaction);
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', cancel);
        await cancelling;
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
