import { openUserKey } from '@nuances/crypto/key-envelope';
import type { MasterKeys } from '@nuances/crypto/master-key';
import { createPseudonym } from '@nuances/crypto/pseudonym';

/** An account's key as it is stored. */
export interface SealedKey {
  /** The account's. */
  readonly id: string;
  readonly userKeySealed: string;
  readonly userKeyVersion: number;
}

/** Opens the keys of notes, and says in the log that it did. */
export interface NoteKeys {
  /**
   * Opens a person's note key, and writes into the log that it was opened.
   * @returns 64 lower-case hexadecimal digits
   * @throws SealBroken
   */
  open(account: SealedKey): string;
}

/** Where the audit is written to. */
interface AuditLog {
  info(details: object, message: string): void;
}

/**
 * The one way to a note key outside the rotation of the master key. The log names the account by a
 * keyed hash: who reads it sees how often one account's key is opened, and not whose it is.
 */
export function createNoteKeys(keys: MasterKeys, log: AuditLog): NoteKeys {
  const nameOf = createPseudonym(keys.current, 'note-key-audit');
  return {
    open({ id, userKeySealed, userKeyVersion }) {
      log.info({ account: nameOf(id).slice(0, 16), keyVersion: userKeyVersion }, 'A note key was opened');
      return openUserKey(keys, { userId: id, keyVersion: userKeyVersion }, userKeySealed);
    },
  };
}
