/** The statements that count wrong passwords. */
import type { Database } from '@nuances/db/client';
import { loginFailures } from '@nuances/db/schema';
import { and, eq, gte, isNull, lte, or, sql } from 'drizzle-orm';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { countMax, secondsUntil, windowS } from './counting.ts';

/** Whose wrong passwords one row counts. */
export interface FailureKey {
  /** A keyed hash of an account, or of a name that no account has. */
  readonly subject: string;
  /** A keyed hash of a device of the account; empty for all others together. */
  readonly device: string;
}

/** What a counted attempt met. */
export interface CountedFailure {
  readonly key: FailureKey;
  /** Whether the password may count: neither over the limit of a minute nor locked. */
  readonly isAllowed: boolean;
  /** Seconds until it may again. */
  readonly waitS: number;
}

/** How long very many failures in a row lock, seconds. */
const lockS = 86_400;

const isRow = ({ subject, device }: FailureKey) =>
  and(eq(loginFailures.subject, subject), eq(loginFailures.device, device));

/**
 * Counts one more failure, to be taken back if it was none. What is over the limit or falls into a
 * lock proves no password, so it does not lengthen the row.
 * @param limit failures a minute
 */
export async function countFailure(db: Database, key: FailureKey, limit: number): Promise<CountedFailure> {
  const { resetsAt, count, inARow, lockedUntil } = loginFailures;
  // Only `excluded` and plain comparisons: on Citus this may call no function of the clock.
  const isNewWindow = sql`${resetsAt} <= excluded.failed_at`;
  const isTry = sql`(${isNewWindow} or ${count} < ${limit}) and (${lockedUntil} is null or ${lockedUntil} <= excluded.failed_at)`;
  const [row] = await db
    .insert(loginFailures)
    .values({ ...key, count: 1, inARow: 1, resetsAt: secondsFromNow(windowS), failedAt: sql`now()` })
    .onConflictDoUpdate({
      target: [loginFailures.subject, loginFailures.device],
      set: {
        count: sql`case when ${isNewWindow} then 1 else least(${count}, ${countMax}) + 1 end`,
        inARow: sql`case when ${isTry} then least(${inARow}, ${countMax}) + 1 else ${inARow} end`,
        resetsAt: sql`case when ${isNewWindow} then excluded.resets_at else ${resetsAt} end`,
        failedAt: sql`excluded.failed_at`,
      },
    })
    .returning({ count, waitS: secondsUntil(resetsAt), lockS: secondsUntil(sql`coalesce(${lockedUntil}, now())`) });
  if (!row) throw new Error('The statement that counts a failure returned no row');
  const isLocked = row.lockS > 0;
  return { key, isAllowed: !isLocked && row.count <= limit, waitS: isLocked ? row.lockS : row.waitS };
}

/** Takes a counted failure back: the password fitted, or was never checked. */
export async function takeBackFailure(
  db: Database,
  { key, isAllowed }: CountedFailure,
  { hasFitted }: { readonly hasFitted: boolean },
): Promise<void> {
  const { count, inARow } = loginFailures;
  await db
    .update(loginFailures)
    .set({
      count: sql`greatest(${count} - 1, 0)`,
      // What was not allowed was not added to the row either.
      inARow: hasFitted ? 0 : sql`greatest(${inARow} - ${isAllowed ? 1 : 0}, 0)`,
    })
    .where(isRow(key));
}

/** After this many in a row; then the row begins anew, so that one attempt a day does not keep the lock. */
export async function lockIfTooMany(db: Database, { key }: CountedFailure, most: number): Promise<boolean> {
  const locked = await db
    .update(loginFailures)
    .set({ lockedUntil: secondsFromNow(lockS), inARow: 0 })
    .where(and(isRow(key), gte(loginFailures.inARow, Math.min(most, countMax))))
    .returning({ subject: loginFailures.subject });
  return locked.length > 0;
}

/** Removes counts whose time is over. */
export async function removeExpiredFailures(db: Database): Promise<void> {
  await db.delete(loginFailures).where(
    and(
      // A row of failures that nobody has continued for a day is no row any more.
      lte(loginFailures.failedAt, secondsFromNow(-lockS)),
      or(isNull(loginFailures.lockedUntil), lte(loginFailures.lockedUntil, sql`now()`)),
    ),
  );
}
