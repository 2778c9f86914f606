import { createBoundedQueue, QueueFull } from '@nuances/crypto/bounded-queue';
import type { MasterKeys } from '@nuances/crypto/master-key';
import { createPseudonym } from '@nuances/crypto/pseudonym';
import type { Database, Transaction } from '@nuances/db/client';
import { authAttempts, loginFailures, loginOrigins, anonymousUserId } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { and, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { callerOf } from './address.ts';

/** Whose password is tried, and from where. */
export interface LoginAttempt {
  /** Null when nobody has the name. */
  readonly userId: string | null;
  /** As it was typed; counts where there is no account, so that both answer alike. */
  readonly name: string;
  readonly address: string;
}

/** Keeps passwords from being guessed and mails from being asked for without end; shared by all instances. */
export interface LoginAttempts {
  /**
   * Counts one login, sign-up or mailed link for an address.
   * @throws AppError `rateLimited` over the limit
   */
  recordAttempt(address: string): Promise<void>;
  /**
   * Lets a password be checked, and counts it as a failure unless it fits. It is counted first, so
   * that many at once are not more than one after the other.
   *
   * An address that logged in to the account before has a count of its own: what strangers do shuts
   * others out for the rest of the window, or, after very many failures in a row, for a day, but
   * never the owner at home.
   * @throws AppError `rateLimited` when it may not be checked, or did not fit and was one too many
   */
  checkPassword(who: LoginAttempt, check: () => Promise<boolean>): Promise<boolean>;
  /**
   * Makes an address one of the account's own: from here its mailbox was proven with a reset link. What
   * strangers do does not shut it out any more, while they stay as limited as they were.
   */
  trustDevice(transaction: Transaction, userId: string, address: string): Promise<void>;
  /** Removes what is counted for an account that is erased. */
  forget(transaction: Transaction, userId: string): Promise<void>;
  /** Removes counts whose time is over. */
  removeExpired(): Promise<void>;
}

const windowS = 60;
/** So many times the limit in a row, and an account refuses strangers for a day. */
const lockFactor = 10;
const lockS = 86_400;
/** An address that has not logged in for this long is a stranger again. */
const originKeptS = 90 * 86_400;
/** Addresses that are known to be over their limit, at most, and are refused without asking the database. */
const refusedMax = 10_000;

/** How many attempts may wait for the database to count them. */
const waiting = 128;
/** Seconds after which a crowd has usually gone by. */
const crowdedS = 2;
/** Largest number that the columns are led to; the limit may be set as high as that. */
const countMax = 1_000_000_000;

const inSeconds = (count: number) => sql`now() + make_interval(secs => ${count})`;
const secondsUntil = (moment: SQL | typeof loginFailures.resetsAt) =>
  sql<number>`extract(epoch from ${moment} - now())::float8`;

const rateLimited = (waitS: number) => new AppError('rateLimited', { retryAfterS: Math.max(1, Math.ceil(waitS)) });

/** @param limit attempts a minute for one address, and failed logins for one account */
export function createLoginAttempts(db: Database, keys: MasterKeys, limit: number): LoginAttempts {
  const pseudonym = createPseudonym(keys.current, 'auth-attempts');
  const originOf = (address: string) => pseudonym('address', callerOf(address));
  const originIn = (userId: string, address: string) => pseudonym('address-of', userId, callerOf(address));
  const accountOf = (userId: string) => pseudonym('account', userId);
  const subjectOf = ({ userId, name }: LoginAttempt) =>
    userId === null ? pseudonym('name', name.toLowerCase()) : accountOf(userId);

  // A crowd at one account or from one address meets in one row. If each of them waited there with a
  // connection of its own, none would be left for other calls: so they go one by one, from here.
  const before = createBoundedQueue({ concurrency: 1, waiting });
  // Never longer than the queue of the passwords that were checked.
  const after = createBoundedQueue({ concurrency: 1, waiting: Infinity });

  async function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    try {
      return await before.run(task);
    } catch (error) {
      if (error instanceof QueueFull) throw new AppError('unavailable', { retryAfterS: crowdedS, cause: error });
      throw error;
    }
  }

  /** Until when an origin is refused, milliseconds of this process's steady clock. */
  const refused = new Map<string, number>();

  function refuse(origin: string, waitS: number): AppError {
    if (refused.size >= refusedMax) refused.clear();
    refused.set(origin, performance.now() + waitS * 1000);
    return rateLimited(waitS);
  }

  function refuseKnown(origin: string): void {
    const waitMs = (refused.get(origin) ?? 0) - performance.now();
    if (waitMs > 0) throw rateLimited(waitMs / 1000);
    refused.delete(origin);
  }

  /** One more attempt of an address. */
  async function countOrigin(origin: string) {
    const { resetsAt, count } = authAttempts;
    // A whole window lies between both ends: the old one is over. Without the clock, see countFailure.
    const isNewWindow = sql`excluded.resets_at - ${resetsAt} >= make_interval(secs => ${windowS})`;
    const [row] = await db
      .insert(authAttempts)
      .values({ origin, count: 1, resetsAt: inSeconds(windowS) })
      .onConflictDoUpdate({
        target: authAttempts.origin,
        set: {
          count: sql`case when ${isNewWindow} then 1 else least(${count}, ${countMax}) + 1 end`,
          resetsAt: sql`case when ${isNewWindow} then excluded.resets_at else ${resetsAt} end`,
        },
      })
      .returning({ count, waitS: secondsUntil(sql`${resetsAt}`) });
    return row ?? { count: 1, waitS: windowS };
  }

  /**
   * One more failure, to be taken back if it was none. What is over the limit or falls into a lock is
   * no try of a password, so it does not lengthen the row.
   */
  async function countFailure(subject: string) {
    const { resetsAt, count, inARow, lockedUntil } = loginFailures;
    // Only `excluded` and plain comparisons: on Citus this may call no function of the clock.
    const isNewWindow = sql`${resetsAt} <= excluded.failed_at`;
    const isTry = sql`(${isNewWindow} or ${count} < ${limit}) and (${lockedUntil} is null or ${lockedUntil} <= excluded.failed_at)`;
    const [row] = await db
      .insert(loginFailures)
      .values({ subject, count: 1, inARow: 1, resetsAt: inSeconds(windowS), failedAt: sql`now()` })
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
  async function countOriginFailure(userId: string, origin: string) {
    const { resetsAt, count } = loginOrigins;
    const isNewWindow = sql`${resetsAt} <= now()`;
    const [row] = await db
      .update(loginOrigins)
      .set({
        count: sql`case when ${isNewWindow} then 1 else least(${count}, ${countMax}) + 1 end`,
        resetsAt: sql`case when ${isNewWindow} then ${inSeconds(windowS)} else ${resetsAt} end`,
      })
      .where(
        and(
          eq(loginOrigins.userId, userId),
          eq(loginOrigins.origin, origin),
          gte(loginOrigins.succeededAt, inSeconds(-originKeptS)),
        ),
      )
      .returning({ count, waitS: secondsUntil(sql`${resetsAt}`) });
    return row ?? null;
  }

  /** Takes the counted failure back: the password fitted, or was never checked. */
  async function takeBack(subject: string, userId: string, origin: string, hasFitted: boolean): Promise<void> {
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

  async function rememberOrigin(within: Database | Transaction, userId: string, origin: string): Promise<void> {
    await within
      .insert(loginOrigins)
      .values({ userId, origin, succeededAt: sql`now()`, count: 0, resetsAt: sql`now()` })
      .onConflictDoUpdate({
        target: [loginOrigins.userId, loginOrigins.origin],
        set: { succeededAt: sql`excluded.succeeded_at` },
      });
  }

  /** After very many in a row; then the row begins anew, so that one try a day does not hold the lock. */
  async function lockIfTooMany(subject: string): Promise<void> {
    await db
      .update(loginFailures)
      .set({ lockedUntil: inSeconds(lockS), inARow: 0 })
      .where(
        and(eq(loginFailures.subject, subject), gte(loginFailures.inARow, Math.min(limit * lockFactor, countMax))),
      );
  }

  return {
    async recordAttempt(address) {
      const origin = originOf(address);
      refuseKnown(origin);
      const row = await inTurn(async () => {
        refuseKnown(origin); // it may have been told meanwhile
        return countOrigin(origin);
      });
      if (row.count > limit) throw refuse(origin, row.waitS);
    },

    async checkPassword(who, check) {
      const subject = subjectOf(who);
      const userId = who.userId ?? anonymousUserId;
      const origin = originIn(userId, who.address);
      const { account, own } = await inTurn(async () => ({
        account: await countFailure(subject),
        own: await countOriginFailure(userId, origin),
      }));
      const isLocked = account.lockS > 0;
      const isOver = account.count > limit;
      if (own === null && isLocked) throw rateLimited(account.lockS);
      if (own === null && isOver) throw rateLimited(account.waitS);
      if (own !== null && own.count > limit) throw rateLimited(own.waitS);
      let fits: boolean;
      try {
        fits = await check();
      } catch (error) {
        await after.run(() => takeBack(subject, userId, origin, false));
        throw error;
      }
      if (fits) {
        await after.run(async () => {
          await takeBack(subject, userId, origin, true);
          if (who.userId !== null) await rememberOrigin(db, who.userId, origin);
        });
        return true;
      }
      await after.run(() => lockIfTooMany(subject));
      if (isOver) throw rateLimited(account.waitS);
      return false;
    },

    async trustDevice(transaction, userId, address) {
      await rememberOrigin(transaction, userId, originIn(userId, address));
    },

    async forget(transaction, userId) {
      await transaction.delete(loginFailures).where(eq(loginFailures.subject, accountOf(userId)));
    },

    async removeExpired() {
      for (const [origin, until] of refused) if (until <= performance.now()) refused.delete(origin);
      await db.delete(authAttempts).where(lte(authAttempts.resetsAt, sql`now()`));
      await db.delete(loginFailures).where(
        and(
          // A row of failures that nobody has continued for a day is no row any more.
          lte(loginFailures.failedAt, inSeconds(-lockS)),
          or(isNull(loginFailures.lockedUntil), lte(loginFailures.lockedUntil, sql`now()`)),
        ),
      );
      await db.delete(loginOrigins).where(lte(loginOrigins.succeededAt, inSeconds(-originKeptS)));
    },
  };
}
