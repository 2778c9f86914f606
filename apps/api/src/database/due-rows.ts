import { and, asc, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';

/** Which rows of a queue are due. */
interface Due {
  /** When a row may be taken. */
  readonly at: PgColumn;
  /** Which rows wait at all. */
  readonly where?: SQL | undefined;
  /** Rows that one claim takes at most. */
  readonly limit: number;
}

/**
 * The rows of a queue that are due, the longest due first, locked until the commit: whoever claims them moves them on before.
 * SKIP LOCKED keeps instances from waiting for each other.
 * @param query `select().from(queue).$dynamic()`
 */
export function dueRows<Query extends PgSelect>(query: Query, { at, where, limit }: Due) {
  return query
    .where(and(where, lte(at, sql`now()`)))
    .orderBy(asc(at))
    .limit(limit)
    .for('update', { skipLocked: true });
}
