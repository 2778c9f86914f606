/** The decisions about accounts that a restored backup must not take back. */
import type { Transaction } from '@nuances/db/client';
import { ledgerEntries } from '@nuances/db/schema';
import { type SQL, sql } from 'drizzle-orm';

/** A moment as the ledger has it: in microseconds, because a Date would leave out what came in the same millisecond. */
export const ledgerMoment = (moment: unknown) =>
  sql<string>`to_char(${moment}::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** What is recorded; `at` is when, now by default. */
interface Decision extends Pick<typeof ledgerEntries.$inferSelect, 'userId' | 'subject'> {
  readonly value: string | SQL;
  readonly at?: SQL;
}

/**
 * Records a decision in its own transaction, after the rows that it changes: of two at the same time the later one
 * stays, also when the clock was set back. Of two erasures of a part, the moment that reaches further stays.
 */
export async function recordDecision(
  transaction: Transaction,
  { at = sql`clock_timestamp()`, ...decision }: Decision,
): Promise<void> {
  await transaction
    .insert(ledgerEntries)
    .values({ ...decision, at })
    .onConflictDoUpdate({
      target: [ledgerEntries.userId, ledgerEntries.subject],
      set: {
        value: sql`case when excluded.subject in ('scans', 'notes', 'moods') then greatest(excluded.value, ${ledgerEntries.value}) else excluded.value end`,
        at: sql`greatest(excluded.at, ${ledgerEntries.at} + interval '1 microsecond')`,
      },
    });
}
