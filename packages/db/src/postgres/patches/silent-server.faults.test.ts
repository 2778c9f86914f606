import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type DatabaseHandle } from '../../client.ts';
import { testDatabase, type TestDatabase } from '../../testing.ts';

/** A proxy to a database; it can stop passing on what comes, as when the host has vanished: nothing is reset. */
async function startProxy(url: string) {
  const target = new URL(url);
  const [host, port] = [decodeURIComponent(target.hostname), Number(target.port)];
  const open = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    open.add(near).add(far);
    near.on('error', () => undefined).on('close', () => far.destroy());
    far.on('error', () => undefined).on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  target.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url: target.href,
    /** For the connections that are open now; later ones pass. */
    vanish() {
      for (const socket of open) socket.unpipe().pause();
    },
    close() {
      for (const socket of open) socket.destroy();
      proxy.close();
    },
  };
}

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
