import type { Database, Transaction } from '@nuances/db/client';
import { anonymousUserId, type usageEventKinds, usageEvents, users } from '@nuances/db/schema';
import { eventsKeptMonths } from '@nuances/domain/limits';
import { and, eq, lt, type Placeholder, sql, type SQL } from 'drizzle-orm';
import { prepareOnce } from '@nuances/db/prepared';

export type UsageEvent = (typeof usageEventKinds)[number];

/** Something that is counted; placeholders for a prepared statement. */
interface UsageEventInput {
  readonly userId: string | Placeholder;
  readonly kind: UsageEvent | Placeholder;
  /** Seconds, for a finished quiz. */
  readonly durationS?: number | null | Placeholder;
}

/**
 * The event of what somebody with an account did, as a query that gives the row to insert: none when `condition` does not
 * hold, or when the account is being erased meanwhile. It never holds an answer.
 */
export function usageEventRow(
  db: Database | Transaction,
  { userId, kind, durationS = null }: UsageEventInput,
  condition?: SQL,
) {
  return db
    .select({
      userId: users.id,
      kind: sql<UsageEvent>`${kind}::text`.as('kind'),
      at: sql<Date>`now()`.as('at'),
      durationS: sql<number | null>`${durationS}::integer`.as('duration_s'),
    })
    .from(users)
    .where(and(eq(users.id, userId), condition))
    .for('key share');
}

/**
 * Counts one event, in the transaction of what it counts, so that neither is there without the other.
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

/** Counts one event of an account that belongs to no other change. */
export async function recordSingleEvent(db: Database, userId: string, kind: UsageEvent): Promise<void> {
  await insertEvent(db).execute({ userId, kind });
}

/** That somebody signed in was active. */
export interface ActivityEntry {
  readonly userId: string;
  /** How long ago, milliseconds: the clock that decides is the database's. */
  readonly agoMs: number;
}

/** Counts activity, in one statement. Accounts that are gone meanwhile are left out, as in {@link recordEvent}. */
export async function recordActivity(db: Database, moments: readonly ActivityEntry[]): Promise<void> {
  const kind: UsageEvent = 'activity';
  const rows = moments.map(({ userId, agoMs }) => sql`(${userId}::uuid, ${agoMs / 1_000}::float8)`);
  await db.execute(sql`
    insert into ${usageEvents} (user_id, kind, at)
    select ${users.id}, ${kind}, now() - make_interval(secs => moment.ago_s)
    from (values ${sql.join(rows, sql`, `)}) as moment (user_id, ago_s)
    join ${users} on ${users.id} = moment.user_id
    for key share of ${users}`);
}

/** Removing what has piled up while nothing ran may take longer than a call may. */
const longStatementTimeout = sql`select set_config('statement_timeout', '600s', true)`;

/**
 * Deletes the events that are older than people were told they are kept. The index on their time finds them. Weeks that
 * were counted stay as they are.
 */
export async function removeOldEvents(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.execute(longStatementTimeout);
    await transaction
      .delete(usageEvents)
      .where(lt(usageEvents.at, sql`now() - make_interval(months => ${eventsKeptMonths}::int)`));
  });
}
