/** One worker of a Citus cluster is away: `npm run test:citus`. */
import { readTestCluster } from '@nuances/db/testing-env';
import { clusterDatabase } from '@nuances/db/testing';
import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seal } from '../testing/seal.ts';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { beginVault, sealAll } from '../testing/vault.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../testing/database-proxy.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;

let t: TestApp;
/** Between the coordinator and each worker. */
const proxies = new Map<number, DatabaseProxy>();
/** Two people of each worker, by the worker's port. */
const peopleOf = new Map<number, Person[]>();

beforeAll(async () => {
  const cluster = readTestCluster();
  if (cluster === undefined) throw new Error('CITUS_TEST_URL names no cluster');
  const database = await clusterDatabase(cluster, {
    state: 'distributed',
    async addressOf({ host, port }) {
      const proxy = await openDatabaseProxy(`postgres://${host}:${port}`);
      const at = { host: '127.0.0.1', port: Number(new URL(proxy.url).port) };
      proxies.set(at.port, proxy);
      return at;
    },
  });
  t = await testApp({ database });
  for (let index = 0; [...proxies.keys()].some((port) => (peopleOf.get(port)?.length ?? 0) < 2); index += 1) {
    const person = await t.person(`person_${index}`);
    const port = await workerOf(person.id);
    peopleOf.set(port, [...(peopleOf.get(port) ?? []), person]);
  }
});
afterAll(async () => {
  await t.close();
  for (const proxy of proxies.values()) await proxy.cut();
});

async function workerOf(userId: string): Promise<number> {
  const [row] = await t.db.execute<{ port: number }>(sql`
    select nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
    where shardid = get_shard_id_for_distribution_column('scans', ${userId}::uuid)`);
  if (!row) throw new Error('a person without a worker');
  return row.port;
}

const answers = [1, 2, 3, 4, 5, 6, 7];
type Answer = Awaited<ReturnType<TestApp['http']>>;
/** Calls that need the worker of a person. */
const ownCalls: Readonly<Record<string, (person: Person) => Promise<Answer>>> = {
  'save a scan': ({ shortToken: token }) =>
    t.http('POST', '/api/results', { token, body: { _id: randomUUID(), answers } }),
  'save and delete a scan': async ({ shortToken: token }) => {
    const made = await t.http('POST', '/api/results', { token, body: { _id: randomUUID(), answers } });
    return made.status >= 300 ? made : t.http('DELETE', `/api/results/${Object(made.json)._id}`, { token });
  },
  'list a page of the scans': ({ shortToken: token }) => t.http('GET', '/api/results?source=stats&limit=5', { token }),
  'list the scans': ({ shortToken: token }) => t.http('GET', '/api/results?source=history', { token }),
  'begin a quiz': ({ shortToken: token }) => t.http('POST', '/api/results/startScan', { token, body: {} }),
  'create a note': ({ shortToken: token, userKey }) =>
    t.http('POST', '/api/notes', { token, body: { text: seal(userKey, 'a'), categoryId: 'red' } }),
  'change and delete a note': async ({ shortToken: token, userKey }) => {
    const made = await t.http('POST', '/api/notes', { token, body: { text: seal(userKey, 'b'), categoryId: 'red' } });
    if (made.status >= 300) return made;
    const path = `/api/notes/${Object(made.json).note._id}`;
    const changed = await t.http('PUT', path, { token, body: { text: seal(userKey, 'c'), categoryId: 'blue' } });
    return changed.status >= 300 ? changed : t.http('DELETE', path, { token });
  },
  'hash of the notes': ({ shortToken: token }) => t.http('GET', '/api/notes/hash?log=true', { token }),
  'list the notes': ({ shortToken: token }) => t.http('GET', '/api/notes/all', { token }),
  export: ({ shortToken: token }) => t.http('GET', '/api/profile/export', { token }),
  'what is stored': ({ shortToken: token }) => t.http('GET', '/api/profile/stored', { token }),
};
/** Calls that need the coordinator only. */
const sharedCalls: Readonly<Record<string, (person: Person) => Promise<Answer>>> = {
  'log in': ({ username }) => t.logIn(username),
  refresh: ({ refreshToken }) => t.http('POST', '/api/auth/refresh', { body: { refreshToken } }),
  'read the profile': ({ shortToken: token }) => t.http('GET', '/api/profile', { token }),
  'list the sessions': ({ shortToken: token }) => t.http('GET', '/api/sessions', { token }),
};

