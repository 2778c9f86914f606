import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, setSessionDefaults, type DatabaseHandle } from './client.ts';
import { withConnection } from './postgres/driver.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let handle: DatabaseHandle;

beforeEach(async () => {
  database = await testDatabase();
  handle = openDatabase(database.url, { max: 2, applicationName: 'client test' });
});
afterEach(async () => {
  await handle.close();
  await database.drop();
});

it('sets the timeouts of every query', async () => {
  const rows = await handle.sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name in
      ('statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout', 'synchronous_commit', 'application_name', 'TimeZone')`;
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    application_name: 'client test',
    idle_in_transaction_session_timeout: '10000',
    lock_timeout: '2000',
    statement_timeout: '5000',
    synchronous_commit: 'on',
    TimeZone: 'UTC',
  });
});

it('survives closed connections: the query fails, the next one works', async () => {
  const sleeping = handle.sql`select pg_sleep(4)`;
  const failed = expect(sleeping).rejects.toBeInstanceOf(Error);
  const killer = openDatabase(database.url, { max: 1, applicationName: 'killer' });
  const busy = () => killer.sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`;
  await expect.poll(async () => (await busy()).length).toBe(1);
  await killer.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'client test'`;
  await killer.close();
  await failed;
  expect(await handle.sql`select 1 as one`).toEqual([{ one: 1 }]);
});

it('fails within seconds when no server listens', async () => {
  const nowhere = openDatabase('postgres://nuances:x@127.0.0.1:1/postgres', { max: 1, applicationName: 'nowhere' });
  const began = performance.now();
  for (let tries = 0; tries < 3; tries += 1)
    await expect(nowhere.sql`select 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(performance.now() - began).toBeLessThan(4_000);
  await nowhere.close();
});

it('fails within seconds when what listens closes each connection, as a balancer without a server', async () => {
  let connections = 0;
  const balancer = createServer((socket) => {
    connections += 1;
    socket.once('data', () => socket.end()).on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  const address = balancer.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const nowhere = openDatabase(`postgres://nuances:x@127.0.0.1:${port}/postgres`, { max: 1, applicationName: 'none' });
  for (let tries = 0; tries < 3; tries += 1)
    await expect(nowhere.sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  expect(connections).toBe(3);
  await nowhere.close();
  balancer.close();
});

it.each([true, false])(
  'sends a statement before the answer to another one only without a pooler: %s',
  async (isPooled) => {
    const sent: string[] = [];
    const onStatement = (text: string) => sent.push(text);
    const one = openDatabase(database.url, { max: 1, applicationName: 'one', isPooled, onStatement });
    await one.sql`select 0`;
    const both = Promise.all([one.sql`select 1 as one`, one.sql`select ${2}::int as two`]);
    // Before any answer can be read.
    await new Promise((resolve) => process.nextTick(() => queueMicrotask(() => resolve(undefined))));
    expect(sent.slice(1)).toEqual(isPooled ? ['select 1 as one'] : ['select 1 as one', 'select $1::int as two']);
    expect(await both).toEqual([[{ one: 1 }], [{ two: 2 }]]);
    await one.close();
  },
);

it('names an address of IPv6 as it is', async () => {
  const nowhere = openDatabase('postgres://nuances:x@[::1]:1/postgres', { max: 1, applicationName: 'nowhere' });
  await expect(nowhere.sql`select 1`).rejects.toThrow('::1:1');
  await nowhere.close();
});

it('behind a pooler the timeouts are defaults of the account, set by several instances together', async () => {
  const database = await testDatabase();
  const shown = async () => {
    const pooled = openDatabase(database.url, { max: 1, applicationName: 'pooled', isPooled: true });
    try {
      const settings = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'timezone'];
      return await Promise.all(
        settings.map(async (name) => (await pooled.sql`select current_setting(${name}) as value`)[0]?.['value']),
      );
    } finally {
      await pooled.close();
    }
  };
  try {
    expect(await shown()).toEqual(['0', '0', '0', 'UTC']); // control: none is sent
    await Promise.all(Array.from({ length: 6 }, () => setSessionDefaults(database.url)));
    expect(await shown()).toEqual(['5s', '2s', '10s', 'UTC']);
    // What migrates has none: it would be ended in the middle.
    const none = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };
    const ask = (sql: Sql) =>
      sql`select name from pg_settings where name in ${sql(Object.keys(none))} and setting = '0'`;
    expect(await withConnection(database.url, ask, { connection: none })).toHaveLength(3);
  } finally {
    await database.drop();
  }
});

it('sets them also when another instance makes the first setting of the account at the same time', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const isWaiting = async () => {
    const [row] = await handle.sql<{ waits: boolean }[]>`
      select exists (select from pg_stat_activity where datname = ${name} and wait_event_type = 'Lock') as waits`;
    return row?.waits;
  };
  let setting: Promise<void> | undefined;
  await handle.sql.begin(async (other) => {
    await other`alter role current_user in database ${other(name)} set lock_timeout = '2000'`;
    setting = setSessionDefaults(database.url);
    setting.catch(() => undefined);
    await expect.poll(isWaiting).toBe(true);
  });
  await setting;
  const [row] = await handle.sql<{ settings: string[] }[]>`
    select to_json(setconfig) as settings from pg_db_role_setting
    where setrole = current_user::regrole and setdatabase = (select oid from pg_database where datname = ${name})`;
  expect(row?.settings).toEqual(expect.arrayContaining(['lock_timeout=2000', 'statement_timeout=5000']));
});
