import type { Database } from '@nuances/db/client';
import { type SQL, sql } from 'drizzle-orm';

/**
 * The person of a prepared statement, by its placeholder `userId`, hidden from the planner: it then keeps one plan for
 * everybody. By the value itself it would plan the statement anew for each call of a person who has fewer rows than the
 * average, which takes longer than the statement. Citus needs the value, to find the worker.
 */
export const ownerOf = (db: Database): SQL<string> =>
  db.isDistributed
    ? sql<string>`${sql.placeholder('userId')}`
    : sql<string>`(select ${sql.placeholder('userId')}::uuid)`;
