import { currentUserId } from '../session/session-store.ts';
import { deleteOpenedKeys, forgetDeviceVaults } from '../keys/device-vault.ts';
import { dropKeys } from '../keys/keyring.ts';
import { markedVault, unmarkVault } from '../keys/vault-mark.ts';

/**
 * At the end of a session: no key stays on this device. The wrapped keys do, as in a lock, unless the person logs out or erases
 * the account: after the restore of a backup, this device may be the only one that has those of a newer passphrase. Never rejects.
 */
export async function forgetVaults(): Promise<void> {
  if (currentUserId() !== null) return;
  // Without a vault, what waits is not read again, and messages about it stay.
  if (markedVault() !== null) dropKeys();
  unmarkVault();
  if (!(await deleteOpenedKeys(true))) await forgetDeviceVaults();
}
