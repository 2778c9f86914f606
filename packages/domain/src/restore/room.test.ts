import { expect, it } from 'vitest';
import { quotas } from '../limits.ts';
import { planRestore } from './plan.ts';
import { quotaPassed, usedOf } from './room.ts';

const stored = { scans: new Set<string>(), notes: new Map<string, { title: string; text: string } | null>() };
const empty = await usedOf(stored, { moods: 0, isVault: false });
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const createdAt = '2026-11-02T08:15:00.000Z';
const noteOf = (n: number, text: string) => ({
  ...{ _id: idOf(n), title: '', text, categoryId: 'other' as const, scanResultId: null },
  ...{ createdAt, receivedAt: null, updatedAt: null },
});
const moodsOf = (n: number) => ({
  ...{ _id: idOf(n), source: 'table' as const, name: `m${n}`, scale: 5 as const, receivedAt: null },
  entries: [{ at: createdAt, offset: 0, moment: 'exact' as const, value: 3, label: '', words: [] }],
});
const nothing = { scans: [], notes: [], moods: [] };
const planOf = (items: Partial<Parameters<typeof planRestore>[0]>) =>
  planRestore({ ...nothing, ...items }, { ...stored, moods: [] }, Date.parse('2026-11-20T12:00:00.000Z'));

it('EXPORT-6: parts of moods up to their number, closed ones too', async () => {
  const plan = await planOf({ moods: Array.from({ length: quotas.moods }, (_, n) => moodsOf(n)) });
  expect(quotaPassed(plan, empty)).toBeNull();
  expect(quotaPassed(plan, await usedOf(stored, { moods: 1, isVault: false }))).toBe('moods');
});

it('EXPORT-6: notes up to their number, those beside a stored one too', async () => {
  const plan = await planOf({ notes: [noteOf(1, 'a')] });
  expect(quotaPassed(plan, { ...empty, notes: quotas.notes - 1 })).toBeNull();
  expect(quotaPassed({ ...plan, otherNotes: [noteOf(2, 'b')] }, { ...empty, notes: quotas.notes - 1 })).toBe('notes');
});

it('EXPORT-6: texts as they are stored, in base64 of what is sealed', async () => {
  // 28 bytes of an envelope and 2 of the text.
  const plan = await planOf({ notes: [noteOf(1, 'é')] });
  expect(quotaPassed(plan, { ...empty, sealedBytes: quotas.sealedBytes - 40 })).toBeNull();
  expect(quotaPassed(plan, { ...empty, sealedBytes: quotas.sealedBytes - 39 })).toBe('sealedBytes');
  expect(quotaPassed(plan, { ...empty, sealedBytes: quotas.sealedBytes - 39, isVault: true })).toBeNull();
  const known = new Map([
    ['a', { title: 'é', text: '' }],
    ['b', null],
  ] as const);
  expect(await usedOf({ ...stored, notes: known }, { moods: 2, isVault: false })).toMatchObject({
    sealedBytes: 40,
    notes: 2,
    moods: 2,
  });
});

it('notes of many long texts are counted with pauses', async () => {
  const long = { title: '', text: 'é'.repeat(100_000) };
  const notes = new Map(Array.from({ length: 30 }, (_, n) => [idOf(n), long] as const));
  let pauses = 0;
  const pause = async () => void (pauses += 1);
  const { sealedBytes } = await usedOf({ ...stored, notes }, { moods: 0, isVault: false }, pause);
  expect([pauses, sealedBytes]).toEqual([10, 30 * 266_704]);
});
