import { describe, expect, it } from 'vitest';
import { filedNow, planRestore, type RestorePlan, type StoredIds } from './plan.ts';
import { readExportHead } from '../export-file.ts';
import { readExportFile } from './read.ts';
import type { MoodEntry } from '../moods/fields.ts';
import { partsOfLine } from '../moods/new-moods.ts';
import { file, note, scan } from './restore-testing.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const mood = { offset: 60, moment: 'exact' as const, value: 4, label: 'bien', words: [] };
const moods: readonly [MoodEntry, MoodEntry] = [
  { ...mood, at: '2026-04-01T10:00:00.000Z' },
  { ...mood, at: '2026-04-02T10:00:00.000Z' },
];
const nothing: StoredIds = { moods: [], scans: new Set(), notes: new Map() };

const opened = (content: unknown) =>
  readExportFile(readExportHead(JSON.stringify(content)) ?? expect.unreachable(), {
    isEnvelope: () => true,
    open: null,
  });
const planOf = async (content: unknown, stored = nothing) => planRestore(await opened(content), stored, now);
const textsOf = (notes: RestorePlan['newNotes']) => notes.map(({ text }) => text);

describe('restoring', () => {
  it('EXPORT-2: adds what is not there, and says which days it is from', async () => {
    const plan = await planOf(file);
    expect(plan.newScans).toHaveLength(1);
    expect(plan.newNotes).toHaveLength(1);
    expect(plan).toMatchObject({ sameScans: 0, sameNotes: 0, otherNotes: [], twice: 0, repeated: 0 });
    expect(plan.range).toEqual({ from: scan.createdAt, to: note.createdAt });
    expect((await planOf({ ...file, scans: [], notes: [] })).range).toBeNull();
  });

  it('EXPORT-2: leaves what is there, and keeps both versions of a note that differs', async () => {
    const there = (known: { title: string; text: string } | null) =>
      planOf(file, { moods: [], scans: new Set([scan._id]), notes: new Map([[note._id, known]]) });
    expect(await there({ title: note.title, text: note.text })).toMatchObject({
      newScans: [],
      newNotes: [],
      sameScans: 1,
      sameNotes: 1,
    });
    expect((await there({ title: note.title, text: 'Autre.' })).otherNotes).toHaveLength(1);
    expect((await there({ title: '', text: note.text })).otherNotes).toHaveLength(1);
    expect(await there(null)).toMatchObject({ otherNotes: [], sameNotes: 1 });
    const locked = { ...file, notes: [{ ...note, encrypted: true }] };
    expect(
      await planOf(locked, { moods: [], scans: new Set(), notes: new Map([[note._id, { title: '', text: 'x' }]]) }),
    ).toMatchObject({ otherNotes: [], sameNotes: 1 });
  });

  it('EXPORT-2: a version that was added beside the stored one before is there', async () => {
    const mine = { title: '', text: 'Autre.' };
    const first = await planOf(file, { moods: [], scans: new Set(), notes: new Map([[note._id, mine]]) });
    const [added] = first.otherNotes;
    expect(added?._id).not.toBe(note._id);
    const both = new Map([note._id, added?._id ?? ''].map((id) => [id, mine]));
    expect(await planOf(file, { moods: [], scans: new Set(), notes: both })).toMatchObject({
      otherNotes: [],
      sameNotes: 1,
    });
  });
});

it('VAULT-4: an id that is made from a content goes through the vault, each time in the same way', async () => {
  const hide = async (id: string) => `hidden ${id}`;
  const { entries: all, ...line } = { source: 'daylio', name: '', scale: 5, entries: moods } as const;
  const parts = await partsOfLine(line, all);
  const twice = { ...file, scans: [], notes: [note, { ...note, text: 'Autre.' }] };
  const read = { ...(await opened(twice)), moods: parts };
  const stored = { ...nothing, notes: new Map([[note._id, { title: '', text: 'Encore.' }]]) };
  const plan = await planRestore(read, stored, now, hide);
  const made = [...plan.newNotes, ...plan.otherNotes, ...plan.newMoods].map(({ _id }) => _id);
  expect(made).toHaveLength(3);
  for (const id of made) expect(id).toMatch(/^hidden /);
  const [first, ...rest] = all;
  const some = await planRestore(
    { ...read, notes: [] },
    { ...nothing, moods: await partsOfLine(line, [first]) },
    now,
    hide,
  );
  expect(some.newMoods.map(({ _id, entries }) => [_id.slice(0, 7), entries.length])).toEqual([
    ['hidden ', rest.length],
  ]);
  const notes = new Map(made.map((id) => [id, { title: '', text: '' }]));
  const again = await planRestore(
    read,
    { ...stored, notes: new Map([...stored.notes, ...notes]), moods: plan.newMoods },
    now,
    hide,
  );
  expect([again.newMoods, again.newNotes]).toEqual([[], []]);
});

