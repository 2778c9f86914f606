import { limits } from '@nuances/domain/limits';
import { expect, it } from 'vitest';
import type { Api } from '../api.ts';
import { noteWithId } from './pages.ts';

type Ask = Api['notes']['all']['query'];

const ids = Array.from(
  { length: limits.pageMax + 1 },
  (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
);
const [first = '', last = ''] = [ids[0], ids.at(-1)];

/** Looks for a note among all of {@link ids}, newest first. */
async function look(id: string) {
  const at = '2026-11-02T08:15:00.000Z';
  const rest = { title: '', text: '', categoryId: 'red', revision: 1, scanResultId: null } as const;
  let asked = 0;
  const query: Ask = async (part) => {
    asked += 1;
    const page = ids.slice(0, Number(part?.limit ?? ids.length));
    return { notes: page.map((_id) => ({ _id, ...rest, createdAt: at, receivedAt: at, updatedAt: at })), hash: '' };
  };
  return { found: (await noteWithId({ notes: { all: { query } } }, id))?._id, asked };
}

it('asks for the newest notes, and for all only where the one is not among them', async () => {
  expect(await look(first)).toEqual({ found: first, asked: 1 });
  expect(await look(last)).toEqual({ found: last, asked: 2 });
  expect(await look('none')).toEqual({ found: undefined, asked: 2 });
});
