/** Lets attempts in: by the limit of their address, and only as many as begin in time, which tells the rest when its turn would be. */
import { createBoundedQueue } from '@nuances/crypto/bounded-queue';
import type { Pseudonym } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { removeInSteps } from '../database/remove-in-steps.ts';
import { authAttempts } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { lte, sql } from 'drizzle-orm';
import { isIPv4, isIPv6 } from 'node:net';
import { countInWindow, type CountingQueue, windowS } from './counting.ts';

/** Nobody waits longer, milliseconds: the rest of the time of an answer (timeout.ts) is for the work. */
export const longestWaitMs = 4_000;
/** Longest Retry-After, milliseconds: who was told so much may never come back. */
const longestRetryMs = 60_000;
/** Time between two ends of work as long as none was measured, milliseconds. */
const firstIntervalMs = 40;
/** Weight of the latest measurement. */
const weight = 0.1;

/** A queue of work that is costly for everybody, as a login is by its hash. */
interface AdmissionQueue {
  /**
   * Does the work at its turn and settles with it.
   * @throws AppError `unavailable`, at once, when the turn would not come in time
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How much work is done and waits, and how much was refused so far. */
  load(): { readonly running: number; readonly waiting: number; readonly refused: number };
}

/** @param concurrency how much work at a time: enough to keep its slowest step busy */
export function createAdmissionQueue(concurrency: number): AdmissionQueue {
  const queue = createBoundedQueue({ concurrency, waiting: Infinity });
  let refused = 0;
  let intervalMs = firstIntervalMs;
  /** When work ended last, if more waited then: from there to the next end the queue is never idle. */
  let endedMs: number | undefined;
  /** Until when turns are told to those who were refused. */
  let toldMs = 0;

  function refuse(): AppError {
    refused += 1;
    const now = performance.now();
    // One turn after the other, so that those who come back then do not meet.
    const turnMs = Math.max(toldMs, now + queue.load().waiting * intervalMs) + intervalMs;
    toldMs = Math.min(turnMs, now + longestRetryMs);
    return new AppError('unavailable', { retryAfterS: Math.ceil((toldMs - now) / 1_000) });
  }

  function measure(): void {
    const now = performance.now();
    if (endedMs !== undefined) intervalMs += weight * (now - endedMs - intervalMs);
    endedMs = queue.load().waiting > 0 ? now : undefined;
  }

  return {
    load: () => ({ ...queue.load(), refused }),
    async run(work) {
      if (queue.load().waiting * intervalMs > longestWaitMs) throw refuse();
      const arrivedMs = performance.now();
      return queue.run(async () => {
        // Slower than expected; its caller has no time left for the work.
        if (performance.now() - arrivedMs > longestWaitMs) throw refuse();
        try {
          return await work();
        } finally {
          measure();
        }
      });
    },
  };
}

/** Addresses that count together. */
interface Network {
  readonly name: string;
  /** How many times the limit of one caller it may use. */
  readonly factor: number;
}

const groups = 8;
const groupBits = 16;
/**
 * A connection has at least a /64, many have a /56, and a /48 is one site: an attacker who rotates through the
 * addresses of one network reaches the limit of the next.
 */
const ipv6Networks = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
] as const;
const mappedV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The eight groups of an IPv6 address as numbers. The two of a trailing IPv4 part read 0, because no network here includes them. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const known = left.length + right.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array.from({ length: groups - known }, () => '0');
  return [...left, ...zeros, ...right].map((group) => (group.includes('.') ? 0 : parseInt(group, 16)));
}

/** The leading bits of an address, as the groups that hold them. */
function prefixOf(all: readonly number[], bits: number): number[] {
  const kept = all.slice(0, Math.ceil(bits / groupBits));
  const excess = kept.length * groupBits - bits;
  return kept.map((group, index) => (index === kept.length - 1 ? (group >> excess) << excess : group));
}

/**
 * The networks that an address counts in, the narrowest first: an IPv4 address is one of its own, an
 * IPv6 address counts in its /64, /56 and /48. Other text is used as it is.
 */
export function networksOf(address: string): readonly Network[] {
  const mapped = mappedV4.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return [{ name: mapped, factor: 1 }];
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return [{ name: address, factor: 1 }];
  const all = groupsOf(bare);
  return ipv6Networks.map(({ bits, factor }) => {
    const groupTexts = prefixOf(all, bits).map((group) => group.toString(16));
    return { name: `${groupTexts.join(':')}::/${bits}`, factor };
  });
}

/** What stands for one caller: an IPv4 address, or the /64 of an IPv6 address, which one connection has for itself. */
export function narrowestNetworkOf(address: string): string {
  return networksOf(address)[0]?.name ?? address;
}

/** Size of the cache of addresses over their limit, which are refused without a query. */
const refusedMax = 10_000;

/** Limits logins, sign-ups and mailed links by the caller's address; all instances share the counts. */
export interface Admission {
  /**
   * Counts one login, sign-up or mailed link for an address.
   * @throws AppError `rateLimited` over the limit
   */
  recordAttempt(address: string): Promise<void>;
  /**
   * As {@link recordAttempt}, then the work, which hashes a password: both at their turn.
   * @throws AppError `rateLimited`, or `unavailable` at once when too many wait
   */
  admit<Result>(address: string, work: () => Promise<Result>): Promise<Result>;
  /** The load of {@link admit}. */
  admissions: AdmissionQueue['load'];
  removeExpired(): Promise<void>;
}

/** Admitted at a time: while one is hashed, the statements of others run, and one that waits for a lock holds nobody up. */
const admittedAtOnce = 8;

export function rateLimited(waitS: number): AppError {
  return new AppError('rateLimited', { retryAfterS: Math.max(1, Math.ceil(waitS)) });
}

/** @param limit attempts a minute of one caller */
export function createAdmission(db: Database, pseudonym: Pseudonym, counting: CountingQueue, limit: number): Admission {
  const queue = createAdmissionQueue(admittedAtOnce);
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

  async function recordAttempt(address: string): Promise<void> {
    const limitOf = limitsOf(address);
    const origins = [...limitOf.keys()].toSorted();
    origins.forEach(refuseKnownOrigin);
    const rows = await counting.before(async () => {
      origins.forEach(refuseKnownOrigin); // an earlier attempt in the queue may have been refused
      return countInWindow(db, origins, windowS);
    });
    for (const { origin, count, waitS } of rows) {
      const most = limitOf.get(origin);
      if (most !== undefined && count > most) throw refuse(origin, waitS);
    }
  }

  return {
    recordAttempt,
    admissions: queue.load,

    async admit(address, work) {
      // Without a query, before it waits.
      [...limitsOf(address).keys()].forEach(refuseKnownOrigin);
      return queue.run(async () => {
        await recordAttempt(address);
        return work();
      });
    },

    async removeExpired() {
      for (const [origin, until] of refusedUntilMs) if (until <= performance.now()) refusedUntilMs.delete(origin);
      const { origin, resetsAt } = authAttempts;
      await removeInSteps(db, authAttempts, { key: [origin], where: lte(resetsAt, sql`now()`), by: resetsAt });
    },
  };
}
