import type { Database } from '@nuances/db/client';
import { recordSingleEvent } from './record-event.ts';

/** @param userId null for a visitor */
export async function countVisit(db: Database, userId: string | null): Promise<void> {
  await recordSingleEvent(db, userId, 'landing');
}
