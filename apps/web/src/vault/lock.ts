import { storage } from '../browser/local-storage.ts';
import { deleteNoteKeys, dropNoteKey } from '../keys/note-key.ts';
import { isAllKept } from '../offline/not-kept.ts';
import { postVault } from '../offline/tab-channel.ts';
import { deleteOpenedKeys } from '../keys/device-vault.ts';
import { dropKeys, sealTyped, vaultKeys } from '../keys/keyring.ts';
import { mustLockKey } from '../keys/vault-mark.ts';
import { showVault, vaultState } from '../keys/vault-view.ts';

let locking: Promise<void> | null = null;
let closing: Promise<void> | null = null;

/** Whether this tab has to close: what is read while a lock begins is shown as closed, and its keys are still in memory. */
function isOpenHere(): boolean {
  const { mode, isOpen, owner } = vaultState();
  return mode !== 'none' && (isOpen || (owner !== null && vaultKeys(owner) !== null));
}

/** Closes the vault in this tab, once: this and other tabs may lock together, and tell it twice. */
async function closeHere(): Promise<void> {
  if (isOpenHere()) {
    closing ??= sealAndClose().finally(() => {
      closing = null;
    });
  }
  await closing;
}

async function sealAndClose(): Promise<void> {
  const hasTyped = await sealTyped();
  const sealedDraft = !isAllKept() ? 'page' : hasTyped ? 'device' : null;
  dropKeys();
  dropNoteKey();
  showVault({ isOpen: false, isChecked: false, fingerprint: null, compare: null, wasLocked: true, sealedDraft });
}

/**
 * Deletes the keys from the device. While that fails, a mark stays, and what the device stores is taken for closed. Never
 * rejects.
 */
export async function finishLock(): Promise<void> {
  storage.set(mustLockKey, '1');
  if (await deleteOpenedKeys()) storage.remove(mustLockKey);
}

async function closeEverywhere(): Promise<void> {
  // The page may end before the keys have left the device: the next one then closes the vault before it opens anything.
  storage.set(mustLockKey, '1');
  // No tab waits for a slow disk, nor for what is being typed in another one.
  postVault('locking');
  await closeHere();
  // While an account moves to a vault, the key of the server opens what has not moved yet.
  await Promise.all([finishLock(), deleteNoteKeys()]);
  postVault('locked');
}

/** Closes the vault in every tab of this device: keys and opened content leave memory and storage. Never rejects. */
export async function lockNow(): Promise<void> {
  if (vaultState().mode === 'none' || (!isOpenHere() && storage.get(mustLockKey) === null)) return;
  locking ??= closeEverywhere().finally(() => {
    locking = null;
  });
  await locking;
}

/** Another tab locks. Never rejects. */
export async function lockThisTab(): Promise<void> {
  if (!isOpenHere()) return;
  await closeHere();
  // This tab may have stored the key of the server since, for a move.
  await deleteNoteKeys();
}
