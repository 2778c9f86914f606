import { hasVault } from '../keys/vault-mark.ts';

/**
 * Whether rows may go from the copies on this device because the server lists them no more. In a vault, the copy may be the last
 * there is: only once the check of the manifest has found that none is missing. Never rejects.
 */
export async function mayLoseRows(owner: string): Promise<boolean> {
  if (!hasVault(owner)) return true;
  try {
    const [{ vaultState }, { readDeviceVault }] = await Promise.all([
      import('../keys/vault-view.ts'),
      import('../keys/device-vault.ts'),
    ]);
    const { mode, warning, isChecked } = vaultState();
    if (warning !== null) return false;
    // In a move nothing is counted, and a device that knows no manifest has nothing to check by.
    return isChecked || mode === 'moving' || ((await readDeviceVault(owner))?.counted ?? null) === null;
  } catch {
    return false;
  }
}
