/** How many statements a call sends to the database, BEGIN and COMMIT included. And their plans. */
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { password, testApp, type TestApp, useApp } from '../testing/test-app.ts';

const sent: string[] = [];
let t: TestApp;
useApp((app) => (t = app), { onStatement: (text) => sent.push(text) });

const sealed = () => randomBytes(40).toString('base64');
const answers = [1, 2, 3, 4, 5, 6, 7];

type Call = () => Promise<{ readonly status: number; readonly json: unknown }>;

/** The counts, by call. */
const counts: Readonly<Record<string, number>> = {
  'save a scan': 1,
  'save a scan again': 2,
  'list the scans': 1,
  'list a page of the scans': 1,
  'list the scans, in the app': 5,
  'delete a scan': 6,
  'open the history': 2,
  'begin a quiz': 2,
  'create a note': 1,
  'change a note': 7,
  'delete a note': 6,
  'hash of the notes, counted': 2,
  'list the notes': 10,
  'list a page of the notes': 10,
  'read the profile': 1,
  'log in': 10,
  'log in by e-mail': 16,
  refresh: 1,
  'refresh, rotating': 1,
  'visit Home': 1,
};

/** What a call needs is made before; what it returns is made and counted. */
const calls: Readonly<Record<string, () => Promise<Call> | Call>> = {
  'save a scan': () => () => post('/api/results', { answers }),
  'save a scan again': async () => {
    const scan = { _id: randomUUID(), answers, duration: 5 };
    await post('/api/results', scan);
    return () => post('/api/results', scan);
  },
  'list the scans': () => () => get('/api/results?source=history'),
  'list a page of the scans': () => () => get('/api/results?source=history&limit=5'),
  'list the scans, in the app': () => () => get('/trpc/results.own?input={"source":"history"}'),
  'delete a scan': async () => {
    const { _id } = Object((await post('/api/results', { answers })).json);
    return () => remove(`/api/results/${_id}`);
  },
  'open the history': () => () => post('/api/usage/opened', { source: 'history' }),
  'begin a quiz': () => () => post('/api/results/startScan', {}),
  'create a note': () => () => post('/api/notes', { text: sealed(), categoryId: 'other' }),
  'change a note': async () => {
    const path = `/api/notes/${await newNote()}`;
    return () => t.http('PUT', path, { token: t.alice.shortToken, body: { text: sealed(), categoryId: 'other' } });
  },
  'delete a note': async () => {
    const path = `/api/notes/${await newNote()}`;
    return () => remove(path);
  },
  'hash of the notes, counted': () => () => get('/api/notes/hash?log=true'),
  'list the notes': () => () => get('/api/notes/all'),
  'list a page of the notes': () => () => get('/api/notes/all?limit=5'),
  'read the profile': () => () => get('/api/profile'),
  'log in': () => () => publicPost('/api/auth/login', { username: 'bob', password }),
  'log in by e-mail': () => () => publicPost('/api/auth/login', { username: t.bob.email, password }),
  refresh: () => () => publicPost('/api/auth/refresh', { refreshToken: t.bob.refreshToken }),
  'refresh, rotating': async () => {
    const login = await publicPost('/api/auth/login', { username: 'bob', password, rotate: true });
    const { refreshToken } = Object(login.json);
    return () => publicPost('/api/auth/refresh', { refreshToken, rotate: true });
  },
  'visit Home': () => () => publicPost('/api/public/visit', {}),
};

const post = (path: string, body: object) => t.http('POST', path, { token: t.alice.shortToken, body });
/** Without a token, as a visitor. */
const publicPost = (path: string, body: object) => t.http('POST', path, { body });
const get = (path: string) => t.http('GET', path, { token: t.alice.shortToken });
const remove = (path: string) => t.http('DELETE', path, { token: t.alice.shortToken });

async function newNote(): Promise<string> {
  const { note } = Object((await post('/api/notes', { text: sealed(), categoryId: 'other' })).json);
  return String(note._id);
}

it.each(Object.keys(calls))('%s', async (name) => {
  const call = await calls[name]?.();
  if (!call) throw new Error('no call');
  sent.length = 0;
  const { status } = await call();
  expect(status).toBeLessThan(300);
  expect(sent.length, sent.join('\n')).toBe(counts[name]);
});

it('plans what it has prepared once for a connection, also for somebody who has less than others', async () => {
  const one = await testApp({ pool: 1 });
  const { shortToken: token, refreshToken } = one.alice;
  try {
    await one.db.execute(sql`
      insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at, tags_sealed)
      select ${one.bob.id}, gen_random_uuid(), '{1,2,3,4,5,6,7}', -14, 5, now() - n * interval '1 minute', now(), 'AAAA'
      from generate_series(1, 5000) n`);
    await one.db.execute(sql`
      insert into notes (user_id, id, title_sealed, text_sealed, category_id, revision, created_at, updated_at)
      select ${one.bob.id}, gen_random_uuid(), 'AAAA', 'AAAA', 'other', 1, now() - n * interval '1 minute', now()
      from generate_series(1, 5000) n`);
    await one.db.execute(sql`analyze`);
    const read = (path: string) => one.http('GET', path, { token });
    const write = (path: string, body: object) => one.http('POST', path, { token, body });
    // The database decides at the sixth time whether it keeps a plan.
    for (let round = 0; round < 8; round += 1)
      for (const made of [
        write('/api/results', { answers }),
        write('/api/notes', { text: sealed(), categoryId: 'other' }),
        read('/api/results?source=history'),
        // Not a page of them: its best plan depends on its length.
        read('/api/results/own'),
        read('/api/notes/hash'),
        read('/api/notes/hash?log=true'),
        read('/api/profile'),
        one.http('POST', '/api/auth/refresh', { body: { refreshToken } }),
      ])
        expect((await made).status).toBeLessThan(300);
    const plans = await one.services.db.execute<{ name: string; custom: number; kept: number }>(
      sql`select statement as name, custom_plans::int as custom, generic_plans::int as kept from pg_prepared_statements`,
    );
    expect(plans.filter(({ custom }) => custom > 5)).toEqual([]);
    expect(plans.filter(({ kept }) => kept > 0).length).toBeGreaterThan(6);
  } finally {
    await one.close();
  }
});
