/** Lists and statistics on a real standby, whose replay is held back: one's own writes are read back at once. */
import { parseMasterKey } from '@nuances/crypto/master-key';
import { type DatabaseHandle, openDatabase } from '@nuances/db/client';
import { type ReplicatedServers, startReplicatedServers } from '@nuances/db/testing-standby';
import { sql } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { isDatabaseUnavailable } from '../errors.ts';
import { createClock } from './clock.ts';
import { createReplicas, type Replicas } from './replicas.ts';

let servers: ReplicatedServers;
let standby: DatabaseHandle;
/** Two instances on the same servers. */
let t: TestApp;
let other: TestApp;
let nowMs = 0;
const logged: string[] = [];
/** What the standby was asked for by calls. */
const onStandby: string[] = [];
const followed: Replicas[] = [];

const answers = [1, 2, 3, 4, 5, 6, 7];
const log = { info: (line: string) => logged.push(line), warn: (line: string) => logged.push(line) };

beforeAll(async () => {
  servers = await startReplicatedServers();
  standby = openDatabase(servers.standbyUrl, {
    max: 3,
    applicationName: 'nuances-replica-test',
    onStatement: (text) => {
      if (!text.includes('pg_is_in_recovery')) onStandby.push(text);
    },
  });
  const database = { url: servers.url, drop: async () => undefined };
  const masterKeys = { current: parseMasterKey(randomBytes(32).toString('hex')), previous: null };
  const instance = async (suffix: string) =>
    testApp({
      database,
      masterKeys,
      suffix,
      replicas(primary) {
        const replicas = createReplicas(primary, [standby], { log, now: () => nowMs });
        followed.push(replicas);
        return replicas;
      },
    });
  t = await instance('');
  other = await instance('2');
}, 120_000);
afterAll(async () => {
  await t.close();
  await other.close();
  await standby.close();
  await servers.stop();
});

const beat = async () => {
  for (const replicas of followed) await replicas.beat();
};
beforeEach(async () => {
  await t.db.execute(sql`update users set written_at = null`);
  await servers.caughtUp();
  await beat();
  expect(followed.map((replicas) => replicas.counts())).toEqual([
    { used: 1, unused: 0 },
    { used: 1, unused: 0 },
  ]);
  onStandby.length = 0;
});
afterEach(() => servers.resume());

const save = (token: string, _id = randomUUID()) =>
  t.http('POST', '/api/results', { token, body: { _id, answers } }).then(({ status }) => {
    expect(status).toBe(201);
    return _id;
  });
const ids = (json: unknown): unknown[] => (Array.isArray(json) ? json.map((row) => Object(row)._id) : []);
const lists = ['/api/results?source=stats', '/api/results?source=stats&limit=5', '/api/results/own'];

it('reads lists and statistics on the standby', async () => {
  const _id = await save(t.bob.shortToken);
  await t.db.execute(sql`update users set written_at = null`);
  await servers.caughtUp();
  onStandby.length = 0;
  for (const path of lists)
    expect(ids((await t.http('GET', path, { token: t.bob.shortToken })).json), path).toContain(_id);
  expect((await t.http('GET', '/trpc/results.own', { token: t.bob.shortToken })).text).toContain(_id);
  expect((await t.http('GET', '/api/notes/all', { token: t.bob.shortToken })).status).toBe(200);
  expect((await t.http('GET', '/api/admin/stats', { token: t.admin.shortToken })).status).toBe(200);
  expect((await t.http('GET', '/trpc/admin.retention', { token: t.admin.shortToken })).status).toBe(200);
  const asked = (table: string) => onStandby.filter((text) => text.includes(`from "${table}"`)).length;
  expect([asked('scans'), asked('notes') > 1, asked('usage_weeks')]).toEqual([4, true, 2]);
  // The views of the screen were counted all the same.
  expect((await t.events(t.bob.id)).filter((kind) => kind === 'stats_opened')).toHaveLength(2);
});

