import { type DatabaseHandle, openDatabase } from '@nuances/db/client';
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSnapshot } from './read-snapshot.ts';

let database: TestDatabase;
let handle: DatabaseHandle;
beforeAll(async () => {
  database = await testDatabase();
  handle = openDatabase(database.url, { max: 3, applicationName: 'nuances-read-test' });
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});

/** Statements that sleep now. */
const sleeping = async () =>
  (
    await handle.sql<{ pid: number }[]>`
      select pid from pg_stat_activity
      where application_name = 'nuances-read-test' and state = 'active' and query like '%pg_sleep(61)%' and pid <> pg_backend_pid()`
  ).length;

it('cancels the running statement of a caller who has left, and gives the connection back', async () => {
  const caller = new AbortController();
  const read = readSnapshot(handle.db, caller.signal, async (transaction) => {
    // Not ended by the database's own timeout instead.
    await transaction.execute(sql`select set_config('statement_timeout', '120s', true)`);
    await transaction.execute(sql`select pg_sleep(61)`);
  });
  const refused = expect(read).rejects.toThrow('left');
  await expect.poll(sleeping).toBe(1);
  caller.abort(new Error('left'));
  await refused;
  expect(await sleeping()).toBe(0);
  // All connections of the pool serve others.
  const answers = await Promise.all([1, 2, 3].map((number) => handle.sql`select ${number}::int as number`));
  expect(answers.map(([row]) => row?.['number'])).toEqual([1, 2, 3]);
});

it('reads one snapshot, and writes nothing', async () => {
  const { signal } = new AbortController();
  expect(await readSnapshot(handle.db, signal, async () => 'done')).toBe('done');
  const writing = readSnapshot(handle.db, signal, (transaction) => transaction.execute(sql`create table no (id int)`));
  await expect(writing).rejects.toThrow('create table');
});
