/** The statements that count attempts and wrong passwords, and their queue. */
import { createBoundedQueue, QueueFull } from '@nuances/crypto/bounded-queue';
import type { Database, Transaction } from '@nuances/db/client';
import { authAttempts, loginFailures } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { and, type AnyColumn, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { removeInSteps } from '../database/remove-in-steps.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';

/** Limits on passwords and addresses count in windows of this length, seconds. */
export const windowS = 60;
/** Maximum of a counter, and of the configurable limit. */
const countMax = 1_000_000_000;

/** Length of the queue of attempts before the database. */
const waitingMax = 128;
/** Retry-After of a full queue, seconds. */
const queueFullRetryS = 2;

const secondsUntil = (moment: SQL | AnyColumn) => sql<number>`extract(epoch from ${moment} - now())::float8`;

/**
 * How a row of `auth_attempts` is incremented within windows of a length, and whether its window is over: at least one lies
 * between both ends. On Citus this must not call now().
 */
function incrementIn(lengthS: number) {
  const { resetsAt, count } = authAttempts;
  const isNewWindow = sql`excluded.resets_at - ${resetsAt} >= make_interval(secs => ${lengthS})`;
  const set = {
    count: sql`case when ${isNewWindow} then 1 else least(${count}, ${countMax}) + 1 end`,
    resetsAt: sql`case when ${isNewWindow} then excluded.resets_at else ${resetsAt} end`,
  };
  return { isNewWindow, set };
}

/**
 * Increments these rows of `auth_attempts`, within windows of a length.
 * @param origins keyed hashes, sorted, so that no two statements deadlock
 */
export async function countInWindow(db: Database | Transaction, origins: readonly string[], lengthS: number) {
  const { origin, resetsAt, count } = authAttempts;
  return db
    .insert(authAttempts)
    .values(origins.map((value) => ({ origin: value, count: 1, resetsAt: secondsFromNow(lengthS) })))
    .onConflictDoUpdate({ target: origin, set: incrementIn(lengthS).set })
    .returning({ origin, count, waitS: secondsUntil(resetsAt) });
}

/**
 * Increments a row of `auth_attempts` within windows of a length, unless that would exceed a maximum.
 * @returns whether it was incremented
 */
export async function admitInWindow(
  transaction: Transaction,
  origin: string,
  { lengthS, max }: { readonly lengthS: number; readonly max: number },
): Promise<boolean> {
  const { count } = authAttempts;
  const { isNewWindow, set } = incrementIn(lengthS);
  const admitted = await transaction
    .insert(authAttempts)
    .values({ origin, count: 1, resetsAt: secondsFromNow(lengthS) })
    .onConflictDoUpdate({ target: authAttempts.origin, set, setWhere: sql`${isNewWindow} or ${count} < ${max}` })
    .returning({ count });
  return admitted.length > 0;
}

/** Takes so many off the count of a row, or all. */
export async function forgetCount(transaction: Transaction, origin: string, taken = countMax): Promise<void> {
  await transaction
    .update(authAttempts)
    .set({ count: sql`greatest(${authAttempts.count} - ${taken}, 0)` })
    .where(eq(authAttempts.origin, origin));
}

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

/**
 * Runs counting statements one at a time. Many attempts on one account, or from one address, update the same row:
 * if each waited for the row lock on its own connection, the pool would be exhausted.
 */
export interface CountingQueue {
  /** @throws AppError `unavailable` when too many wait */
  before<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Runs a statement after a password check; never refuses. */
  after<Result>(task: () => Promise<Result>): Promise<Result>;
}

export function createCountingQueue(): CountingQueue {
  const before = createBoundedQueue({ concurrency: 1, waiting: waitingMax });
  // Bounded by the queue of password checks.
  const after = createBoundedQueue({ concurrency: 1, waiting: Infinity });
  return {
    async before(task) {
      try {
        return await before.run(task);
      } catch (error) {
        if (error instanceof QueueFull)
          throw new AppError('unavailable', { retryAfterS: queueFullRetryS, cause: error });
        throw error;
      }
    },
    after: (task) => after.run(task),
  };
}