it('reads one’s own writes at once while the standby lags, on every instance', async () => {
  const { shortToken: token } = t.alice;
  await servers.pause();
  const _id = await save(token);
  const sealed = randomBytes(40).toString('base64');
  await t.http('POST', '/api/notes', { token, body: { text: sealed, categoryId: 'other' } });
  for (const instance of [t, other]) {
    for (const path of lists) expect(ids((await instance.http('GET', path, { token })).json), path).toEqual([_id]);
    expect((await instance.http('GET', '/api/notes/all', { token })).text).toContain(sealed);
  }
  expect(onStandby).toEqual([]);
  // Somebody who has written nothing is read on the standby all the while.
  expect((await other.http('GET', '/api/results/own', { token: t.bob.shortToken })).status).toBe(200);
  expect(onStandby).toHaveLength(1);

  expect((await t.http('DELETE', `/api/results/${_id}`, { token })).status).toBe(200);
  expect(ids((await other.http('GET', '/api/results/own', { token })).json)).toEqual([]);

  // Control: without the time of the write, the standby is asked, and lacks it.
  const second = await save(token);
  await t.db.execute(sql`update users set written_at = null`);
  expect(ids((await t.http('GET', '/api/results/own', { token })).json)).toEqual([]);
  await t.db.execute(sql`update users set written_at = now() - interval '119 seconds'`);
  expect(ids((await t.http('GET', '/api/results/own', { token })).json)).toEqual([second]);
  await t.db.execute(sql`update users set written_at = now() - interval '121 seconds'`);
  expect(ids((await t.http('GET', '/api/results/own', { token })).json)).toEqual([]);
});

it('stores the time of a write before it, and not with each one', async () => {
  const writtenAt = async () =>
    (await t.db.execute(sql`select written_at::text as at from users where id = ${t.bob.id}`))[0]?.['at'];
  await save(t.bob.shortToken);
  const first = await writtenAt();
  await save(t.bob.shortToken);
  expect([typeof first, await writtenAt()]).toEqual(['string', first]);
  await t.db.execute(sql`update users set written_at = now() - interval '31 seconds'`);
  // Refused, and announced all the same: it is told before anything is stored.
  expect((await t.http('DELETE', `/api/results/${randomUUID()}`, { token: t.bob.shortToken })).status).toBe(404);
  expect(await writtenAt()).not.toBe(first);
  // A visitor's call, and a read, tell of nothing.
  const before = await writtenAt();
  await t.db.execute(sql`update users set written_at = now() - interval '31 seconds' where id = ${t.bob.id}`);
  const old = await writtenAt();
  await t.http('GET', '/api/results/own', { token: t.bob.shortToken });
  expect([before === old, await writtenAt()]).toEqual([false, old]);
});

it('asks the primary for the session: one that has ended is over at once, one that is new is there at once', async () => {
  await servers.pause();
  const late = await t.person(`late_${randomUUID().slice(0, 8)}`);
  expect((await t.http('GET', lists[0] ?? '', { token: late.shortToken })).json).toEqual([]);
  // The standby had no such session, so the primary was asked after it.
  expect(onStandby).toHaveLength(1);
  await servers.resume();
  await servers.caughtUp();
  await servers.pause();
  await t.http('POST', '/api/auth/logout', { token: late.shortToken });
  await t.db.execute(sql`update users set written_at = null`);
  for (const path of [...lists, '/api/notes/all'])
    expect((await t.http('GET', path, { token: late.shortToken })).status, path).toBe(401);
});

