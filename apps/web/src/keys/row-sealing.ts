import type { VaultKeys } from '@nuances/crypto/vault/account-key';
import type { RowKeys } from '@nuances/crypto/vault/rows';
import { hasVault } from './vault-mark.ts';
import { DeviceKeyMissing, isOnlyAsked } from './device-key.ts';
import { formerNoteKeys, knownNoteKey, noteKeyOf } from './note-key.ts';
import { type RowSealing, withNoteKey } from './note-key-sealing.ts';

/** In a vault, also while it is made or ended. */
async function withVault(keys: RowKeys): Promise<RowSealing> {
  const { openNoteRow, openTagsOf, sealNoteForServer, sealNoteRow, sealTagsOf } =
    await import('@nuances/crypto/vault/rows');
  const { writes } = keys;
  return {
    writes,
    openNote: (row) => openNoteRow(keys, row),
    async sealNote(id, note) {
      if (writes === null) return sealNoteForServer(keys, note);
      const sealed = await sealNoteRow(keys, id, note);
      return { title: '', text: '', categoryId: 'other', vault: { sealed, keyVersion: writes } };
    },
    openTags: (scan, envelope) => openTagsOf(keys, scan, envelope),
    sealTags: (scanId, tags) => sealTagsOf(keys, scanId, tags),
  };
}

/**
 * The keys of the rows of an account with a vault.
 * @throws DeviceKeyMissing while it is closed
 */
export async function vaultRowKeys(owner: string): Promise<RowKeys> {
  const [{ knownVaultKeys }, { vaultState }] = await Promise.all([import('./keyring.ts'), import('./vault-view.ts')]);
  const vault = await knownVaultKeys(owner);
  if (!vault) throw new DeviceKeyMissing('The vault is closed on this device');
  // While an account moves, some rows have envelopes of version 1; without the key these alone stay closed.
  const needsNoteKey = vault.writes === null || vaultState().mode === 'moving';
  const noteKey = needsNoteKey ? await noteKeyOf(owner).catch(() => null) : await knownNoteKey(owner);
  const { versions, writes } = vault;
  return { owner, versions, writes, noteKey, formerNoteKeys: await formerNoteKeys(owner) };
}

/**
 * What opens rows of both sides of a change of the key, and seals those of the present one: also after a vault has ended, as
 * long as its keys are here.
 */
export async function movingRowSealing(owner: string): Promise<RowSealing> {
  const { vaultKeys } = await import('./keyring.ts');
  const vault = vaultKeys(owner);
  const versions = vault?.versions ?? new Map<number, VaultKeys>();
  const writes = hasVault(owner) ? (vault?.writes ?? null) : null;
  return withVault({ owner, versions, writes, noteKey: await knownNoteKey(owner) });
}

/**
 * What opens and seals the rows of the logged-in account.
 * @throws as `noteKeyOf` does without a vault, and DeviceKeyMissing while a vault is closed
 */
export async function rowSealingOf(owner: string): Promise<RowSealing> {
  if (hasVault(owner) && !(await isOnlyAsked(owner))) return withVault(await vaultRowKeys(owner));
  return withNoteKey(await noteKeyOf(owner), await formerNoteKeys(owner));
}
