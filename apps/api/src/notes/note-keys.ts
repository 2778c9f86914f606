import { openUserKey } from '@nuances/crypto/key-envelope';
import type { MasterKeys } from '@nuances/crypto/master-key';
import { createPseudonym } from '@nuances/crypto/pseudonym';

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
}

/** The logger of the audit. */
interface AuditLog {
  info(details: object, message: string): void;
}

/**
 * The only access to note keys outside the rotation of the master key. The log has a pseudonym of the account: its
 * reader sees how often one account's key is opened, but not which account it is.
 */
export function createNoteKeys(keys: MasterKeys, log: AuditLog): NoteKeys {
  const nameOf = createPseudonym(keys.current, 'note-key-audit');
  return {
    open({ id, userKeySealed, userKeyVersion }) {
      if (userKeySealed === null) return '';
      log.info({ account: nameOf(id).slice(0, 16), keyVersion: userKeyVersion }, 'A note key was opened');
      return openUserKey(keys, { userId: id, keyVersion: userKeyVersion }, userKeySealed);
    },
  };
}
