import { isSealedWith, openUserKey } from '@nuances/crypto/seal';
import { createPseudonym, type MasterKeys } from '@nuances/crypto/master-key';
import type { Log } from '../observability/log.ts';

/** An account's key as it is stored. */
export interface SealedKey {
  /** The account's. */
  readonly id: string;
  /** Null in a vault. */
  readonly userKeySealed: string | null;
  readonly userKeyVersion: number;
}

/** Opens note keys, with an audit log. */
export interface NoteKeys {
  /**
   * Opens an account's note key, and logs it.
   * @returns 64 lower-case hexadecimal digits; empty for a vault, whose key the server does not have
   * @throws SealInvalid
   */
  open(account: SealedKey): string;
  /** Whether an account's note key has sealed all envelopes. Nobody sees the key or the texts: the audit does not tell it. */
  seals(account: SealedKey, envelopes: readonly string[]): boolean;
}

/**
 * The only access to note keys outside the rotation of the master key. The log has a pseudonym of the account: its
 * reader sees how often one account's key is opened, but not which account it is.
 */
export function createNoteKeys(keys: MasterKeys, log: Pick<Log, 'info'>): NoteKeys {
  const nameOf = createPseudonym(keys.current, 'note-key-audit');
  const keyOf = ({ id, userKeySealed, userKeyVersion }: SealedKey) =>
    userKeySealed === null ? '' : openUserKey(keys, { userId: id, keyVersion: userKeyVersion }, userKeySealed);
  return {
    open(account) {
      const { id, userKeySealed, userKeyVersion } = account;
      if (userKeySealed !== null)
        log.info({ account: nameOf(id).slice(0, 16), keyVersion: userKeyVersion }, 'A note key was opened');
      return keyOf(account);
    },
    seals(account, envelopes) {
      const key = keyOf(account);
      return key !== '' && envelopes.every((envelope) => isSealedWith(key, envelope));
    },
  };
}
