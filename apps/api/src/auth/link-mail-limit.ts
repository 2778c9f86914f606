import { createPseudonym, type MasterKeys } from '@nuances/crypto/master-key';
import type { Transaction } from '@nuances/db/client';
import { admitInWindow, forgetCount } from './counting.ts';

/** Link mails of a kind to one address within an hour, at most, for one account. */
const accountMax = 3;
/** For all accounts together. */
const addressMax = 10;
/** The last of these are kept for accounts whose owner asks while signed in. */
const keptForOwners = 3;
/** Length of the window, seconds. */
export const linkMailWindowS = 3_600;

/** The kinds that anyone can request for any address. */
export type LinkMailKind = 'verify' | 'reset';

/** A link mail that somebody asks for. */
interface LinkMailRequest {
  readonly userId: string;
  readonly address: string;
  /** Whether the account's owner asks while signed in. */
  readonly isOwner: boolean;
}

/** Prevents flooding of another person's mailbox, and of one account's share by others. Notices are never limited. */
export interface LinkMailLimit {
  /**
   * Counts one more link mail to an address, in the transaction that would enqueue it; one that may not go out is not counted. The
   * caller leaves the links that were mailed before as they are, and answers the same either way, except to the signed-in owner.
   * @returns whether it may go out
   */
  admit(transaction: Transaction, kind: LinkMailKind, request: LinkMailRequest): Promise<boolean>;
  /** The mailbox has asked for this: what others had sent to it no longer counts. */
  forget(transaction: Transaction, address: string): Promise<void>;
}

/** Addresses and accounts are counted by keyed hash. */
export function createLinkMailLimit(keys: MasterKeys): LinkMailLimit {
  const pseudonym = createPseudonym(keys.current, 'link-mails');
  return {
    async admit(transaction, kind, { userId, address, isOwner }) {
      const ofAddress = pseudonym(kind, address.toLowerCase());
      const ofAccount = pseudonym(kind, address.toLowerCase(), userId);
      const max = isOwner ? addressMax : addressMax - keptForOwners;
      if (!(await admitInWindow(transaction, ofAccount, { lengthS: linkMailWindowS, max: accountMax }))) return false;
      if (await admitInWindow(transaction, ofAddress, { lengthS: linkMailWindowS, max })) return true;
      await forgetCount(transaction, ofAccount, 1);
      return false;
    },
    forget: (transaction, address) => forgetCount(transaction, pseudonym('verify', address.toLowerCase())),
  };
}