describe('VAULT-4/EXPORT-2: the same file adds nothing again', () => {
  const hiddenBy = (key: string) => async (id: string) => `${key} ${id}`;
  const mine = { title: '', text: 'Encore.' };
  // One is another version of what is stored, one has an id that is in the file twice.
  const content = { ...file, scans: [scan, { ...scan, duration: 7 }], notes: [note, { ...note, text: 'Autre.' }] };
  const before: StoredIds = { ...nothing, notes: new Map([[note._id, mine]]) };
  const planWith = async (stored: StoredIds, nameOf?: (id: string) => Promise<string>) =>
    planRestore(await opened(content), stored, now, nameOf);
  const after = ({ newScans, newNotes, otherNotes }: RestorePlan): StoredIds => ({
    scans: new Set(newScans.map(({ _id }) => _id)),
    notes: new Map([...before.notes, ...[...newNotes, ...otherNotes].map((one) => [one._id, one] as const)]),
    moods: [],
  });
  const isThere = { newScans: [], newNotes: [], otherNotes: [], sameScans: 2, sameNotes: 2 };

  it('in a vault', async () => {
    const first = await planWith(before, hiddenBy('one'));
    expect([first.newScans.length, first.newNotes.length, first.otherNotes.length]).toEqual([2, 1, 1]);
    expect(await planWith(after(first), hiddenBy('one'))).toMatchObject(isThere);
  });

  it('after the account got a vault', async () => {
    expect(await planWith(after(await planWith(before)), hiddenBy('one'))).toMatchObject(isThere);
  });

  it('after the key was renewed, of notes', async () => {
    const first = after(await planWith(before, hiddenBy('one')));
    expect(await planWith(first, hiddenBy('two'))).toMatchObject({ newNotes: [], otherNotes: [], sameNotes: 2 });
  });

  it('but a note that has only its title, its text or both in common with a stored one of another moment', async () => {
    const notes = new Map([
      ...before.notes,
      ['x', { ...note, title: 'Seul' }],
      ['y', { ...note, text: '' }],
      ['z', { ...note, createdAt: '2026-11-03T08:20:00.001Z' }],
    ]);
    expect((await planWith({ ...before, notes }, hiddenBy('one'))).otherNotes).toHaveLength(1);
  });
});

describe('an id that is in the file twice', () => {
  it('EXPORT-5: keeps all texts, each under an id of its own, and adds none of them a second time', async () => {
    const notes = ['Le marché.', 'La gare.', 'Le marché.', 'Le port.', 'La gare.'].map((text) => ({ ...note, text }));
    const plan = await planOf({ ...file, notes });
    expect(textsOf(plan.newNotes)).toEqual(['Le marché.', 'La gare.', 'Le port.']);
    expect(new Set(plan.newNotes.map(({ _id }) => _id)).size).toBe(3);
    expect(plan).toMatchObject({ twice: 2, repeated: 2 });
    const stored = new Map(plan.newNotes.map((one) => [one._id, one]));
    expect(await planOf({ ...file, notes }, { moods: [], scans: new Set(), notes: stored })).toMatchObject({
      newNotes: [],
      otherNotes: [],
      sameNotes: 3,
    });
  });

  it('EXPORT-5: keeps all scans too; that one was received at another time is no difference', async () => {
    const scans = [scan, { ...scan, receivedAt: null }, { ...scan, answers: [1, 1, 1, 1, 1, 1, 1] }];
    const plan = await planOf({ ...file, scans });
    expect(plan.newScans.map(({ answers }) => answers[0])).toEqual([4, 1]);
    expect(plan).toMatchObject({ twice: 1, repeated: 1 });
    const ids = new Set(plan.newScans.map(({ _id }) => _id));
    expect(ids.size).toBe(2);
    expect(await planOf({ ...file, scans }, { ...nothing, scans: ids })).toMatchObject({ newScans: [], sameScans: 2 });
  });
});

describe('a time to come', () => {
  const createdAt = '2031-01-01T00:00:00.000Z';
  const later = { ...note, _id: scan._id, createdAt, text: 'Demain.' };
  const content = { ...file, scans: [scan, { ...scan, _id: note._id, createdAt }], notes: [note, later] };

  it('EXPORT-5: is apart, so that nothing of it is added before it is decided', async () => {
    const plan = await planOf(content);
    expect(plan).toMatchObject({ newScans: [{ _id: scan._id }], newNotes: [{ _id: note._id }] });
    expect(plan.ahead).toMatchObject({ scans: [{ _id: note._id }], notes: [{ _id: later._id }] });
  });

  it('EXPORT-5: gives way to this moment if the person wants it', async () => {
    const plan = filedNow(await planOf(content), now);
    const moved = new Date(now).toISOString();
    expect(plan.newScans.map((one) => one.createdAt)).toEqual([scan.createdAt, moved]);
    expect(plan.newNotes.map((one) => one.createdAt)).toEqual([note.createdAt, moved]);
    expect(plan.ahead).toEqual({ scans: [], notes: [] });
  });

  it('EXPORT-5: five minutes are the fault of a clock, and what is stored is not asked about', async () => {
    const almost = new Date(now + 4 * 60_000).toISOString();
    expect((await planOf({ ...file, scans: [{ ...scan, createdAt: almost }] })).ahead.scans).toEqual([]);
    const there = {
      moods: [],
      scans: new Set([note._id]),
      notes: new Map([[later._id, { title: later.title, text: later.text }]]),
    };
    expect((await planOf(content, there)).ahead).toEqual({ scans: [], notes: [] });
  });
});
