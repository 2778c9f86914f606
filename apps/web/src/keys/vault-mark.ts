import { storage } from '../browser/local-storage.ts';
import { createStore, useStore } from '../browser/store.ts';
import { keepVersion } from '../offline/kept-version.ts';

/** In local storage: the account that has, or moves to or from, a vault on this device. */
export const vaultMark = 'nuances.vault';
/** In local storage: what this device holds servers to (`pins.ts`). */
export const pinsKey = 'nuances.pins';
/** In local storage: when the vault closes by itself (`lock-choice.ts`). */
export const lockKey = 'nuances.lock';
/** In local storage: when a page was last used, milliseconds since 1970 (`auto-lock.ts`). */
export const lastUseKey = 'nuances.lastUse';
/** In local storage: a page was hidden, which locks, and may have ended before it had locked (`auto-lock.ts`). */
export const mustLockKey = 'nuances.mustLock';

const marked = createStore<string | null>(null, () => {
  marked.set(storage.get(vaultMark));
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key === vaultMark) marked.set(storage.get(vaultMark));
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
});

/** The account that has a vault on this device; null for none. What every page may ask without loading the vault. */
export function markedVault(): string | null {
  return storage.get(vaultMark);
}

/** Whether an account has a vault, as far as this device knows. */
export function hasVault(owner: string): boolean {
  return markedVault() === owner;
}

/** As {@link markedVault}; renders again when it changes. Null at the first render. */
export function useMarkedVault(): string | null {
  return useStore(marked);
}

/** Remembers that an account has a vault, or is about to. */
export function markVault(owner: string): void {
  storage.set(vaultMark, owner);
  marked.set(owner);
  void keepVersion(true);
}

/** Forgets it, at the end of a session and of a vault. */
export function unmarkVault(): void {
  storage.remove(vaultMark);
  storage.remove(lastUseKey);
  marked.set(null);
  // Code that holds a server to what it was stays as it is, too.
  if (storage.get(pinsKey) === null) void keepVersion(false);
}
