/** What this device stores of a vault: the slots for opening offline, and the keys while it is open. */
import { firstKeyVersion } from '@nuances/domain/vault/state';
import { storage } from '../browser/local-storage.ts';
import { mustLockKey } from './vault-mark.ts';
import { committed, deviceDatabase, type StoredVault, transactionOf } from '../offline/database.ts';

/** Without a database, the vault lasts as long as the page. */
const memory = new Map<string, StoredVault>();

/** What is known of the vault of an account before the server says anything. */
export const unknownVault = (owner: string): StoredVault => ({
  owner,
  mode: 'none',
  target: null,
  keyVersion: firstKeyVersion,
  since: null,
  slots: [],
  opened: [],
  begun: null,
  counted: null,
});

const closed = (vault: StoredVault): StoredVault => ({
  ...vault,
  opened: [],
  begun: vault.begun && { ...vault.begun, keys: null },
});

/** Keys that a lock could not delete yet are not there. */
function asAllowed<T extends StoredVault | null | undefined>(vault: T): T | StoredVault {
  return vault && storage.get(mustLockKey) !== null ? closed(vault) : vault;
}

/** Drops the keys that the disk has not taken, at a lock in any tab and at the end of a session. */
export function closeInMemory(): void {
  for (const [owner, vault] of memory) memory.set(owner, closed(vault));
}

/** What the device knows of the vault of an account; null for nothing. Never rejects. */
export async function readDeviceVault(owner: string): Promise<StoredVault | null> {
  try {
    return asAllowed((await (await transactionOf('vaults')).store.get(owner)) ?? null);
  } catch {
    return asAllowed(memory.get(owner) ?? null);
  }
}

/**
 * Changes it in one transaction, so that tabs do not undo each other's changes. Never rejects.
 * @param change gets what is known, or what nothing known is; returns the same object to change nothing
 */
export async function changeDeviceVault(
  owner: string,
  change: (known: StoredVault) => StoredVault,
): Promise<StoredVault> {
  let found: StoredVault | undefined;
  try {
    const stored = (await deviceDatabase()).transaction('vaults', 'readwrite');
    stored.done.catch(() => undefined);
    found = asAllowed(await stored.store.get(owner));
    const known = found ?? unknownVault(owner);
    const next = change(known);
    // One account at a time.
    const others = (await stored.store.getAllKeys()).filter((other) => other !== owner);
    await Promise.all([
      ...others.map((other) => stored.store.delete(other)),
      next === known || stored.store.put(next),
      committed(stored),
    ]);
    memory.delete(owner);
    return next;
  } catch {
    // A full disk still has what it had; what it has not taken since is later.
    const next = change(asAllowed(memory.get(owner)) ?? found ?? unknownVault(owner));
    memory.set(owner, next);
    return next;
  }
}

/**
 * Deletes the keys of every account from the device; what it knows of the vaults stays, if the disk has
 * room to write it.
 * @param isLeft the server ended the session
 * @returns whether they are gone. Never rejects
 */
export async function deleteOpenedKeys(isLeft = false): Promise<boolean> {
  const left = (vault: StoredVault) => ({ ...closed(vault), isLeft: isLeft || vault.isLeft });
  for (const [owner, vault] of memory) memory.set(owner, left(vault));
  const database = await Promise.resolve()
    .then(deviceDatabase)
    .catch(() => null);
  // There were none on the device.
  if (!database) return true;
  try {
    const stored = database.transaction('vaults', 'readwrite');
    stored.done.catch(() => undefined);
    const vaults = await stored.store.getAll();
    await Promise.all([...vaults.map((vault) => stored.store.put(left(vault))), committed(stored)]);
    return true;
  } catch {
    // A full disk: deleting needs no room.
    return database.clear('vaults').then(
      () => true,
      () => false,
    );
  }
}

/** Deletes all that the device knows of vaults. Never rejects. */
export async function forgetDeviceVaults(): Promise<void> {
  memory.clear();
  try {
    await (await deviceDatabase()).clear('vaults');
  } catch {
    // There was nothing on the device.
  }
}
