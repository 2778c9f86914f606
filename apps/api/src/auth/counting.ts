/** Shared by all counters of attempts: window, maximum, queue. */
import { createBoundedQueue, QueueFull } from '@nuances/crypto/bounded-queue';
import type { Database, Transaction } from '@nuances/db/client';
import { authAttempts } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';
import { secondsFromNow } from '../database/seconds-from-now.ts';

/** Limits on passwords and addresses count in windows of this length, seconds. */
export const windowS = 60;
/** Maximum of a counter, and of the configurable limit. */
export const countMax = 1_000_000_000;

/** Length of the queue of attempts before the database. */
const waitingMax = 128;
/** Retry-After of a full queue, seconds. */
const queueFullRetryS = 2;

export const secondsUntil = (moment: SQL | AnyColumn) => sql<number>`extract(epoch from ${moment} - now())::float8`;

/**
 * Increments these rows of `auth_attempts`, within windows of a length.
 * @param origins keyed hashes, sorted, so that no two statements deadlock
 */
export async function countInWindow(db: Database | Transaction, origins: readonly string[], lengthS: number) {
  const { origin, resetsAt, count } = authAttempts;
  // At least one window lies between both ends: the old one is over. On Citus this must not call now().
  const isNewWindow = sql`excluded.resets_at - ${resetsAt} >= make_interval(secs => ${lengthS})`;
  return db
    .insert(authAttempts)
    .values(origins.map((value) => ({ origin: value, count: 1, resetsAt: secondsFromNow(lengthS) })))
    .onConflictDoUpdate({
      target: authAttempts.origin,
      set: {
        count: sql`case when ${isNewWindow} then 1 else least(${count}, ${countMax}) + 1 end`,
        resetsAt: sql`case when ${isNewWindow} then excluded.resets_at else ${resetsAt} end`,
      },
    })
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
  const { resetsAt, count } = authAttempts;
  const isNewWindow = sql`excluded.resets_at - ${resetsAt} >= make_interval(secs => ${lengthS})`;
  const admitted = await transaction
    .insert(authAttempts)
    .values({ origin, count: 1, resetsAt: secondsFromNow(lengthS) })
    .onConflictDoUpdate({
      target: authAttempts.origin,
      set: {
        count: sql`case when ${isNewWindow} then 1 else ${count} + 1 end`,
        resetsAt: sql`case when ${isNewWindow} then excluded.resets_at else ${resetsAt} end`,
      },
      setWhere: sql`${isNewWindow} or ${count} < ${max}`,
    })
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
