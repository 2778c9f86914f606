import { itemAt } from '@nuances/domain/item-at';
import { limits } from '@nuances/domain/limits';
import { expect, it } from 'vitest';
import type { Api } from '../api.ts';
import { noteWithId } from './pages.ts';

type Ask = Api['notes']['all']['query'];

const ids = Array.from(
  { length: 2 * limits.pageMax + 1 },
  (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
);

/** Looks for a note among all of {@link ids}, newest first. */
async function look(id: string) {
  const at = '2026-11-02T08:15:00.000Z';
  const rest = { title: '', text: '', categoryId: 'red', revision: 1, scanResultId: null } as const;
  let asked = 0;
  const query: Ask = async (part) => {
    asked += 1;
    const from = ids.findIndex((_id) => part?.before === `${at},${_id}`) + 1;
    const page = ids.slice(from, from + Number(part?.limit));
    return { notes: page.map((_id) => ({ _id, ...rest, createdAt: at, receivedAt: at, updatedAt: at })), hash: '' };
  };
  return { found: (await noteWithId({ notes: { all: { query } } }, id))?._id, asked };
}

it.each([
  [0, 1],
  [limits.pageMax, 2],
  [2 * limits.pageMax, 3],
])('reads pages, the newest first, as far as the one with the note: %i', async (place, asked) => {
  expect(await look(itemAt(ids, place))).toEqual({ found: ids[place], asked });
});

it('reads every page once for a note that is not there', async () => {
  expect(await look('none')).toEqual({ found: undefined, asked: 3 });
});
