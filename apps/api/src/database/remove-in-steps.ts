import type { Database } from '@nuances/db/client';
import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** Rows of one statement: few, so that its locks are short. */
const batchSize = 200;

/** Which rows are removed. */
export interface Removal {
  readonly key: readonly [PgColumn, ...PgColumn[]];
  readonly where: SQL | undefined;
  /** What the index that finds them is on. */
  readonly by: SQL | PgColumn;
}

/**
 * Removes rows in steps of two statements: one finds them by its index, one removes them by their keys, if they are still to
 * be removed then. In one statement the planner may prefer to read the whole table.
 */
export async function removeInSteps(db: Database, table: PgTable, { key, where, by }: Removal): Promise<void> {
  const columns = Object.fromEntries(key.map((column, index) => [String(index), column]));
  const [first, ...others] = key;
  for (;;) {
    const found = await db.select(columns).from(table).where(where).orderBy(by).limit(batchSize);
    if (found.length === 0) return;
    const isFound =
      others.length === 0
        ? inArray(
            first,
            found.map((row) => row['0']),
          )
        : or(...found.map((row) => and(...key.map((column, index) => eq(column, row[String(index)])))));
    await db.delete(table).where(and(isFound, where));
    if (found.length < batchSize) return;
  }
}
