import type { MasterKeys } from '@nuances/crypto/master-key';
import { createPseudonym } from '@nuances/crypto/pseudonym';
import type { Transaction } from '@nuances/db/client';
import { countInWindow } from './counting.ts';

/** Link mails of a kind to one address within an hour, at most. */
const mailsMax = 3;
const windowS = 3_600;

/** The kinds that anyone can request for any address. */
export type LinkMailKind = 'verify' | 'reset';

/** Prevents flooding of another person's mailbox. Notices are never limited. */
export interface LinkMailLimit {
  /**
   * Counts one more link mail to an address, in the transaction that would enqueue it. The caller
   * answers the same either way, and leaves the links that were mailed before as they are.
   * @returns whether it may go out
   */
  admit(transaction: Transaction, kind: LinkMailKind, address: string): Promise<boolean>;
}

/** Addresses are counted by keyed hash. */
export function createLinkMailLimit(keys: MasterKeys): LinkMailLimit {
  const pseudonym = createPseudonym(keys.current, 'link-mails');
  return {
    async admit(transaction, kind, address) {
      const [row] = await countInWindow(transaction, [pseudonym(kind, address.toLowerCase())], windowS);
      return row !== undefined && row.count <= mailsMax;
    },
  };
}
