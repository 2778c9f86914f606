import { sealProfileRow, VaultClosed, type RowKeys } from '@nuances/crypto/vault/rows';
import type { ProfileInput } from '@nuances/domain/profile/fields';
import { given } from '@nuances/domain/thing';
import { vaultProfile, type VaultProfile } from '@nuances/domain/vault/content';
import { api } from '../api/client.ts';
import { requireLoggedIn } from '../session/session-store.ts';

/**
 * Stores the profile sealed: what was checked over what is stored. The address and the account are not part of it.
 * @returns the stored profile
 * @throws VaultClosed, and as the call does
 */
export async function putProfile<Stored extends VaultProfile>(
  keys: RowKeys,
  stored: Stored,
  { dateOfBirth: day, email: _email, ...input }: ProfileInput,
): Promise<Stored> {
  if (keys.writes === null) throw new VaultClosed('The vault is not written');
  const profile = vaultProfile({ ...stored, ...given(input), dateOfBirth: `${day}T00:00:00.000Z` });
  const sealed = await sealProfileRow(keys, profile);
  requireLoggedIn(keys.owner);
  await api.vault.put.mutate({ keyVersion: keys.writes, profile: { sealed } });
  return { ...stored, ...profile };
}
