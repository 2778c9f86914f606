import type { Database, Transaction } from '@nuances/db/client';
import { nobody, type usageEventKinds, usageEvents, users } from '@nuances/db/schema';
import { eventsKeptMonths } from '@nuances/domain/limits';
import { eq, lt, sql } from 'drizzle-orm';

export type UsageEvent = (typeof usageEventKinds)[number];

/**
 * Counts one event, in the transaction of what it counts, so that neither is there without the other.
 * It never holds an answer. An account that is being erased meanwhile leaves no event behind.
 * @param userId null for a visitor
 * @param durationS seconds, for a finished quiz
 */
export async function recordEvent(
  transaction: Transaction,
  userId: string | null,
  kind: UsageEvent,
  durationS: number | null = null,
): Promise<void> {
  if (userId === null) {
    await transaction.insert(usageEvents).values({ userId: nobody, kind, at: sql`now()`, durationS });
    return;
  }
  const own = transaction
    .select({
      userId: users.id,
      kind: sql<UsageEvent>`${kind}::text`.as('kind'),
      at: sql<Date>`now()`.as('at'),
      durationS: sql<number | null>`${durationS}::integer`.as('duration_s'),
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('key share');
  await transaction.insert(usageEvents).select(own);
}

/** Deletes the events that are older than people were told they are kept. The index on their time finds them. */
export async function removeOldEvents(db: Database): Promise<void> {
  await db
    .delete(usageEvents)
    .where(lt(usageEvents.at, sql`now() - make_interval(months => ${eventsKeptMonths}::int)`));
}
