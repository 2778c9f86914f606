/** The statements that count wrong passwords: by account, and by account and address. */
import type { Database, Transaction } from '@nuances/db/client';
import { loginFailures, loginOrigins } from '@nuances/db/schema';
import { and, eq, gte, isNull, lte, or, sql } from 'drizzle-orm';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { countMax, secondsUntil, windowS } from './counting.ts';

/** How long an account refuses unknown addresses, seconds. */
const lockS = 86_400;
/** An address that has not logged in for this long is unknown again, seconds. */
const originKeptS = 90 * 86_400;

/**
 * Counts one more failure, to be taken back if it was none. What is over the limit or falls into a
 * lock checks no password, so it does not lengthen the row.
 */
export async function countFailure(db: Database, subject: string, limit: number) {
  const { resetsAt, count, inARow, lockedUntil } = loginFailures;
  // Only `excluded` and plain comparisons: on Citus this may call no function of the clock.
  const isNewWindow = sql`${resetsAt} <= excluded.failed_at`;
  const isTry = sql`(${isNewWindow} or ${count} < ${limit}) and (${lockedUntil} is null or ${lockedUntil} <= excluded.failed_at)`;
  const [row] = await db
    .insert(loginFailures)
    .values({ subject, count: 1, inARow: 1, resetsAt: secondsFromNow(windowS), failedAt: sql`now()` })
    .onConflictDoUpdate({
      target: loginFailures.subject,
      set: {
        count: sql`case when ${isNewWindow} then 1 else least(${count}, ${countMax}) + 1 end`,
        inARow: sql`case when ${isTry} then ${inARow} + 1 else ${inARow} end`,
        resetsAt: sql`case when ${isNewWindow} then excluded.resets_at else ${resetsAt} end`,
        failedAt: sql`excluded.failed_at`,
      },
    })
    .returning({ count, waitS: secondsUntil(resetsAt), lockS: secondsUntil(sql`coalesce(${lockedUntil}, now())`) });
  return row ?? { count: 1, waitS: windowS, lockS: 0 };
}

/** The same for an address that logged in to the account before; null for any other. */
export async function countOriginFailure(db: Database, userId: string, origin: string) {
  const { resetsAt, count } = loginOrigins;
  const isNewWindow = sql`${resetsAt} <= now()`;
  const [row] = await db
    .update(loginOrigins)
    .set({
      count: sql`case when ${isNewWindow} then 1 else least(${count}, ${countMax}) + 1 end`,
      resetsAt: sql`case when ${isNewWindow} then ${secondsFromNow(windowS)} else ${resetsAt} end`,
    })
    .where(
      and(
        eq(loginOrigins.userId, userId),
        eq(loginOrigins.origin, origin),
        gte(loginOrigins.succeededAt, secondsFromNow(-originKeptS)),
      ),
    )
    .returning({ count, waitS: secondsUntil(resetsAt) });
  return row ?? null;
}

/** Takes a counted failure back: the password fitted, or was never checked. */
export async function takeBackFailure(
  db: Database,
  subject: string,
  { userId, origin, hasFitted }: { userId: string; origin: string; hasFitted: boolean },
): Promise<void> {
  await db
    .update(loginFailures)
    .set({
      count: sql`greatest(${loginFailures.count} - 1, 0)`,
      inARow: hasFitted ? 0 : sql`greatest(${loginFailures.inARow} - 1, 0)`,
    })
    .where(eq(loginFailures.subject, subject));
  await db
    .update(loginOrigins)
    .set({ count: sql`greatest(${loginOrigins.count} - 1, 0)` })
    .where(and(eq(loginOrigins.userId, userId), eq(loginOrigins.origin, origin)));
}

/** Remembers that an account was logged in to from an address. */
export async function rememberOrigin(db: Database | Transaction, userId: string, origin: string): Promise<void> {
  await db
    .insert(loginOrigins)
    .values({ userId, origin, succeededAt: sql`now()`, count: 0, resetsAt: sql`now()` })
    .onConflictDoUpdate({
      target: [loginOrigins.userId, loginOrigins.origin],
      set: { succeededAt: sql`excluded.succeeded_at` },
    });
}

/** After this many in a row; then the row begins anew, so that one attempt a day does not keep the lock. */
export async function lockIfTooMany(db: Database, subject: string, most: number): Promise<void> {
  await db
    .update(loginFailures)
    .set({ lockedUntil: secondsFromNow(lockS), inARow: 0 })
    .where(and(eq(loginFailures.subject, subject), gte(loginFailures.inARow, Math.min(most, countMax))));
}

/** Removes counts and known addresses whose time is over. */
export async function removeExpiredFailures(db: Database): Promise<void> {
  await db.delete(loginFailures).where(
    and(
      // A row of failures that nobody has continued for a day is no row any more.
      lte(loginFailures.failedAt, secondsFromNow(-lockS)),
      or(isNull(loginFailures.lockedUntil), lte(loginFailures.lockedUntil, sql`now()`)),
    ),
  );
  await db.delete(loginOrigins).where(lte(loginOrigins.succeededAt, secondsFromNow(-originKeptS)));
}
