import type { Pseudonym } from '@nuances/crypto/pseudonym';
import type { Database } from '@nuances/db/client';
import { authAttempts } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { lte, sql } from 'drizzle-orm';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { callerOf } from './address.ts';
import { countMax, type CountingQueue, secondsUntil, windowS } from './counting.ts';

/** Addresses that are known to be over their limit, at most, and are refused without asking the database. */
const refusedMax = 10_000;

/** Limits logins, sign-ups and mailed links by the caller's address; all instances share the counts. */
export interface AddressLimit {
  /** @throws AppError `rateLimited` over the limit */
  recordAttempt(address: string): Promise<void>;
  removeExpired(): Promise<void>;
}

export function rateLimited(waitS: number): AppError {
  return new AppError('rateLimited', { retryAfterS: Math.max(1, Math.ceil(waitS)) });
}

/** Counts one more attempt of an address. */
async function countAttempt(db: Database, origin: string) {
  const { resetsAt, count } = authAttempts;
  // A whole window lies between both ends: the old one is over. On Citus this may call no function of the clock.
  const isNewWindow = sql`excluded.resets_at - ${resetsAt} >= make_interval(secs => ${windowS})`;
  const [row] = await db
    .insert(authAttempts)
    .values({ origin, count: 1, resetsAt: secondsFromNow(windowS) })
    .onConflictDoUpdate({
      target: authAttempts.origin,
      set: {
        count: sql`case when ${isNewWindow} then 1 else least(${count}, ${countMax}) + 1 end`,
        resetsAt: sql`case when ${isNewWindow} then excluded.resets_at else ${resetsAt} end`,
      },
    })
    .returning({ count, waitS: secondsUntil(resetsAt) });
  return row ?? { count: 1, waitS: windowS };
}

/** @param limit attempts a minute */
export function createAddressLimit(
  db: Database,
  pseudonym: Pseudonym,
  queue: CountingQueue,
  limit: number,
): AddressLimit {
  /** Until when an origin is refused, milliseconds of this process's steady clock. */
  const refusedUntilMs = new Map<string, number>();

  function refuse(origin: string, waitS: number): AppError {
    if (refusedUntilMs.size >= refusedMax) refusedUntilMs.clear();
    refusedUntilMs.set(origin, performance.now() + waitS * 1000);
    return rateLimited(waitS);
  }

  function refuseKnown(origin: string): void {
    const until = refusedUntilMs.get(origin);
    if (until === undefined) return;
    const waitMs = until - performance.now();
    if (waitMs > 0) throw rateLimited(waitMs / 1000);
    refusedUntilMs.delete(origin);
  }

  return {
    async recordAttempt(address) {
      const origin = pseudonym('address', callerOf(address));
      refuseKnown(origin);
      const row = await queue.before(async () => {
        refuseKnown(origin); // an attempt ahead in the queue may have been refused
        return countAttempt(db, origin);
      });
      if (row.count > limit) throw refuse(origin, row.waitS);
    },

    async removeExpired() {
      for (const [origin, until] of refusedUntilMs) if (until <= performance.now()) refusedUntilMs.delete(origin);
      await db.delete(authAttempts).where(lte(authAttempts.resetsAt, sql`now()`));
    },
  };
}
