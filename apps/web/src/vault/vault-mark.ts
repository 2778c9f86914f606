import { storage } from '../browser/local-storage.ts';
import { keepVersion } from '../offline/kept-version.ts';

/** In local storage: the account that has, or moves to or from, a vault on this device. */
const vaultMark = 'nuances.vault';

/** Whether an account has a vault, as far as this device knows: what every page may ask without loading the vault. */
export function hasVault(owner: string): boolean {
  return storage.get(vaultMark) === owner;
}

/** Whether any account has one on this device. */
export function isVaultMarked(): boolean {
  return storage.get(vaultMark) !== null;
}

/** Remembers that an account has a vault. */
export function markVault(owner: string): void {
  storage.set(vaultMark, owner);
  void keepVersion(true);
}

/** Forgets it, at a logout and after a vault has ended. */
export function unmarkVault(): void {
  storage.remove(vaultMark);
  void keepVersion(false);
}
