import type { MasterKeys } from '@nuances/crypto/master-key';
import { createPseudonym } from '@nuances/crypto/pseudonym';
import type { Database, Transaction } from '@nuances/db/client';
import { anonymousUserId, loginFailures } from '@nuances/db/schema';
import { eq } from 'drizzle-orm';
import { type AddressLimit, createAddressLimit, rateLimited } from './address-limit.ts';
import { callerOf } from './address.ts';
import { createCountingQueue } from './counting.ts';
import {
  countFailure,
  countOriginFailure,
  lockIfTooMany,
  rememberOrigin,
  removeExpiredFailures,
  takeBackFailure,
} from './login-failures.ts';

/** Whose password is tried, and from where. */
export interface LoginAttempt {
  /** Null when no account has the name. */
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
  recordAttempt: AddressLimit['recordAttempt'];
  /**
   * Lets a password be checked, and counts it as a failure unless it fits. It is counted first, so
   * that many at once are not more than one after the other.
   *
   * An address that logged in to the account before has a count of its own: failures elsewhere lock
   * others out for the rest of the window, or, after very many in a row, for a day, but not the owner.
   * @throws AppError `rateLimited` when it may not be checked, or did not fit and was one too many
   */
  checkPassword(attempt: LoginAttempt, check: () => Promise<boolean>): Promise<boolean>;
  /**
   * Makes an address one of the account's own: from there its mailbox was proven with a reset link.
   * Other addresses stay as limited as they were.
   */
  trustDevice(transaction: Transaction, userId: string, address: string): Promise<void>;
  /** Removes what is counted for an account that is erased. */
  forget(transaction: Transaction, userId: string): Promise<void>;
  /** Removes counts whose time is over. */
  removeExpired(): Promise<void>;
}

/** So many times the limit in a row, and an account refuses unknown addresses for a day. */
const lockFactor = 10;

/** @param limit attempts a minute for one address, and failed logins for one account */
export function createLoginAttempts(db: Database, keys: MasterKeys, limit: number): LoginAttempts {
  const pseudonym = createPseudonym(keys.current, 'auth-attempts');
  const originIn = (userId: string, address: string) => pseudonym('address-of', userId, callerOf(address));
  const accountOf = (userId: string) => pseudonym('account', userId);
  const subjectOf = ({ userId, name }: LoginAttempt) =>
    userId === null ? pseudonym('name', name.toLowerCase()) : accountOf(userId);
  const queue = createCountingQueue();
  const addressLimit = createAddressLimit(db, pseudonym, queue, limit);

  return {
    recordAttempt: addressLimit.recordAttempt,

    async checkPassword(attempt, check) {
      const subject = subjectOf(attempt);
      const userId = attempt.userId ?? anonymousUserId;
      const origin = originIn(userId, attempt.address);
      const { account, own } = await queue.before(async () => ({
        account: await countFailure(db, subject, limit),
        own: await countOriginFailure(db, userId, origin),
      }));
      const isOver = account.count > limit;
      if (own === null && account.lockS > 0) throw rateLimited(account.lockS);
      if (own === null && isOver) throw rateLimited(account.waitS);
      if (own !== null && own.count > limit) throw rateLimited(own.waitS);
      let fits: boolean;
      try {
        fits = await check();
      } catch (error) {
        await queue.after(() => takeBackFailure(db, subject, { userId, origin, hasFitted: false }));
        throw error;
      }
      if (fits) {
        await queue.after(async () => {
          await takeBackFailure(db, subject, { userId, origin, hasFitted: true });
          if (attempt.userId !== null) await rememberOrigin(db, attempt.userId, origin);
        });
        return true;
      }
      await queue.after(() => lockIfTooMany(db, subject, limit * lockFactor));
      if (isOver) throw rateLimited(account.waitS);
      return false;
    },

    trustDevice: (transaction, userId, address) => rememberOrigin(transaction, userId, originIn(userId, address)),

    async forget(transaction, userId) {
      await transaction.delete(loginFailures).where(eq(loginFailures.subject, accountOf(userId)));
    },

    async removeExpired() {
      await addressLimit.removeExpired();
      await removeExpiredFailures(db);
    },
  };
}
