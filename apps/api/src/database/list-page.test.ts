import { notes, scans } from '@nuances/db/schema';
import { isRecord } from '@nuances/domain/record';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seal } from '../testing/seal.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let person: TestApp['alice'];
beforeAll(async () => {
  t = await testApp();
  person = await t.person('pager');
});
afterAll(() => t.close());

interface Item {
  readonly _id: string;
  readonly createdAt: string;
}
type Query = Readonly<Record<string, string | number>>;

const itemsIn = (value: unknown): Item[] =>
  (Array.isArray(value) ? value : []).filter(
    (item): item is Item => isRecord(item) && typeof item['_id'] === 'string' && typeof item['createdAt'] === 'string',
  );

/** The lists, each as both transports answer it. */
const lists = {
  'GET /api/results': async (query: Query) => itemsIn(await rest('/api/results', { source: 'history', ...query })),
  'GET /api/results/own': async (query: Query) => itemsIn(await rest('/api/results/own', query)),
  'GET /api/notes/all': async (query: Query) => itemsIn(Object(await rest('/api/notes/all', query)).notes),
  'results.list': async (query: Query) => itemsIn(await trpc('results.list', { source: 'stats', ...query })),
  'results.own': async (query: Query) => itemsIn(await trpc('results.own', query)),
  'notes.all': async (query: Query) => itemsIn(Object(await trpc('notes.all', query)).notes),
  'notes.all in this process': async (query: Query) =>
    (await person.api.notes.all(query)).notes.map(({ _id, createdAt }) => ({
      _id,
      createdAt: createdAt.toISOString(),
    })),
};

async function answered(path: string): Promise<unknown> {
  const { status, json, text } = await t.http('GET', path, { token: person.shortToken });
  expect(status, `${path} ${text.slice(0, 200)}`).toBe(200);
  return json;
}
const addressOf = (query: Query) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
const rest = (path: string, query: Query) => answered(`${path}?${addressOf(query)}`);
const trpc = async (name: string, input: Query) =>
  Object(await answered(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)).result.data;

/** Gives the account a scan and a note of each of these times, in milliseconds after a fixed one. */
async function fill(times: readonly number[]): Promise<void> {
  const text = seal(person.userKey, 'x');
  await t.db.delete(notes).where(eq(notes.userId, person.id));
  await t.db.delete(scans).where(eq(scans.userId, person.id));
  if (times.length === 0) return;
  const common = times.map((ms) => ({ userId: person.id, createdAt: new Date(Date.UTC(2026, 0, 1) + ms) }));
  const receivedAt = new Date();
  await t.db
    .insert(scans)
    .values(
      common.map((row) => ({ ...row, id: randomUUID(), answers: [1, 2, 3, 4, 5, 6, 7], scoring: -14, receivedAt })),
    );
  await t.db.insert(notes).values(
    common.map((row) => ({
      ...row,
      id: randomUUID(),
      titleSealed: '',
      textSealed: text,
      categoryId: 'other' as const,
      revision: 1,
      updatedAt: receivedAt,
    })),
  );
}

const placeOf = ({ createdAt, _id }: Item) => `${createdAt},${_id}`;

/** Every page, one after the other. */
async function pagesOf(list: (query: Query) => Promise<Item[]>, limit: number): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (;;) {
    const last = pages.at(-1)?.at(-1);
    const page = await list({ limit, ...(last ? { before: placeOf(last) } : {}) });
    if (page.length === 0) return pages;
    if (pages.length > 20) throw new Error('The pages do not end');
    pages.push(page);
  }
}

describe('the pages of a list', () => {
  it('PAGE-1: are the whole list together, also where items have the same time', async () => {
    await fc.assert(
      fc.asyncProperty(
        // Few times for many items, so that most share theirs.
        fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 14 }),
        fc.integer({ min: 1, max: 6 }),
        async (times, limit) => {
          await fill(times);
          for (const [name, list] of Object.entries(lists)) {
            const whole = await list({});
            expect(whole, name).toHaveLength(times.length);
            const pages = await pagesOf(list, limit);
            expect(pages.flat(), name).toEqual(whole);
            for (const page of pages.slice(0, -1)) expect(page, name).toHaveLength(limit);
            // From each place on, without a limit; and from each moment.
            const [some] = whole.slice(Math.floor(whole.length / 2));
            if (!some) continue;
            expect(await list({ before: placeOf(some) }), name).toEqual(whole.slice(whole.indexOf(some) + 1));
            const earlier = whole.filter(({ createdAt }) => createdAt < some.createdAt);
            expect(await list({ before: some.createdAt }), name).toEqual(earlier);
          }
        },
      ),
      { numRuns: 12, seed: 2026 },
    );
  });

  it('PAGE-2: go on after an item that is deleted meanwhile', async () => {
    await fill([0, 0, 0, 1, 1]);
    const whole = await lists['results.list']({});
    const [, second] = whole;
    if (!second) throw new Error('an item is missing');
    await person.api.results.delete({ _id: second._id });
    expect(await lists['results.list']({ before: placeOf(second) })).toEqual(whole.slice(2));
  });

  it('count one view of their screen, and tell the hash of all notes', async () => {
    await fill([0, 1, 2]);
    const reader = await t.person('counted');
    const before = '2026-01-01T00:00:00.000Z';
    await reader.api.results.list({ source: 'history', limit: 2 });
    await reader.api.results.list({ source: 'history', limit: 2, before });
    await reader.api.results.own({ source: 'stats', limit: 2 });
    await reader.api.results.own({ source: 'stats', before });
    expect((await t.events(reader.id)).toSorted()).toEqual(['history_opened', 'stats_opened']);
    const { hash } = await person.api.notes.hash();
    for (const query of [{}, { limit: 1 }, { before }]) {
      expect(await rest('/api/notes/all', query)).toMatchObject({ hash });
      expect(await person.api.notes.all(query)).toMatchObject({ hash });
    }
  });

  it("are of the caller's own items", async () => {
    await fill([0, 1, 2]);
    expect(await t.bob.api.results.list({ source: 'history', limit: 5 })).toEqual([]);
    expect(await t.bob.api.results.own({ limit: 5 })).toEqual([]);
    expect((await t.bob.api.notes.all({ limit: 5 })).notes).toEqual([]);
    const { json } = await t.http('GET', '/api/notes/all?limit=5', { token: t.bob.shortToken });
    expect(json).toMatchObject({ notes: [] });
  });

  it('are refused with the field that is wrong, once access is decided', async () => {
    for (const [path, name] of [
      ['/api/results', 'results.list'],
      ['/api/results/own', 'results.own'],
      ['/api/notes/all', 'notes.all'],
    ] as const)
      for (const [field, value] of [
        ['limit', '0'],
        ['limit', '501'],
        ['before', 'x'],
      ] as const) {
        const url = `${path}?source=history&${field}=${value}`;
        expect((await t.http('GET', url, { token: person.shortToken })).json).toMatchObject({
          code: 'badRequest',
          errors: { [field]: expect.any(String) },
        });
        expect((await t.http('GET', url)).status).toBe(401);
        const input = encodeURIComponent(JSON.stringify({ source: 'history', [field]: value }));
        const { status, json } = await t.http('GET', `/trpc/${name}?input=${input}`, { token: person.shortToken });
        expect([status, Object.keys(Object(json).error.data.app.fields)]).toEqual([400, [field]]);
      }
  });
});
