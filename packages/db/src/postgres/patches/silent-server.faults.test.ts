import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type DatabaseHandle } from '../../client.ts';
import { testDatabase, type TestDatabase } from '../../testing.ts';
import { startProxy } from './proxy-testing.ts';

/** Above what a healthy server takes on a busy machine. */
const silenceMs = 2_000;

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let handle: DatabaseHandle;

beforeEach(async () => {
  database = await testDatabase({ migrated: false });
  proxy = await startProxy(database.url);
  handle = openDatabase(proxy.url, { max: 1, applicationName: 'silent', silenceMs });
});
afterEach(async () => {
  await handle.close();
  proxy.close();
  await database.drop();
});

const gone = { code: 'CONNECTION_CLOSED' };
const prepared = () => handle.sql`select ${1}::int as one`;

it.each([
  ['a statement', () => handle.sql`select 1 as one`],
  ['one that the driver sends in two parts', () => handle.sql`select ${2}::int as two`],
  ['one that is prepared already', prepared],
  ['a transaction', () => handle.sql.begin((transaction) => transaction`select 1 as one`)],
])('ends the connection for %s that gets no answer, and connects anew', async (_what, ask) => {
  await prepared();
  proxy.vanish();
  await expect(ask()).rejects.toMatchObject(gone);
  expect(await prepared()).toEqual([{ one: 1 }]);
});

it('counts the statements that follow one another on a connection', async () => {
  await prepared();
  const first = handle.sql`select 1 as one`.execute();
  await expect(handle.sql`select pg_sleep(600)`).rejects.toMatchObject(gone);
  expect(await first).toEqual([{ one: 1 }]);
});

it('leaves a connection that is not used, and one whose server sends something', async () => {
  const pid = async () => (await handle.sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid;
  const before = await pid();
  await handle.sql`
    do $$ begin for n in 1..12 loop perform pg_sleep(0.25); raise notice '%', n; end loop; end $$`.simple();
  expect(await pid()).toBe(before);
});

it('lets a transaction take its time that has set another timeout, and no later one', async () => {
  const long = await handle.sql.begin(async (transaction) => {
    await transaction.unsafe(`set local statement_timeout = '60s'`);
    return transaction`select 1 as one from pg_sleep(${(2.5 * silenceMs) / 1_000})`;
  });
  expect(long).toEqual([{ one: 1 }]);
  await expect(handle.sql`select pg_sleep(600)`).rejects.toMatchObject(gone);
});
