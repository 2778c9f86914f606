import type { Pseudonym } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { removeInSteps } from '../database/remove-in-steps.ts';
import { authAttempts } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { lte, sql } from 'drizzle-orm';
import { isIPv4, isIPv6 } from 'node:net';
import { countInWindow, type CountingQueue, windowS } from './counting.ts';

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