const [first, second] = [() => [...peopleOf.keys()][0] ?? 0, () => [...peopleOf.keys()][1] ?? 0];
const statusesOf = async (port: number, calls: typeof ownCalls) =>
  Promise.all(
    (peopleOf.get(port) ?? []).flatMap((person) =>
      Object.entries(calls).map(async ([name, call]) => {
        const { status, headers } = await call(person);
        return { name, status, retryAfter: headers['retry-after'] };
      }),
    ),
  );
const failed = (found: Awaited<ReturnType<typeof statusesOf>>) => found.filter(({ status }) => status >= 300);
const count = (person: Person) => t.db.$count(sql`scans where user_id = ${person.id}`);

it('people of a worker that is away get 503 and Retry-After, the others all their answers, and it ends by itself', async () => {
  const ports = [first(), second()] as const;
  for (const port of ports) expect(failed(await statusesOf(port, { ...ownCalls, ...sharedCalls }))).toEqual([]);

  for (const [away, here] of [ports, [ports[1], ports[0]] as const]) {
    await proxies.get(away)?.cut();
    for (let round = 0; round < 3; round += 1) {
      const refused = await statusesOf(away, ownCalls);
      expect(refused.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0))).toEqual([]);
      expect(failed(await statusesOf(away, sharedCalls))).toEqual([]);
      expect(failed(await statusesOf(here, { ...ownCalls, ...sharedCalls }))).toEqual([]);
    }
    // A new account is at a worker by chance: the next try may be at the other one.
    const body = { username: `new_${away}`, email: `new_${away}@example.org`, password };
    await expect.poll(async () => (await t.http('POST', '/api/auth/signup', { body })).status).toBe(201);
    expect((await t.http('GET', '/api/health')).status).toBe(200);

    await proxies.get(away)?.join();
    await expect.poll(async () => failed(await statusesOf(away, ownCalls)), { timeout: 20_000 }).toEqual([]);
  }
});

it('no acknowledged save is lost or doubled when a worker goes and comes back', async () => {
  const port = first();
  const [person] = peopleOf.get(port) ?? [];
  if (!person) throw new Error('nobody');
  const before = await count(person);
  const sent = Array.from({ length: 40 }, () => randomUUID());
  const acknowledged = new Set<string>();
  const save = async (_id: string) => {
    const { status } = await t.http('POST', '/api/results', { token: person.shortToken, body: { _id, answers } });
    expect([201, 200, 503]).toContain(status);
    if (status < 300) acknowledged.add(_id);
  };
  const saving = (async () => {
    for (const id of sent) await save(id);
  })();
  await expect.poll(() => acknowledged.size).toBeGreaterThan(5);
  await proxies.get(port)?.cut();
  await saving;
  expect(acknowledged.size).toBeLessThan(sent.length);
  await proxies.get(port)?.join();
  // What was not acknowledged is sent again, as the app does.
  for (let tries = 0; tries < 20 && acknowledged.size < sent.length; tries += 1)
    for (const id of sent.filter((one) => !acknowledged.has(one))) await save(id);
  expect(acknowledged.size).toBe(sent.length);
  expect(await count(person)).toBe(before + sent.length);
});

it('twenty equal saves at once are one scan, and none is refused', async () => {
  for (const [person] of peopleOf.values()) {
    if (!person) throw new Error('nobody');
    const before = await count(person);
    const body = { _id: randomUUID(), answers, duration: 5 };
    const all = await Promise.all(
      Array.from({ length: 20 }, () => t.http('POST', '/api/results', { token: person.shortToken, body })),
    );
    expect(all.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
    expect(await count(person)).toBe(before + 1);
  }
});

it('the move of a vault waits for the worker, and ends whole once it is back', async () => {
  const port = first();
  const [person] = peopleOf.get(port) ?? [];
  if (!person) throw new Error('nobody is on the worker');
  const { api } = person;
  const scansBefore = await count(person);
  const { keyVersion } = await beginVault(person);
  await proxies.get(port)?.cut();
  await expect(sealAll(person)).rejects.toThrow('unavailable');
  // Accounts are on the coordinator, slots and rows on the worker: the end is of both, or of neither.
  await expect(api.vault.finish({ keyVersion })).rejects.toThrow('unavailable');
  await proxies.get(port)?.join();
  const seal = () =>
    sealAll(person).then(
      () => true,
      () => false,
    );
  await expect.poll(seal, { timeout: 20_000 }).toBe(true);
  expect(await api.vault.state()).toMatchObject({ keyMode: 'moving', left: { notes: 0, scans: 0, profile: 0 } });
  expect((await api.vault.finish({ keyVersion })).isFinished).toBe(true);
  expect((await api.results.own()).map(({ sealed }) => typeof sealed)).toEqual(
    Array.from({ length: scansBefore }, () => 'string'),
  );
});
