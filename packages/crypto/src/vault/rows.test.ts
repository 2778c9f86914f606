import { emptyVaultProfile } from '@nuances/domain/vault/content';
import { readScanContent } from '@nuances/domain/scan/fields';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { importNoteKey, sealText, type NoteKey } from '../note-envelope.ts';
import { deriveVaultKeys, newAccountKey } from './account-key.ts';
import {
  openNoteRow,
  openProfileRow,
  openScanRow,
  openTagsOf,
  sealNoteForServer,
  sealNoteRow,
  sealProfileRow,
  sealScanRow,
  sealTagsOf,
  VaultClosed,
  type NoteRow,
  type ContentRow,
  type RowKeys,
} from './rows.ts';

const owner = randomUUID();
const noteKey: NoteKey = await importNoteKey(randomBytes(32).toString('hex'));
const [first, second] = await Promise.all([deriveVaultKeys(newAccountKey()), deriveVaultKeys(newAccountKey())]);

const server: RowKeys = { owner, versions: new Map(), writes: null, noteKey };
const vault: RowKeys = { owner, versions: new Map([[2, first]]), writes: 2, noteKey: null };
/** Turned on, renewed, turned off: each has the keys of two sides, and writes one. */
const turningOn: RowKeys = { ...vault, noteKey };
const renewing: RowKeys = {
  ...vault,
  versions: new Map([
    [2, first],
    [3, second],
  ]),
  writes: 3,
};
const turningOff: RowKeys = { ...vault, writes: null, noteKey };

const note = { title: 'Trois poires', text: 'Le marché.', categoryId: 'yellow' } as const;
const scan = { answers: [4, 6, 9, 8, 5, 7, 9], duration: 60, kept: [2], moment: 'part' } as const;
const content = readScanContent(scan) ?? expect.unreachable();

const sealedNote = (sealed: string, keyVersion: number, _id: string): NoteRow => ({
  ...{ _id, keyVersion, sealed },
  ...{ title: '', text: '', categoryId: null },
});
const sealedScan = (sealed: string, keyVersion: number, _id: string): ContentRow => ({ _id, keyVersion, sealed });

describe('a row of a vault', () => {
  const id = randomUUID();

  it('opens as it was sealed: note, scan, tags, profile', async () => {
    const profile = { ...emptyVaultProfile, firstName: 'Léa' };
    expect(await openNoteRow(vault, sealedNote(await sealNoteRow(vault, id, note), 2, id))).toEqual(note);
    expect(await openScanRow(vault, sealedScan(await sealScanRow(vault, id, content), 2, id))).toEqual(content);
    const tags = await sealTagsOf(vault, id, ['sommeil']);
    expect(await openTagsOf(vault, { _id: id, keyVersion: 2 }, tags ?? '')).toEqual(['sommeil']);
    expect(await sealTagsOf(vault, id, [])).toBeNull();
    const sealed = await sealProfileRow(vault, profile);
    expect(await openProfileRow(vault, { sealed, keyVersion: 2 })).toEqual(profile);
  });

  it('does not open in the place of another row, of another version, or without its keys, and nothing throws', async () => {
    const [aNote, aScan] = await Promise.all([sealNoteRow(vault, id, note), sealScanRow(vault, id, content)]);
    const tags = (await sealTagsOf(vault, id, ['sommeil'])) ?? '';
    const profile = await sealProfileRow(vault, emptyVaultProfile);
    for (const [keys, version, place] of [
      [vault, 2, randomUUID()],
      [renewing, 3, id],
      [vault, 3, id],
      [server, 2, id],
      [{ ...vault, owner: randomUUID() }, 2, id],
    ] as const) {
      expect(await openNoteRow(keys, sealedNote(aNote, version, place))).toBeNull();
      expect(await openScanRow(keys, sealedScan(aScan, version, place))).toBeNull();
      expect(await openTagsOf(keys, { _id: place, keyVersion: version }, tags)).toBeNull();
    }
    expect(await openProfileRow({ ...vault, owner: randomUUID() }, { sealed: profile, keyVersion: 2 })).toBeNull();
    expect(await openScanRow(vault, sealedScan(aNote, 2, id))).toBeNull();
  });
});

describe('while an account moves', () => {
  const id = randomUUID();

  it('rows of both sides are read, and the new side is written: turned on', async () => {
    const [title, text] = await Promise.all([sealText(noteKey, note.title), sealText(noteKey, note.text)]);
    const old: NoteRow = { _id: id, keyVersion: 1, sealed: null, title, text, categoryId: 'yellow' };
    expect(await openNoteRow(turningOn, old)).toEqual(note);
    const clear = { _id: id, keyVersion: 1, sealed: null, ...content };
    expect(await openScanRow(turningOn, clear)).toEqual(content);
    const tags = await sealText(noteKey, '["sommeil"]');
    expect(await openTagsOf(turningOn, { _id: id, keyVersion: 1 }, tags)).toEqual(['sommeil']);
    const moved = await sealNoteRow(turningOn, id, note);
    expect(await openNoteRow(vault, sealedNote(moved, 2, id))).toEqual(note);
  });

  it('renewed', async () => {
    const before = await sealNoteRow(vault, id, note);
    expect(await openNoteRow(renewing, sealedNote(before, 2, id))).toEqual(note);
    const after = await sealNoteRow(renewing, id, note);
    expect(await openNoteRow(renewing, sealedNote(after, 3, id))).toEqual(note);
    // The former keys alone, which were stolen, open nothing of it.
    expect(await openNoteRow(vault, sealedNote(after, 3, id))).toBeNull();
  });

  it('turned off', async () => {
    const before = await sealNoteRow(vault, id, note);
    expect(await openNoteRow(turningOff, sealedNote(before, 2, id))).toEqual(note);
    const after = await sealNoteForServer(turningOff, note);
    expect(await openNoteRow(server, { _id: id, keyVersion: 3, sealed: null, ...after })).toEqual(note);
    await expect(sealNoteRow(turningOff, id, note)).rejects.toBeInstanceOf(VaultClosed);
    const tags = (await sealTagsOf(turningOff, id, ['sommeil'])) ?? '';
    expect(await openTagsOf(server, { _id: id, keyVersion: 3 }, tags)).toEqual(['sommeil']);
  });

  it('nothing is sealed without the keys of the version that is written', async () => {
    const behind: RowKeys = { ...vault, writes: 3 };
    await expect(sealScanRow(behind, id, content)).rejects.toBeInstanceOf(VaultClosed);
    await expect(sealNoteForServer(vault, note)).rejects.toBeInstanceOf(VaultClosed);
    await expect(sealTagsOf({ ...server, noteKey: null }, id, ['a'])).rejects.toBeInstanceOf(VaultClosed);
  });
});
