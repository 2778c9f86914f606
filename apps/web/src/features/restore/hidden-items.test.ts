import { deriveVaultKeys, newAccountKey } from '@nuances/crypto/vault/account-key';
import { hiddenId } from '@nuances/crypto/vault/hidden-id';
import type { ExportedNote, ExportedScan } from '@nuances/domain/export-file';
import { partsOfLine } from '@nuances/domain/moods/new-moods';
import { planRestore, type RestorePlan } from '@nuances/domain/restore/plan';
import { expect, it } from 'vitest';
import { type HideId, saidOf, saidOfNote, saidOfScan, type StoredSaid, withHiddenIds } from './hidden-items.ts';

const createdAt = '2026-04-01T10:00:00.000Z';
const scan = (_id: string): ExportedScan => ({
  ...{ _id, answers: [1, 2, 3, 4, 5, 6, 7], kept: [], moment: 'day', createdAt },
});
const note = (_id: string, scanResultId: string | null = null): ExportedNote => ({
  ...{ _id, title: '', text: 'Trois poires', categoryId: 'other', scanResultId, createdAt },
});
const entry = { at: createdAt, offset: 60, moment: 'exact', value: 4, label: 'bien', words: [] } as const;
const parts = await partsOfLine({ source: 'daylio', name: '', scale: 5 }, [{ ...entry, words: [] }]);

/** What another journal gives: two equal entries. */
const journal = { scans: [scan('s1'), scan('s2')], notes: [note('n1', 's1'), note('n2', 's2')], moods: parts };
const made = ['s1', 's2', 'n1', 'n2', ...parts.map(({ _id }) => _id)];

async function newKey(): Promise<HideId> {
  const keys = await deriveVaultKeys(newAccountKey());
  return (id) => hiddenId(keys, id);
}
const nothing: StoredSaid = { scans: new Map(), notes: new Map() };

async function planWith(hide: HideId, { scans, notes }: StoredSaid, moods: RestorePlan['newMoods'] = []) {
  const texts = new Map([...notes.keys()].map((id) => [id, { title: '', text: 'Trois poires' }]));
  const stored = { scans: new Set(scans.keys()), notes: texts, moods };
  return planRestore(await withHiddenIds(journal, { scans, notes }, hide), stored, Date.now(), hide);
}
const saidIn = ({ newScans, newNotes }: RestorePlan): StoredSaid => ({
  scans: new Map(newScans.map((one) => [one._id, saidOfScan(one)])),
  notes: new Map(newNotes.map((one) => [one._id, saidOfNote(one)])),
});
const idsOf = ({ newScans, newNotes, newMoods }: RestorePlan) =>
  [...newScans, ...newNotes, ...newMoods].map(({ _id }) => _id);

it('VAULT-4: nothing of a journal has an id in a vault that could be made from its content', async () => {
  const plan = await planWith(await newKey(), nothing);
  expect(new Set(idsOf(plan)).size).toBe(5);
  for (const id of idsOf(plan)) expect(made).not.toContain(id);
  expect(plan.newNotes.map(({ scanResultId }) => scanResultId)).toEqual(plan.newScans.map(({ _id }) => _id));
});

it('VAULT-4: the same journal adds nothing again, also after the key was renewed, or when it was there before the vault', async () => {
  const hide = await newKey();
  const first = await planWith(hide, nothing);
  const before: StoredSaid = {
    scans: new Map(journal.scans.map((one) => [one._id, null])),
    notes: new Map(journal.notes.map((one) => [one._id, null])),
  };
  for (const again of [
    await planWith(hide, saidIn(first), first.newMoods),
    await planWith(await newKey(), saidIn(first), first.newMoods),
    await planWith(hide, before, first.newMoods),
  ]) {
    expect(idsOf(again)).toEqual([]);
    expect(again).toMatchObject({ sameScans: 2, sameNotes: 2, sameMoods: 1 });
  }
});

it('VAULT-4: what is stored is told by what it says, but for what does not open', async () => {
  const [one, other] = [scan('s1'), note('n1')];
  const stored = {
    scans: [one, { ...scan('s2'), answers: null }],
    notes: [
      { ...other, id: 'n1', locked: false as const },
      { id: 'n2', locked: true as const },
    ],
  };
  expect(await saidOf(stored)).toEqual({
    scans: new Map([
      ['s1', saidOfScan(one)],
      ['s2', null],
    ]),
    notes: new Map([
      ['n1', saidOfNote(other)],
      ['n2', null],
    ]),
  });
});

it('VAULT-4: of equal entries each has a stored one of its own', async () => {
  const { scans, notes } = saidIn(await planWith(await newKey(), nothing));
  const firstOf = (said: StoredSaid['scans']) => new Map([...said].slice(0, 1));
  const plan = await planWith(await newKey(), { scans: firstOf(scans), notes: firstOf(notes) });
  expect(plan).toMatchObject({ sameScans: 1, sameNotes: 1 });
  expect([plan.newScans.length, plan.newNotes.length]).toEqual([1, 1]);
});
