import type { VaultKeys } from '@nuances/crypto/vault/account-key';

/** The keys of a vault that is open on this device. In a move there are those of two versions, or none of one side. */
export interface OpenVault {
  readonly owner: string;
  /** Keys by version of the account key. */
  readonly versions: ReadonlyMap<number, VaultKeys>;
  /**
   * The version under which everything is sealed from now on; null in a move to the server, where envelopes of version 1
   * are written with the note key.
   */
  readonly writes: number | null;
  /** Seals what the device stores: copies, drafts, outbox. An AES-GCM key, as the note key is. */
  readonly device: CryptoKey;
}

let open: OpenVault | null = null;
const changeListeners = new Set<() => void>();

/** The keys of an account in the memory of this page; null while its vault is closed or was not read yet. */
export function vaultKeys(owner: string): OpenVault | null {
  return open?.owner === owner ? open : null;
}

/**
 * Calls back when keys were opened, added by a move, or went: whoever stores something sealed with the `device` key seals it
 * anew, or reads what it could not open before.
 */
export function onKeysChange(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** The keys of an account from memory or from the device; never asks the server. Null while its vault is closed. */
export async function knownVaultKeys(owner: string): Promise<OpenVault | null> {
  return vaultKeys(owner);
}
