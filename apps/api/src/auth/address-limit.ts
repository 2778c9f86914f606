import type { Pseudonym } from '@nuances/crypto/pseudonym';
import type { Database } from '@nuances/db/client';
import { removeInSteps } from '../database/remove-in-steps.ts';
import { authAttempts } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { lte, sql } from 'drizzle-orm';
import { countInWindow, type CountingQueue, windowS } from './counting.ts';
import { networksOf } from './networks.ts';

/** Size of the cache of addresses over their limit, which are refused without a query. */
const refusedMax = 10_000;

/** Limits logins, sign-ups and mailed links by the caller's address; all instances share the counts. */
export interface AddressLimit {
  /** Without a query. @throws AppError `rateLimited` for an address that is known to be over the limit */
  refuseKnown(address: string): void;
  /** @throws AppError `rateLimited` over the limit */
  recordAttempt(address: string): Promise<void>;
  removeExpired(): Promise<void>;
}

export function rateLimited(waitS: number): AppError {
  return new AppError('rateLimited', { retryAfterS: Math.max(1, Math.ceil(waitS)) });
}

/** @param limit attempts a minute of one caller */
export function createAddressLimit(
  db: Database,
  pseudonym: Pseudonym,
  queue: CountingQueue,
  limit: number,
): AddressLimit {
  /** Until when an origin is refused, milliseconds of the monotonic clock. */
  const refusedUntilMs = new Map<string, number>();

  function refuse(origin: string, waitS: number): AppError {
    if (refusedUntilMs.size >= refusedMax) refusedUntilMs.clear();
    refusedUntilMs.set(origin, performance.now() + waitS * 1000);
    return rateLimited(waitS);
  }

  function refuseKnownOrigin(origin: string): void {
    const until = refusedUntilMs.get(origin);
    if (until === undefined) return;
    const waitMs = until - performance.now();
    if (waitMs > 0) throw rateLimited(waitMs / 1000);
    refusedUntilMs.delete(origin);
  }

  const limitsOf = (address: string) =>
    new Map(networksOf(address).map(({ name, factor }) => [pseudonym('address', name), factor * limit]));

  return {
    refuseKnown: (address) => [...limitsOf(address).keys()].forEach(refuseKnownOrigin),

    async recordAttempt(address) {
      const limitOf = limitsOf(address);
      const origins = [...limitOf.keys()].toSorted();
      origins.forEach(refuseKnownOrigin);
      const rows = await queue.before(async () => {
        origins.forEach(refuseKnownOrigin); // an earlier attempt in the queue may have been refused
        return countInWindow(db, origins, windowS);
      });
      for (const { origin, count, waitS } of rows) {
        const most = limitOf.get(origin);
        if (most !== undefined && count > most) throw refuse(origin, waitS);
      }
    },

    async removeExpired() {
      for (const [origin, until] of refusedUntilMs) if (until <= performance.now()) refusedUntilMs.delete(origin);
      const { origin, resetsAt } = authAttempts;
      await removeInSteps(db, authAttempts, { key: [origin], where: lte(resetsAt, sql`now()`), by: resetsAt });
    },
  };
}
