/** The states of an account's vault, and what may be said of them (SPEC.md VAULT-3). */

/** Who has the key of the content: the server, only the person, or the content is moving from one key to another. */
export const keyModes = ['server', 'moving', 'vault'] as const;
export type KeyMode = (typeof keyModes)[number];

/** Whose key a move leads to. */
export const keyTargets = ['vault', 'server'] as const;
export type KeyTarget = (typeof keyTargets)[number];

/** The ways to open a vault, in the order in which they are shown. */
export const slotKinds = ['passphrase', 'recovery', 'passkey'] as const;

/** What has to be typed before the content of a vault is erased. */
export const anewWords = ['effacer', 'erase'] as const;

/** The key version of accounts that never had a vault, which their answers do not name. */
export const firstKeyVersion = 1;

/** Which key an account's content has. */
export interface ContentKey {
  readonly keyMode: KeyMode;
  /** Only while content moves. */
  readonly keyTarget: KeyTarget | null;
  /** Rises by one whenever a move begins. */
  readonly keyVersion: number;
}

/** Whether rows are sealed by the vault's key: not on their way back to the server (SPEC.md VAULT-3). */
export function sealsInVault({ keyMode, keyTarget }: ContentKey): boolean {
  return keyMode === 'vault' || keyTarget === 'vault';
}

/** The key version of a row that is stored unsealed, or sealed with the server's key (SPEC.md VAULT-3). */
export function clearVersion(key: ContentKey): number {
  return sealsInVault(key) ? key.keyVersion - 1 : key.keyVersion;
}
