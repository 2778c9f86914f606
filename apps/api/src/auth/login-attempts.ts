import { createDeviceTokens } from '@nuances/crypto/tokens';
import { createPseudonym, type MasterKeys } from '@nuances/crypto/master-key';
import type { Database, Transaction } from '@nuances/db/client';
import { loginFailures } from '@nuances/db/schema';
import { eq } from 'drizzle-orm';
import { type Admission, createAdmission } from './admission.ts';
import {
  type CountedFailure,
  countFailure,
  createCountingQueue,
  type FailureKey,
  lockIfTooMany,
  removeExpiredFailures,
  undoFailure,
} from './counting.ts';

/** The target of a password attempt. */
export type PasswordTarget =
  /** An account, from a device that may hold a token of it. */
  | { readonly userId: string; readonly deviceTokens: readonly string[] }
  /** An account, from one of its sessions. */
  | { readonly userId: string; readonly sessionFamily: string }
  /** An unknown name. It is counted too, so that both get the same answers. */
  | { readonly name: string };

/** One check of a password, against one target. */
export interface PasswordCheck {
  readonly target: PasswordTarget;
  /** Whether the password is right; takes as long without an account. */
  verify(): Promise<boolean>;
  /** What is asked for besides, once the password is right and may count. */
  complete?(): Promise<Completion>;
}

/** Of what is asked for besides the password: given, missing, wrong, or used before. */
export type Completion = 'fits' | 'codeMissing' | 'codeWrong' | 'codeUsed';

/**
 * `codeMissing`: no failure, but no success either: it ends no series of failures, which a guesser of codes would otherwise
 * do. A wrong or used code is a failure as a wrong password is.
 * `refused`: over a limit, so that the result of the check is ignored; `waitS` seconds until the limit ends.
 */
export type PasswordVerdict =
  | { readonly kind: Completion }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'refused'; readonly waitS: number };

/** Limits password guesses and requests for mails; shared by all instances. */
export interface LoginAttempts extends Admission {
  /**
   * Checks a password against each target in sequence, always all of them: time and number of hashes do not depend
   * on the outcome. Each is first counted as a failure, so that concurrent attempts cannot exceed the limit; the count
   * is undone for the first that is right and those after it, whose results are not told.
   *
   * An account has one counter for all devices without a token, and one for each known device or session: attempts of
   * others never lock the owner's device, and guesses there are limited too.
   */
  checkPassword(checks: readonly PasswordCheck[]): Promise<PasswordVerdict[]>;
  /**
   * The token of a device that proved a password or the mailbox of the account: the one of the account
   * among those it sent, else a new one.
   */
  trustDevice(userId: string, sentTokens: readonly string[]): string;
  /** Removes all counters and locks of an account. */
  forget(transaction: Transaction, userId: string): Promise<void>;
  /** Removes expired counters. */
  removeExpired(): Promise<void>;
}

/** Whether the password of this check was right: the first such check is the one that the caller means. */
export const hasRightPassword = ({ kind }: PasswordVerdict): boolean => kind !== 'wrong' && kind !== 'refused';

/** After this many times the limit in a row, passwords are refused for a day. */
const lockFactor = 10;

/**
 * @param limit attempts a minute for one caller, and failed logins for one account
 * @param onLock called when a target refuses further passwords for a day
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
  const admission = createAdmission(db, pseudonym, queue, limit);
  const accountOf = (userId: string) => pseudonym('account', userId);

  function keyOf(target: PasswordTarget): FailureKey {
    if ('name' in target) return { subject: pseudonym('name', target.name.toLowerCase()), device: '' };
    const { userId } = target;
    const subject = accountOf(userId);
    if ('sessionFamily' in target) return { subject, device: pseudonym('session', userId, target.sessionFamily) };
    const [id] = target.deviceTokens.flatMap((token) => devices.read(userId, token) ?? []);
    return { subject, device: id === undefined ? '' : pseudonym('device', userId, id) };
  }

  /** In sequence: a call holds no row lock while it waits for another. */
  async function each<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
    for (const item of items) await task(item);
  }

  async function verdictOf(
    { verify, complete }: PasswordCheck,
    { isAllowed, waitS }: CountedFailure,
    isDecided: boolean,
  ): Promise<PasswordVerdict> {
    const fits = await verify();
    if (!isAllowed) return { kind: 'refused', waitS };
    if (!fits || isDecided) return { kind: 'wrong' };
    return { kind: complete ? await complete() : 'fits' };
  }

  return {
    ...admission,

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
          verdicts.push(await verdictOf(check, failure, verdicts.some(hasRightPassword)));
        });
      } catch (error) {
        await queue.after(() => each(counted, ({ failure }) => undoFailure(db, failure, { hasFitted: false })));
        throw error;
      }
      // Those after it told nothing. An account before it was guessed at, perhaps with a password that was chosen for that.
      const decided = verdicts.findIndex(({ kind }) => kind === 'fits' || kind === 'codeMissing');
      await queue.after(() =>
        each([...counted.entries()], async ([index, { check, failure }]) => {
          if (decided !== -1 && (index >= decided || 'name' in check.target))
            await undoFailure(db, failure, { hasFitted: verdicts[index]?.kind === 'fits' });
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
      await admission.removeExpired();
      await removeExpiredFailures(db);
    },
  };
}
