/**
 * Who may end a vault: only a device that had its keys. Such a device signs, with the keys of one version, a manifest of the
 * next: the server, which has no key, cannot make one. A device that learns of a move to the server looks for it.
 */
import { manifestHead } from '@nuances/crypto/envelope-shape';
import type { VaultKeys } from '@nuances/crypto/vault/account-key';
import { readManifest, signManifest, stateOfRows } from '@nuances/crypto/vault/manifest';
import { api } from '../api/client.ts';
import type { StoredVault } from '../offline/database.ts';

interface Account {
  readonly userId: string;
  readonly keyVersion: number;
}

/** Whether a manifest says, with these keys, that a device of the person began the move to this version. */
export async function isSuccession(keys: VaultKeys, account: Account, manifest: string | null): Promise<boolean> {
  if (manifest === null) return false;
  return readManifest(keys, account, manifest).then(
    () => true,
    () => false,
  );
}

/** Whether this device began the move to the server, or another one signed that it did: nothing is given back before. */
export async function isEndAsked(
  { owner: userId, keyVersion, begun }: StoredVault,
  versions: ReadonlyMap<number, VaultKeys>,
  manifest: string | null,
): Promise<boolean> {
  if (begun?.target === 'server' && begun.keyVersion === keyVersion) return true;
  const keys = versions.get(keyVersion - 1);
  return keys !== undefined && isSuccession(keys, { userId, keyVersion }, manifest);
}

/** Number of a manifest, as it says; 0 without one. */
export function sequenceOf(manifest: string | null): number {
  return manifestHead(manifest ?? '')?.sequence ?? 0;
}

/**
 * Tells the other devices that this one began the move to the server, unless they were told. It counts no rows: those are
 * still of the former version. Rejects as the call does.
 */
export async function announceEnd(
  { owner: userId, keyVersion, begun }: StoredVault,
  versions: ReadonlyMap<number, VaultKeys>,
  manifest: string | null,
): Promise<void> {
  const keys = versions.get(keyVersion - 1);
  const account = { userId, keyVersion };
  if (!keys || begun?.keyVersion !== keyVersion || (await isSuccession(keys, account, manifest))) return;
  const none = await stateOfRows([]);
  const sequence = sequenceOf(manifest) + 1;
  const announcement = await signManifest(keys, { ...account, sequence, notes: none, scans: none, moods: none });
  await api.vault.saveManifest.mutate({ manifest: announcement });
}
