import { deriveVaultKeys, newAccountKey } from '@nuances/crypto/vault/account-key';
import { argon2Floor } from '@nuances/crypto/vault/passphrase-parameters';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Api } from '../api.ts';
import type { OpenVault } from './open-vault.ts';
import { VaultRows } from './rows.ts';
import { saveNote } from './save.ts';

type Put = Api['vault']['put']['mutate'];
type SentNote = NonNullable<Parameters<Put>[0]['notes']>[number];

const keyVersion = 2;
const note = { _id: randomUUID(), title: 'Titre', text: 'Poires', categoryId: 'yellow' } as const;
const at = '2026-11-02T08:15:00.000Z';

let vault: OpenVault;
let stored: { sealed: string; revision: number } | null;

/** Stores one note as `vault.put` does: on another base the stored one is answered. */
const put: Put = async ({ notes: [sent] = [] }) => ({
  notes: sent ? [outcomeOf(sent)] : [],
  scans: [],
  moods: [],
  manifest: null,
});
function outcomeOf({ _id, sealed, revision }: SentNote): Awaited<ReturnType<Put>>['notes'][number] {
  const times = { createdAt: at, receivedAt: at, updatedAt: at, scanResultId: null };
  if (stored && stored.sealed !== sealed && revision != null && revision !== stored.revision) {
    const row = { _id, title: '', text: '', categoryId: null, keyVersion, ...stored, ...times };
    return { _id, outcome: 'conflict', note: row };
  }
  if (stored?.sealed !== sealed) stored = { sealed, revision: (stored?.revision ?? 0) + 1 };
  return { _id, outcome: 'saved', revision: stored.revision, ...times };
}
const save = (text: string = note.text) => saveNote({ vault: { put: { mutate: put } } }, vault, { ...note, text });

beforeEach(async () => {
  const keys = await deriveVaultKeys(newAccountKey());
  const rows = new VaultRows(randomUUID(), new Map([[keyVersion, keys]]), keyVersion);
  vault = { keyVersion, fingerprint: [], cost: argon2Floor, rows };
  stored = null;
});

it('stores a note once, however often it is sent', async () => {
  const first = await save();
  expect(await save()).toEqual(first);
  expect(stored?.revision).toBe(1);
});

it('does not write over what became of a note since', async () => {
  await save();
  const changed = { sealed: await vault.rows.sealNote(note._id, { ...note, text: 'Pommes' }), revision: 2 };
  stored = changed;
  await expect(save()).rejects.toMatchObject({ code: 'scanExists' });
  expect(stored).toEqual(changed);
});
