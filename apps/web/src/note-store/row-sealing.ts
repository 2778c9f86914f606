import { openText, sealText } from '@nuances/crypto/note-envelope';
import type { VaultKeys } from '@nuances/crypto/vault/account-key';
import { tagsOfText, textOfTags } from '@nuances/domain/scan/tags';
import type { VaultNote } from '@nuances/domain/vault/content';
import type { SealedContent } from '../offline/outbox-items.ts';
import type { NoteRow, RowKeys } from '../vault/rows.ts';
import { hasVault } from '../vault/vault-mark.ts';
import { DeviceKeyMissing } from './device-key.ts';
import { knownNoteKey, noteKeyOf } from './note-key.ts';

/** The place of a scan whose tags are opened. */
type TaggedScan = Parameters<typeof import('../vault/rows.ts').openTagsOf>[1];

/** Opens and seals what the server stores of the notes and tags of an account, in a vault or without one. */
export interface RowSealing {
  /** Version of the key of the vault that seals; null outside of a vault. */
  readonly writes: number | null;
  /** The content of a note; null when it does not open. Never rejects. */
  readonly openNote: (row: NoteRow) => Promise<VaultNote | null>;
  readonly sealNote: (
    id: string,
    note: VaultNote,
  ) => Promise<Pick<SealedContent, 'title' | 'text' | 'categoryId' | 'vault'>>;
  /** The tags of a scan; null when they do not open. Never rejects. */
  readonly openTags: (scan: TaggedScan, envelope: string) => Promise<readonly string[] | null>;
  /**
   * The envelope of the tags of a scan; null for none.
   * @throws ZodError for tags that break a rule
   */
  readonly sealTags: (scanId: string, tags: readonly string[]) => Promise<string | null>;
}

/** Without a vault: envelopes of version 1. */
export function withNoteKey(key: CryptoKey): RowSealing {
  return {
    writes: null,
    async openNote({ title, text, categoryId }) {
      try {
        const [openTitle, open] = await Promise.all([openText(key, title), openText(key, text)]);
        return { title: openTitle, text: open, categoryId: categoryId ?? 'other' };
      } catch {
        return null;
      }
    },
    async sealNote(_id, { title, text, categoryId }) {
      const [sealedTitle, sealed] = await Promise.all([sealText(key, title), sealText(key, text)]);
      return { title: sealedTitle, text: sealed, categoryId };
    },
    openTags: (_scan, envelope) => openText(key, envelope).then(tagsOfText, () => null),
    async sealTags(_scanId, tags) {
      const text = textOfTags(tags);
      return text === null ? null : sealText(key, text);
    },
  };
}

/** In a vault, also while it is made or ended. */
async function withVault(keys: RowKeys): Promise<RowSealing> {
  const { openNoteRow, openTagsOf, sealNoteForServer, sealNoteRow, sealTagsOf } = await import('../vault/rows.ts');
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
  const [{ knownVaultKeys }, { vaultState }] = await Promise.all([
    import('../vault/keyring.ts'),
    import('../vault/vault-view.ts'),
  ]);
  const vault = await knownVaultKeys(owner);
  if (!vault) throw new DeviceKeyMissing('The vault is closed on this device');
  // While an account moves, some rows have envelopes of version 1; without the key these alone stay closed.
  const needsNoteKey = vault.writes === null || vaultState().mode === 'moving';
  const noteKey = needsNoteKey ? await noteKeyOf(owner).catch(() => null) : await knownNoteKey(owner);
  return { owner, versions: vault.versions, writes: vault.writes, noteKey };
}

/**
 * What opens rows of both sides of a change of the key, and seals those of the present one: also after a vault has ended, as
 * long as its keys are here.
 */
export async function movingRowSealing(owner: string): Promise<RowSealing> {
  const { vaultKeys } = await import('../vault/keyring.ts');
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
  return hasVault(owner) ? withVault(await vaultRowKeys(owner)) : withNoteKey(await noteKeyOf(owner));
}
