import type { StoredVault, StoredVaultKeys } from '../offline/database.ts';

/** The version whose keys open a vault: in a move to the server the one before, which its slots open. */
export function versionToOpen({ target, keyVersion }: Pick<StoredVault, 'target' | 'keyVersion'>): number {
  return target === 'server' ? keyVersion - 1 : keyVersion;
}

/** The keys that a vault is open with; undefined while it is closed. */
export function openedKeys(vault: StoredVault): StoredVaultKeys | undefined {
  return vault.mode === 'none' ? undefined : vault.opened.find(({ keyVersion }) => keyVersion === versionToOpen(vault));
}
