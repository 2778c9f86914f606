import { storage } from '../browser/local-storage.ts';
import { keyMark } from '../keys/key-mark.ts';
import { postVault } from '../offline/tab-channel.ts';
import { deleteNoteKeys, formerNoteKeys, freshNoteKeyOf, knownNoteKey } from '../keys/note-key.ts';
import { forgetDeviceVaults } from '../keys/device-vault.ts';
import { forgetOpenVault, settleKeysChange, vaultKeys } from '../keys/keyring.ts';
import { unpinVault } from './pins.ts';
import { hasVault, markVault, unmarkVault } from '../keys/vault-mark.ts';

/**
 * Everything is sealed by the vault: the key of the server leaves this device, once nothing here needs it. On a full disk it
 * stays until the next answer about the vault, or a lock. Never rejects.
 */
export async function leaveServerKey(): Promise<void> {
  if (!(await settleKeysChange())) return;
  await deleteNoteKeys();
  storage.set(keyMark, '1');
}

/**
 * The vault has ended: what the device stores is sealed by the key of the server again, and the keys of the vault go. A
 * device that was away may have a former key of the server. While the server does not give its key, or the disk is full,
 * those of the vault stay: what they sealed here would open nowhere. The next answer about the vault tries again. Never
 * rejects.
 */
export async function leaveVault(owner: string): Promise<void> {
  const wasMarked = hasVault(owner);
  const before = await knownNoteKey(owner);
  const key = await freshNoteKeyOf(owner).catch(() => null);
  if (!key && (vaultKeys(owner) || !wasMarked)) return;
  if (key === before && !wasMarked && !vaultKeys(owner)) {
    // Asked again, and nothing is new; something may have been stored with a former key since.
    if ((await formerNoteKeys(owner)).length > 0) await settleKeysChange();
    // What was answered has been stored.
    return forgetDeviceVaults();
  }
  // Without the mark, what is sealed anew gets the key of the server.
  unmarkVault();
  if (!(await settleKeysChange())) {
    if (wasMarked) markVault(owner);
    return;
  }
  await unpinVault(owner);
  // With the pin gone, this also lets the device take new versions of the program again.
  unmarkVault();
  forgetOpenVault();
  await forgetDeviceVaults();
  postVault('changed');
}
