import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportVersion, readExportHead } from '../export-file.ts';
import { limits } from '../limits.ts';
import { readExportFile, type SealedTexts } from './read.ts';
import { file, note, scan } from './restore-testing.ts';

/** Envelopes of these tests begin with a word, and what a vault opens ends with its text. */
const isEnvelope = (text: string) => text.startsWith('sealed');
const ofVault = { isEnvelope, open: async (text: string) => /^sealed: (.*)$/.exec(text)?.[1] ?? null };
const readText = async (text: string, texts: SealedTexts = { isEnvelope, open: null }) => {
  const head = readExportHead(text);
  return head && readExportFile(head, texts);
};
const read = (content: unknown, texts?: SealedTexts) => readText(JSON.stringify(content), texts);

describe('an export', () => {
  it('EXPORT-1: is read with or without a version, and with fields that are not known', async () => {
    const { version: _version, ...older } = file;
    for (const content of [file, older])
      expect(await read(content)).toMatchObject({
        profile: { username: 'lea' },
        scans: [{ answers: scan.answers, tags: ['sommeil'], createdAt: scan.createdAt }],
        notes: [{ title: 'Trois poires', categoryId: 'yellow', scanResultId: scan._id }],
        faults: [],
      });
  });

  it.each([
    ['text', 'not JSON'],
    ['a later version', JSON.stringify({ ...file, version: exportVersion + 1 })],
    ['another file', JSON.stringify({ entries: [] })],
    ['a file without notes', JSON.stringify({ ...file, notes: undefined })],
  ])('EXPORT-1: is not %s', async (_name, text) => {
    expect(await readText(text)).toBeNull();
  });

  it('EXPORT-1: any text is read or refused, and nothing throws', async () => {
    const any = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(fc.jsonValue()).map((records) => JSON.stringify({ ...file, scans: records, notes: records })),
    );
    await fc.assert(
      fc.asyncProperty(any, async (text) => {
        await readText(text);
      }),
    );
  });
});

