import { importNoteKey, sealText, type NoteKey } from '@nuances/crypto/note-envelope';
import { deriveVaultKeys, newAccountKey } from '@nuances/crypto/vault/account-key';
import { vaultParts } from '@nuances/crypto/vault/export';
import {
  openMoodsRow,
  openNoteRow,
  openScanRow,
  openTagsOf,
  sealMoodsRow,
  sealNoteRow,
  sealScanRow,
  sealTagsOf,
  type RowKeys,
} from '@nuances/crypto/vault/rows';
import { planRestore, type RestorePlan } from '@nuances/domain/restore/plan';
import { readScanContent } from '@nuances/domain/scan/fields';
import { emptyVaultProfile } from '@nuances/domain/vault/content';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { filesOfArchive, sampleTexts } from './archive-testing.ts';
import { makeArchive } from './make-archive.ts';
import { readArchive } from './read-archive.ts';

const owner = randomUUID();
const keysOf = async (): Promise<RowKeys> => ({
  ...{ owner, writes: 2, noteKey: null },
  versions: new Map([[2, await deriveVaultKeys(newAccountKey())]]),
});
const newNoteKey = () => importNoteKey(randomBytes(32).toString('hex'));
const [keys, others] = await Promise.all([keysOf(), keysOf()]);

const content = { answers: [4, 6, 9, 8, 5, 7, 9], duration: 60, kept: [2], moment: 'part' } as const;
const scan = readScanContent(content) ?? expect.unreachable();
const note = { title: 'Trois poires', text: 'Le marché.', categoryId: 'yellow' } as const;
const at = '2026-11-02T08:15:00.000Z';

/** A sealed scan and a note of it, as the server answers them. */
async function rowsOf(by: RowKeys) {
  const [scanId, noteId] = [randomUUID(), randomUUID()];
  return {
    scan: {
      ...{ _id: scanId, createdAt: at, receivedAt: at, keyVersion: 2, arrivedClear: false },
      ...{ answers: null, scoring: null, duration: null, kept: [], moment: 'exact' },
      sealed: await sealScanRow(by, scanId, scan),
      tags: await sealTagsOf(by, scanId, ['sommeil']),
    },
    note: {
      ...{
        _id: noteId,
        createdAt: at,
        receivedAt: at,
        updatedAt: at,
        keyVersion: 2,
        revision: 3,
        scanResultId: scanId,
      },
      ...{ title: '', text: '', categoryId: null },
      sealed: await sealNoteRow(by, noteId, note),
    },
  };
}

async function exportOf(scans: readonly unknown[], notes: readonly unknown[], moods: readonly unknown[] = []) {
  const profile = { username: 'lea', firstName: '' };
  const vault = { keyMode: 'vault', manifest: 'm1.x', profile: { sealed: 'v2.x', keyVersion: 2 } };
  const answer = new TextEncoder().encode(
    JSON.stringify({ result: { data: { profile, vault, scans, notes, moods } } }),
  );
  return makeArchive(
    {
      ...{ answer, keys, passphrase: null, language: { locale: 'fr', texts: sampleTexts } },
      profile: { ...emptyVaultProfile, firstName: 'Léa' },
      names: { page: 'lire-moi.html', table: 'scans.csv', moods: 'humeurs.csv' },
    },
    () => undefined,
  );
}

async function partsOf(by: RowKeys, plan: RestorePlan) {
  const parts = [];
  for await (const part of vaultParts(by, plan)) parts.push(part);
  return parts;
}

