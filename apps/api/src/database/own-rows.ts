import type { Database } from '@nuances/db/client';
import { type SQL, sql } from 'drizzle-orm';

/**
 * The person of a prepared statement, by its placeholder `userId`, hidden from the planner, which then keeps one plan for
 * everybody. Told the value, it would plan the statement anew for each call of a person with fewer rows than the average,
 * which takes as long as the statement. Citus needs the value, to find the worker.
 */
export const ownerOf = (db: Database): SQL<string> =>
  db.isDistributed
    ? sql<string>`${sql.placeholder('userId')}`
    : sql<string>`(select ${sql.placeholder('userId')}::uuid)`;