describe('a record that breaks a rule', () => {
  it.each([
    ['eight answers', { answers: [...scan.answers, 1] }, 'answers'],
    ['an answer of 11', { answers: [11, 1, 1, 1, 1, 1, 1] }, 'answers'],
    ['no time', { createdAt: 'yesterday' }, 'createdAt'],
    ['no id', { _id: 'x' }, '_id'],
  ])('EXPORT-4: a scan with %s is named, and the rest is read', async (_name, change, field) => {
    const other = { ...scan, _id: note._id };
    expect(await read({ ...file, scans: [other, { ...scan, ...change }] })).toMatchObject({
      scans: [{ _id: other._id }],
      notes: [{ _id: note._id }],
      faults: [{ kind: 'scan', place: 2, field }],
    });
  });

  it.each([
    ['a word twice', ['Été', 'été']],
    ['a word that is too long', ['x'.repeat(limits.tag.max + 1)]],
    ['tags that are no envelope', 'clear'],
    ['tags that are no text', [7]],
    ['an envelope that no account takes', 'v2.c2VhbGVk'],
  ])('EXPORT-4: a scan with %s keeps its answers, and only its tags are named', async (_name, tags) => {
    const { scans, faults } =
      (await read({ ...file, scans: [{ ...scan, tags, tagsEncrypted: true }] })) ?? expect.unreachable();
    expect(scans).toMatchObject([{ _id: scan._id, answers: scan.answers }]);
    expect(scans[0]?.tags).toBeUndefined();
    expect(faults).toEqual([{ kind: 'tags', place: 1, field: 'tags' }]);
  });

  it('EXPORT-4: what a vault did not open is named, in each of the forms that versions before 0.30.0 have written', async () => {
    const closedScan = { ...scan, _id: note._id, answers: null, scoring: null, kept: [], sealed: 'v2.x', tags: null };
    const closedMoods = { _id: note._id, sealed: 'v2.x', keyVersion: 2, receivedAt: scan.receivedAt };
    const closedNote = { ...note, title: '', encrypted: true };
    const page = { ...file, closedScans: [closedScan], closedMoods: [closedMoods] };
    const line = { ...file, scans: [scan, closedScan], moods: [closedMoods] };
    for (const content of [
      { ...page, notes: [note, { ...closedNote, text: 'v2.x' }] },
      { ...line, notes: [note, { ...closedNote, text: '', sealed: 'v2.x' }] },
    ])
      expect(await read(content)).toMatchObject({
        scans: [{ _id: scan._id, tags: scan.tags }],
        notes: [{ _id: note._id }],
        moods: [],
        faults: [
          { kind: 'scan', place: 2, field: 'answers' },
          { kind: 'note', place: 2, field: 'text' },
          { kind: 'moods', place: 1, field: 'source' },
        ],
      });
  });

  it.each([
    ['an unknown category', { categoryId: 'pink' }, 'categoryId'],
    ['no text', { text: '' }, 'text'],
    ['a title that is no envelope', { encrypted: true, text: 'sealed' }, 'title'],
    ['a text that is no envelope', { encrypted: true, title: '' }, 'text'],
  ])('EXPORT-4: a note with %s is named, and the rest is read', async (_name, change, field) => {
    const content = { ...file, notes: [{ ...note, ...change }, note, null] };
    expect(await read(content)).toMatchObject({
      scans: [{ _id: scan._id }],
      notes: [{ _id: note._id }],
      faults: [
        { kind: 'note', place: 1, field },
        { kind: 'note', place: 3, field: '_id' },
      ],
    });
  });

  it('EXPORT-4: a note that is too long is named with its length and the limit', async () => {
    const { noteTitle, noteText } = limits;
    const long = [
      { title: 'x'.repeat(noteTitle.max + 1) },
      { text: 'é'.repeat(noteText.max + 1) },
      { text: '愛'.repeat(noteText.maxBytes / 3 + 1) },
    ];
    expect(await read({ ...file, notes: [...long.map((change) => ({ ...note, ...change })), note] })).toMatchObject({
      notes: [{ _id: note._id }],
      faults: [
        { place: 1, field: 'title', excess: { unit: 'characters', length: noteTitle.max + 1, max: noteTitle.max } },
        { place: 2, field: 'text', excess: { unit: 'characters', length: noteText.max + 1, max: noteText.max } },
        { place: 3, field: 'text', excess: { unit: 'bytes', length: noteText.maxBytes + 3, max: noteText.maxBytes } },
      ],
    });
  });

  it('EXPORT-4: what the key did not open is as it was stored', async () => {
    const sealed = { ...note, encrypted: true, title: 'sealed 1', text: 'sealed 2' };
    const scans = [{ ...scan, tags: 'sealed 3', tagsEncrypted: true }];
    expect(await read({ ...file, scans, notes: [sealed] })).toMatchObject({
      notes: [{ text: 'sealed 2' }],
      faults: [],
    });
  });

  it('EXPORT-4: a vault takes what its device opens of that, and the rest is named', async () => {
    const scans = ['sealed: ["sommeil"]', 'sealed 1', 'sealed: no list'].map((tags) => ({ ...scan, tags }));
    const notes = ['sealed: Le marché.', 'sealed 2'].map((text) => ({ ...note, encrypted: true, title: '', text }));
    const { title } = note;
    expect(await read({ ...file, scans, notes: [...notes, { ...notes[0], title }] }, ofVault)).toMatchObject({
      scans: [{ tags: ['sommeil'] }, { answers: scan.answers }, { answers: scan.answers }],
      notes: [{ title: '', text: 'Le marché.', encrypted: false }],
      faults: [
        { kind: 'tags', place: 2, field: 'tags' },
        { kind: 'tags', place: 3, field: 'tags' },
        { kind: 'note', place: 2, field: 'text' },
        { kind: 'note', place: 3, field: 'title' },
      ],
    });
  });
});
