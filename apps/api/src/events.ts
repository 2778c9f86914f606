import type { Transaction } from '@nuances/db/client';
import { nobody, type usageEventKinds, usageEvents } from '@nuances/db/schema';
import { sql } from 'drizzle-orm';

export type UsageEvent = (typeof usageEventKinds)[number];

/**
 * Counts one event, in the transaction of what it counts, so that neither is there without the other.
 * It never holds an answer.
 * @param userId null for a visitor
 * @param durationS seconds, for a finished quiz
 */
export async function recordEvent(
  transaction: Transaction,
  userId: string | null,
  kind: UsageEvent,
  durationS: number | null = null,
): Promise<void> {
  await transaction.insert(usageEvents).values({ userId: userId ?? nobody, kind, at: sql`now()`, durationS });
}
