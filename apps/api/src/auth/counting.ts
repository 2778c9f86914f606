/** What all counts of attempts have in common: their window, their largest number, the queue before them. */
import { createBoundedQueue, QueueFull } from '@nuances/crypto/bounded-queue';
import type { Database, Transaction } from '@nuances/db/client';
import { authAttempts } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { secondsFromNow } from '../database/seconds-from-now.ts';

/** Limits on passwords and addresses count in windows of this length, seconds. */
export const windowS = 60;
/** Counts rise no further; the limit may be set as high as that. */
export const countMax = 1_000_000_000;

/** How many attempts may wait for the database to count them. */
const waitingMax = 128;
/** Seconds after which a full queue has usually emptied. */
const queueFullRetryS = 2;

export const secondsUntil = (moment: SQL | AnyColumn) => sql<number>`extract(epoch from ${moment} - now())::float8`;

/**
 * Counts one more in each of these rows of `auth_attempts`, within windows of a length.
 * @param origins keyed hashes, sorted, so that no two statements wait for each other's rows
 */
export async function countInWindow(db: Database | Transaction, origins: readonly string[], lengthS: number) {
  const { origin, resetsAt, count } = authAttempts;
  // A whole window lies between both ends: the old one is over. On Citus this may call no function of the clock.
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
 * Runs the statements that count one at a time. Many attempts at one account, or from one address,
 * update one row: if each waited for its lock with a connection of its own, none would be left for
 * other calls.
 */
export interface CountingQueue {
  /** @throws AppError `unavailable` when too many wait */
  before<Result>(task: () => Promise<Result>): Promise<Result>;
  /** For what follows a checked password; never refuses. */
  after<Result>(task: () => Promise<Result>): Promise<Result>;
}

export function createCountingQueue(): CountingQueue {
  const before = createBoundedQueue({ concurrency: 1, waiting: waitingMax });
  // Never longer than the queue of the passwords that were checked.
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
