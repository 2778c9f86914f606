/** The statements that count wrong passwords. */
import type { Database } from '@nuances/db/client';
import { loginFailures } from '@nuances/db/schema';
import { and, eq, gte, isNull, lte, or, sql } from 'drizzle-orm';
import { removeInSteps } from '../database/remove-in-steps.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { countMax, secondsUntil, windowS } from './counting.ts';

/** The key of a row of failures. */
export interface FailureKey {
  /** A keyed hash of an account, or of an unknown name. */
  readonly subject: string;
  /** A keyed hash of a device of the account; empty for all others together. */
  readonly device: string;
}

/** The state that a counted attempt found. */
export interface CountedFailure {
  readonly key: FailureKey;
  /** Whether the password may count: neither over the limit of a minute nor locked. */
  readonly isAllowed: boolean;
  /** Seconds until it may count again. */
  readonly waitS: number;
}

/** Duration of the lock after many failures in a row, seconds. */
const lockS = 86_400;

const isRow = ({ subject, device }: FailureKey) =>
  and(eq(loginFailures.subject, subject), eq(loginFailures.device, device));

/**
 * Counts a failure, which is undone after a success. An attempt over the limit or during a lock does not lengthen
 * the series of failures, because its result is ignored.
 * @param limit failures a minute
 */
export async function countFailure(db: Database, key: FailureKey, limit: number): Promise<CountedFailure> {
  const { resetsAt, count, inARow, lockedUntil } = loginFailures;
  // Only `excluded` and plain comparisons: on Citus this must not call now().
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

/** Undoes a counted failure: the password was right, or was never checked. */
export async function undoFailure(
  db: Database,
  { key, isAllowed }: CountedFailure,
  { hasFitted }: { readonly hasFitted: boolean },
): Promise<void> {
  const { count, inARow } = loginFailures;
  await db
    .update(loginFailures)
    .set({
      count: sql`greatest(${count} - 1, 0)`,
      // A refused attempt was not added to the series.
      inARow: hasFitted ? 0 : sql`greatest(${inARow} - ${isAllowed ? 1 : 0}, 0)`,
    })
    .where(isRow(key));
}

/** Locks after this many in a row; the series then restarts, so that one attempt a day does not renew the lock. */
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
  const { subject, device, failedAt, lockedUntil } = loginFailures;
  const where = and(
    // A series without a failure for a day is over.
    lte(failedAt, secondsFromNow(-lockS)),
    or(isNull(lockedUntil), lte(lockedUntil, sql`now()`)),
  );
  await removeInSteps(db, loginFailures, { key: [subject, device], where, by: failedAt });
}