describe('an export of an account with a vault', () => {
  it('has the moods open, counts those that are not, and gives them back sealed', async () => {
    const entries = [
      { at: '2026-04-03T18:30:00.000Z', offset: 120, moment: 'exact', value: 4, label: 'bien', words: ['marche'] },
    ] as const;
    const said = {
      source: 'daylio',
      name: '',
      scale: 5,
      entries: entries.map((one) => ({ ...one, words: [...one.words] })),
    } as const;
    const part = async () => {
      const _id = randomUUID();
      const content = { ...said, entries: [...said.entries] };
      return {
        _id,
        keyVersion: 2,
        receivedAt: '2026-04-04T08:00:00.000Z',
        sealed: await sealMoodsRow(keys, _id, content),
      };
    };
    const [mine, closed] = [await part(), { ...(await part()), _id: randomUUID() }];
    const archive = await exportOf([], [], [mine, closed]);
    expect(archive.closed).toEqual({ notes: 0, others: 1 });
    const none = await exportOf([], [], [closed]);
    expect([...filesOfArchive(none.bytes).keys()]).not.toContain('humeurs.csv');
    const read = await readArchive(new Blob([archive.bytes]), null, others);
    expect(read.moods).toEqual([{ _id: mine._id, receivedAt: mine.receivedAt, ...said }]);
    const plan = await planRestore(read, { scans: new Set(), notes: new Map(), moods: [] }, Date.now());
    const [sent] = (await partsOf(others, plan)).flatMap((part) => part.moods);
    expect(sent).toMatchObject({ _id: mine._id, receivedAt: mine.receivedAt });
    expect(await openMoodsRow(others, { _id: mine._id, keyVersion: 2, sealed: sent?.sealed ?? '' })).toEqual(said);
  });

  it('EXPORT-1: holds the content opened, and none of its envelopes', async () => {
    const rows = await rowsOf(keys);
    const { bytes, ...counts } = await exportOf([rows.scan], [rows.note]);
    expect(counts).toEqual({ scans: 1, notes: 1, closed: { notes: 0, others: 0 } });
    const read = await readArchive(new Blob([bytes]), null, others);
    expect(read).toMatchObject({
      profile: { username: 'lea', firstName: 'Léa' },
      scans: [{ ...scan, _id: rows.scan._id, tags: ['sommeil'] }],
      notes: [{ ...note, _id: rows.note._id, scanResultId: rows.scan._id, encrypted: false }],
      faults: [],
    });
    expect(JSON.stringify(read)).not.toContain('v2.');
  });

  it('EXPORT-4: takes along what does not open, counts it, and a restore names it', async () => {
    const [rows, wordless, damaged] = await Promise.all([rowsOf(keys), rowsOf(keys), rowsOf(others)]);
    const scans = [rows.scan, { ...wordless.scan, tags: damaged.scan.tags }, damaged.scan];
    const { bytes, closed } = await exportOf(scans, [rows.note, damaged.note]);
    expect(closed).toEqual({ notes: 1, others: 1 });
    const files = filesOfArchive(bytes);
    expect(JSON.parse(files.get('nuances.json') ?? '')).toMatchObject({
      scans: [
        { tags: ['sommeil'] },
        { answers: scan.answers, tags: damaged.scan.tags, tagsEncrypted: true },
        { answers: null, sealed: damaged.scan.sealed, keyVersion: 2 },
      ],
      notes: [note, { encrypted: true, title: '', text: '', sealed: damaged.note.sealed, keyVersion: 2 }],
    });
    const page = files.get('lire-moi.html');
    expect(page).toContain(damaged.scan._id);
    expect(page).not.toContain('--v:;');
    expect(files.get('scans.csv')).toContain(damaged.scan._id);
    const read = await readArchive(new Blob([bytes]), null, others);
    expect(read.scans.map(({ _id, answers, tags }) => [_id, answers, tags])).toEqual([
      [rows.scan._id, scan.answers, ['sommeil']],
      [wordless.scan._id, scan.answers, undefined],
    ]);
    expect(read.notes.map(({ _id }) => _id)).toEqual([rows.note._id]);
    expect(read.faults).toEqual([
      { kind: 'tags', place: 2, field: 'tags' },
      { kind: 'scan', place: 3, field: 'answers' },
      { kind: 'note', place: 2, field: 'text' },
    ]);
  });

  it('is restored sealed, in calls that the server takes', async () => {
    const many = await Promise.all(Array.from({ length: 101 }, () => rowsOf(keys)));
    const { bytes } = await exportOf(
      many.map((rows) => rows.scan),
      many.slice(0, 3).map((rows) => rows.note),
    );
    const plan = await planRestore(
      await readArchive(new Blob([bytes]), null, others),
      { scans: new Set(), notes: new Map(), moods: [] },
      Date.now(),
    );
    const parts = await partsOf(others, plan);
    expect(parts.map((part) => [part.keyVersion, part.scans.length, part.notes.length])).toEqual([
      [2, 100, 0],
      [2, 1, 0],
      [2, 0, 3],
    ]);
    expect(JSON.stringify(parts)).not.toMatch(/answers|poires|sommeil|yellow/);
    const [sent] = parts[0]?.scans ?? [];
    const place = { _id: sent?._id ?? '', keyVersion: 2 };
    expect(await openScanRow(others, { ...place, sealed: sent?.sealed ?? '' })).toEqual(scan);
    expect(await openTagsOf(others, place, sent?.tags ?? '')).toEqual(['sommeil']);
    const [text] = parts[2]?.notes ?? [];
    const row = {
      title: '',
      text: '',
      categoryId: null,
      keyVersion: 2,
      _id: text?._id ?? '',
      sealed: text?.sealed ?? '',
    };
    expect(await openNoteRow(others, row)).toEqual(note);
  });

  it('EXPORT-4: takes what a former key opens of a file without a vault, and names the rest before anything is sent', async () => {
    const [former, foreign] = await Promise.all([newNoteKey(), newNoteKey()]);
    const sealedBy = async (key: NoteKey) => ({
      scan: {
        ...content,
        _id: randomUUID(),
        createdAt: at,
        tags: await sealText(key, '["sommeil"]'),
        tagsEncrypted: true,
      },
      note: {
        ...note,
        _id: randomUUID(),
        createdAt: at,
        title: '',
        text: await sealText(key, note.text),
        encrypted: true,
      },
    });
    const [own, other] = await Promise.all([sealedBy(former), sealedBy(foreign)]);
    const file = { profile: { username: 'lea' }, scans: [own.scan, other.scan], notes: [own.note, other.note] };
    const vault = { ...others, formerNoteKeys: [former] };
    const read = await readArchive(new Blob([JSON.stringify(file)]), null, vault);
    expect(read.faults).toEqual([
      { kind: 'tags', place: 2, field: 'tags' },
      { kind: 'note', place: 2, field: 'text' },
    ]);
    const plan = await planRestore(read, { scans: new Set(), notes: new Map(), moods: [] }, Date.now());
    const [{ scans } = expect.unreachable(), { notes } = expect.unreachable()] = await partsOf(vault, plan);
    const opened = scans.map(async ({ _id, tags }) => tags && openTagsOf(vault, { _id, keyVersion: 2 }, tags));
    expect(await Promise.all(opened)).toEqual([['sommeil'], null]);
    const rows = notes.map((row) =>
      openNoteRow(vault, { ...row, title: '', text: '', categoryId: null, keyVersion: 2 }),
    );
    expect(await Promise.all(rows)).toEqual([{ ...note, title: '' }]);

    // Read for an account without a vault, it keeps the envelopes, which no vault can seal.
    const clear = await readArchive(new Blob([JSON.stringify(file)]), null);
    expect(clear).toMatchObject({ scans: file.scans.map(({ tags }) => ({ tags })), faults: [] });
    const forServer = await planRestore(clear, { scans: new Set(), notes: new Map(), moods: [] }, Date.now());
    await expect(partsOf(vault, forServer)).rejects.toThrow(RangeError);
  });
});
