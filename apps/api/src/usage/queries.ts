import type { Database } from '@nuances/db/client';
import { sql } from 'drizzle-orm';
import { recordSingleEvent } from './record-event.ts';

/** @param userId null for a visitor */
export async function countVisit(db: Database, userId: string | null): Promise<void> {
  await recordSingleEvent(db, userId, 'landing');
}

/** Resolves once the database answers a query. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
