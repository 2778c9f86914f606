import type { StoredVault, StoredVaultKeys } from '../offline/database.ts';

/** The version whose keys open a vault: in a move to the server the one before, which its slots open. */
export function versionToOpen({ target, keyVersion }: Pick<StoredVault, 'target' | 'keyVersion'>): number {
  return target === 'server' ? keyVersion - 1 : keyVersion;
}

/**
 * The keys that a vault is open with; undefined while it is closed. Those of one that has ended stay until all that they sealed
 * here has another key (`vault-end.ts`).
 */
export function openedKeys(vault: StoredVault): StoredVaultKeys | undefined {
  if (vault.mode === 'none') {
    // Of any version, where a backup of before the vault was restored.
    const newest = Math.max(...vault.opened.map(({ keyVersion }) => keyVersion));
    return vault.opened.find(({ keyVersion }) => keyVersion === newest);
  }
  const wanted = versionToOpen(vault);
  return vault.opened.find(({ keyVersion }) => keyVersion === wanted);
}
