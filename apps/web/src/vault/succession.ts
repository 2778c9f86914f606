/**
 * Who may end a vault: only a device that had its keys. Such a device signs, with the keys of one version, a manifest of the
 * next: the server, which has no key, cannot make one. A device that learns of a move to the server looks for it.
 */
import type { VaultKeys } from '@nuances/crypto/vault/account-key';
import { readManifest, signManifest, stateOfRows } from '@nuances/crypto/vault/manifest';

/** What the server is given when a move to it begins. It counts no rows: those are still of the former version. */
export async function signSuccession(
  keys: VaultKeys,
  account: { readonly userId: string; readonly keyVersion: number },
  sequence: number,
): Promise<string> {
  const nothing = await stateOfRows([]);
  return signManifest(keys, { ...account, sequence, notes: nothing, scans: nothing });
}

/** Whether a manifest says, with these keys, that a device of the person began the move to this version. */
export async function isSuccession(
  keys: VaultKeys,
  account: { readonly userId: string; readonly keyVersion: number },
  manifest: string | null,
): Promise<boolean> {
  if (manifest === null) return false;
  return readManifest(keys, account, manifest).then(
    () => true,
    () => false,
  );
}
