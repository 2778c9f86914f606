import { createDeviceTokens } from '@nuances/crypto/device-token';
import type { MasterKeys } from '@nuances/crypto/master-key';
import { createPseudonym } from '@nuances/crypto/pseudonym';
import type { Database, Transaction } from '@nuances/db/client';
import { loginFailures } from '@nuances/db/schema';
import { eq } from 'drizzle-orm';
import { type AddressLimit, createAddressLimit } from './address-limit.ts';
import { createCountingQueue } from './counting.ts';
import {
  type CountedFailure,
  countFailure,
  type FailureKey,
  lockIfTooMany,
  removeExpiredFailures,
  takeBackFailure,
} from './login-failures.ts';

/** What a password is tried against. */
export type PasswordTarget =
  /** An account, from a device that may hold a token of it. */
  | { readonly userId: string; readonly deviceTokens: readonly string[] }
  /** An account, from one of its sessions. */
  | { readonly userId: string; readonly sessionFamily: string }
  /** Nothing: a name that no account has. It is counted all the same, so that both answer alike. */
  | { readonly name: string };

/** One check of a password, against one target. */
export interface PasswordCheck {
  readonly target: PasswordTarget;
  /** Whether the password fits; takes as long when there is no account. */
  verify(): Promise<boolean>;
}

/** `refused`: over a limit, so that the password was checked in vain; `waitS` seconds until it may count. */
export type PasswordVerdict =
  | { readonly kind: 'fits' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'refused'; readonly waitS: number };

/** Keeps passwords from being guessed and mails from being asked for without end; shared by all instances. */
export interface LoginAttempts {
  /**
   * Counts one login, sign-up or mailed link for an address.
   * @throws AppError `rateLimited` over the limit
   */
  recordAttempt: AddressLimit['recordAttempt'];
  /**
   * Checks a password against each target, one after the other, always all of them: the time and the
   * number of hashes do not depend on the outcome. Each is counted as a failure first, so that many at
   * once are not more than one after the other, and taken back when one of them fits.
   *
   * An account has one count for all devices without a token of it, and each device or session of its
   * own another: what others try never refuses the owner's device, and guesses there end as well.
   */
  checkPassword(checks: readonly PasswordCheck[]): Promise<PasswordVerdict[]>;
  /**
   * The token of a device that proved a password or the mailbox of the account: the one of the account
   * among those it sent, else a new one.
   */
  trustDevice(userId: string, sentTokens: readonly string[]): string;
  /** Removes all counts and locks of an account. */
  forget(transaction: Transaction, userId: string): Promise<void>;
  /** Removes counts whose time is over. */
  removeExpired(): Promise<void>;
}

/** So many times the limit in a row, and further passwords are refused for a day. */
const lockFactor = 10;

/**
 * @param limit attempts a minute for one caller, and failed logins for one account
 * @param onLock told when a target refuses further passwords for a day
 */
export function createLoginAttempts(
  db: Database,
  keys: MasterKeys,
  limit: number,
  onLock: (target: PasswordTarget) => void = () => undefined,
): LoginAttempts {
  const pseudonym = createPseudonym(keys.current, 'auth-attempts');
  const devices = createDeviceTokens(keys.current);
  const queue = createCountingQueue();
  const addressLimit = createAddressLimit(db, pseudonym, queue, limit);
  const accountOf = (userId: string) => pseudonym('account', userId);

  function keyOf(target: PasswordTarget): FailureKey {
    if ('name' in target) return { subject: pseudonym('name', target.name.toLowerCase()), device: '' };
    const { userId } = target;
    const subject = accountOf(userId);
    if ('sessionFamily' in target) return { subject, device: pseudonym('session', userId, target.sessionFamily) };
    const [id] = target.deviceTokens.flatMap((token) => devices.read(userId, token) ?? []);
    return { subject, device: id === undefined ? '' : pseudonym('device', userId, id) };
  }

  /** One after the other: a call holds no row while it waits for another. */
  async function each<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
    for (const item of items) await task(item);
  }

  async function verdictOf({ verify }: PasswordCheck, { isAllowed, waitS }: CountedFailure): Promise<PasswordVerdict> {
    const fits = await verify();
    if (!isAllowed) return { kind: 'refused', waitS };
    return { kind: fits ? 'fits' : 'wrong' };
  }

  return {
    recordAttempt: addressLimit.recordAttempt,

    async checkPassword(checks) {
      const counted: { check: PasswordCheck; failure: CountedFailure }[] = [];
      await queue.before(() =>
        each(checks, async (check) => {
          counted.push({ check, failure: await countFailure(db, keyOf(check.target), limit) });
        }),
      );
      const verdicts: PasswordVerdict[] = [];
      try {
        await each(counted, async ({ check, failure }) => {
          verdicts.push(await verdictOf(check, failure));
        });
      } catch (error) {
        await queue.after(() => each(counted, ({ failure }) => takeBackFailure(db, failure, { hasFitted: false })));
        throw error;
      }
      const hasFitted = verdicts.some(({ kind }) => kind === 'fits');
      await queue.after(() =>
        each([...counted.entries()], async ([index, { check, failure }]) => {
          if (hasFitted) await takeBackFailure(db, failure, { hasFitted: verdicts[index]?.kind === 'fits' });
          else if (await lockIfTooMany(db, failure, limit * lockFactor)) onLock(check.target);
        }),
      );
      return verdicts;
    },

    trustDevice: (userId, sentTokens) =>
      sentTokens.find((token) => devices.read(userId, token) !== null) ?? devices.sign(userId),

    async forget(transaction, userId) {
      await transaction.delete(loginFailures).where(eq(loginFailures.subject, accountOf(userId)));
    },

    async removeExpired() {
      await addressLimit.removeExpired();
      await removeExpiredFailures(db);
    },
  };
}
