import type { Database, Transaction } from '@nuances/db/client';
import type { ScanSource } from '@nuances/domain/scan/lists';
import { anonymousUserId, type usageEventKinds, usageEvents, users } from '@nuances/db/schema';
import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import { prepareOnce } from '@nuances/db/prepared';

export type UsageEvent = (typeof usageEventKinds)[number];

/** The events of the screens that show all own scans. */
export const openedEvents: Readonly<Record<ScanSource, UsageEvent>> = {
  history: 'history_opened',
  stats: 'stats_opened',
};

/** A usage event; placeholders for a prepared statement. */
interface UsageEventInput {
  readonly userId: string | Placeholder;
  readonly kind: UsageEvent | Placeholder;
}

/**
 * The event of an account, as a query that gives the row to insert: none when the person has withdrawn usage (SPEC.md
 * CONSENT-4), or when the account is being erased. It never contains an answer.
 */
export function usageEventRow(db: Database | Transaction, { userId, kind }: UsageEventInput) {
  return db
    .select({
      userId: users.id,
      kind: sql<UsageEvent>`${kind}::text`.as('kind'),
      at: sql<Date>`now()`.as('at'),
      durationS: sql<number | null>`null::integer`.as('duration_s'),
    })
    .from(users)
    .where(and(eq(users.id, userId), users.countsUsage))
    .for('key share');
}

/**
 * Records an event in the transaction of the change that it counts: both are committed or neither.
 * @param userId null for a visitor
 */
export async function recordEvent(transaction: Transaction, userId: string | null, kind: UsageEvent): Promise<void> {
  if (userId === null) await transaction.insert(usageEvents).values({ userId: anonymousUserId, kind, at: sql`now()` });
  else
    await transaction
      .insert(usageEvents)
      .select(usageEventRow(transaction, { userId, kind }))
      .prepare('insert_event')
      .execute();
}

const insertEvent = prepareOnce((db) =>
  db
    .insert(usageEvents)
    .select(usageEventRow(db, { userId: sql.placeholder('userId'), kind: sql.placeholder('kind') }))
    .prepare('insert_usage_event'),
);

const insertAnonymousEvent = prepareOnce((db) =>
  db
    .insert(usageEvents)
    .values({ userId: anonymousUserId, kind: sql`${sql.placeholder('kind')}::text`, at: sql`now()` })
    .prepare('insert_anonymous_event'),
);

/**
 * Records an event outside of any other change.
 * @param userId null for a visitor
 */
export async function recordSingleEvent(db: Database, userId: string | null, kind: UsageEvent): Promise<void> {
  if (userId === null) await insertAnonymousEvent(db).execute({ kind });
  else await insertEvent(db).execute({ userId, kind });
}

export interface ActivityEntry {
  readonly userId: string;
  /** How long ago, milliseconds: the clock that decides is the database's. */
  readonly agoMs: number;
}

/** Stores activity in one statement, without erased accounts and withdrawn usage, as {@link recordEvent}. */
export async function recordActivity(db: Database, moments: readonly ActivityEntry[]): Promise<void> {
  const kind: UsageEvent = 'activity';
  const rows = moments.map(({ userId, agoMs }) => sql`(${userId}::uuid, ${agoMs / 1_000}::float8)`);
  await db.execute(sql`
    insert into ${usageEvents} (user_id, kind, at)
    select ${users.id}, ${kind}, now() - make_interval(secs => moment.ago_s)
    from (values ${sql.join(rows, sql`, `)}) as moment (user_id, ago_s)
    join ${users} on ${users.id} = moment.user_id and ${users.countsUsage}
    for key share of ${users}`);
}