it('answers nobody whose session has ended with what the standby still has; control: before it, each is answered', async () => {
  const leaver = await t.person(`leaver_${randomUUID().slice(0, 8)}`);
  const stayer = await t.person(`stayer_${randomUUID().slice(0, 8)}`);
  for (const { shortToken } of [leaver, stayer]) await save(shortToken);
  const login = await t.logIn(stayer.username);
  const second = String(Object(login.json).shortToken);
  const script = await stayer.api.tokens.create({ name: 'x', scope: 'read', days: 30, password });
  await t.db.execute(sql`update users set written_at = null`);
  await servers.caughtUp();
  await servers.pause();
  const paths = [...lists, '/api/notes/all', '/api/profile/export', '/api/profile'];
  const statusesOf = async (token: string) => {
    const found: number[] = [];
    // Whoever reads has written nothing lately, as far as the instances know.
    await t.db.execute(sql`update users set written_at = null`);
    for (const instance of [t, other])
      for (const path of paths) found.push((await instance.http('GET', path, { token })).status);
    return [...new Set(found)];
  };
  for (const token of [leaver.shortToken, second, script.token]) expect(await statusesOf(token)).toEqual([200]);
  expect(onStandby.length).toBeGreaterThan(0);
  onStandby.length = 0;

  await leaver.api.profile.erase({ password });
  expect(await statusesOf(leaver.shortToken)).toEqual([401]);
  await stayer.api.profile.changePassword({ currentPassword: password, newPassword: 'Another-horse-8!' });
  expect(await statusesOf(stayer.shortToken)).toEqual([200]); // control: the login that changed it
  onStandby.length = 0;
  for (const token of [second, script.token]) expect(await statusesOf(token)).toEqual([401]);
  expect(onStandby).toEqual([]);
});

it('leaves a standby that is half a minute behind, until it has caught up', async () => {
  const read = () => t.http('GET', '/api/results/own', { token: t.bob.shortToken });
  await servers.pause();
  await save(t.alice.shortToken);
  nowMs += 29_000;
  await beat();
  await read();
  expect(onStandby).toHaveLength(1);
  nowMs += 2_000;
  await beat();
  expect(t.services.replicas?.counts()).toEqual({ used: 0, unused: 1 });
  await read();
  expect(onStandby).toHaveLength(1);
  expect(logged.at(-1)).toContain('too far behind');
  // Also when nobody asks any more.
  await servers.resume();
  await servers.caughtUp();
  await beat();
  await read();
  expect(onStandby).toHaveLength(2);
  nowMs += 31_000;
  await read();
  expect(onStandby).toHaveLength(2);
});

it('answers from the primary while the standby is away', async () => {
  const read = async () => (await t.http('GET', '/api/results/own', { token: t.bob.shortToken })).status;
  await servers.stopStandby();
  expect(await read()).toBe(200);
  expect(t.services.replicas?.counts()).toEqual({ used: 0, unused: 1 });
  await beat();
  expect(logged.at(-1)).toContain('away');
  expect(await read()).toBe(200);
  await servers.startStandby();
  await servers.caughtUp();
  await beat();
  expect(logged.at(-1)).toContain('is used');
  onStandby.length = 0;
  expect(await read()).toBe(200);
  expect(onStandby).toHaveLength(1);
});

it('does not use a server that is no standby', async () => {
  const primary = openDatabase(servers.url, { max: 2, applicationName: 'nuances-replica-test' });
  const replicas = createReplicas(t.services.db, [primary], { log, now: () => nowMs });
  await replicas.beat();
  expect(replicas.counts()).toEqual({ used: 0, unused: 1 });
  await primary.close();
});

it('a pool for saves refuses a standby, and behind a pooler the health check does', async () => {
  const open = (options: { readonly isPrimary?: boolean; readonly isPooled?: boolean }, url = servers.standbyUrl) =>
    openDatabase(url, { max: 1, applicationName: 'nuances-primary-test', ...options });
  const [direct, pooled] = [open({ isPrimary: true }), open({ isPrimary: true, isPooled: true })];
  const control = open({ isPrimary: true }, servers.url);
  const refusal = await direct.sql`select 1`.catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refusal)).toBe(true);
  expect(await Promise.all([control.sql`select 1 as one`, pooled.sql`select 1 as one`])).toHaveLength(2);
  await expect(createClock(pooled.db, { log }).compare()).rejects.toThrow('standby');
  await createClock(control.db, { log }).compare();
  await Promise.all([direct, pooled, control].map((handle) => handle.close()));
});
