import { currentUserId } from '../session/session-store.ts';
import { forgetDeviceVaults } from './device-vault.ts';
import { dropKeys } from './keyring.ts';
import { markedVault, unmarkVault } from './vault-mark.ts';

/** At the end of a session: nothing of a vault stays on this device, but pins. Never rejects. */
export async function forgetVaults(): Promise<void> {
  if (currentUserId() !== null) return;
  // Without a vault, what waits is not read again, and messages about it stay.
  if (markedVault() !== null) dropKeys();
  unmarkVault();
  await forgetDeviceVaults();
}
