import { sql } from 'drizzle-orm';
import type { TestApp } from './test-app.ts';

/** How many statements wait for a lock; on a distributed database those of its workers. */
export async function lockWaits({ db, services }: TestApp): Promise<number> {
  const { isDistributed } = services.db;
  const waits = isDistributed
    ? sql`select 1 from citus_lock_waits`
    : sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db.execute(waits)).length;
}
