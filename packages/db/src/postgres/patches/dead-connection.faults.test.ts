import { setImmediate as turn } from 'node:timers/promises';
import { sql as raw } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type DatabaseHandle } from '../../client.ts';
import { testDatabase, type TestDatabase } from '../../testing.ts';
import { openDriver } from '../driver.ts';
import { startProxy } from './proxy-testing.ts';

// Vitest fails the run for an uncaught exception, which is half of what these tests check.

let database: TestDatabase;
let handle: DatabaseHandle;
let killer: DatabaseHandle;

beforeEach(async () => {
  database = await testDatabase();
  handle = openDatabase(database.url, { max: 2, applicationName: 'victim' });
  killer = openDatabase(database.url, { max: 1, applicationName: 'killer' });
  await handle.sql`create table kept (n int)`;
});
afterEach(async () => {
  await handle.close();
  await killer.close();
  await database.drop();
});

/** Terminates the connections of the victim; they are about to close when this resolves. */
const killAll = () =>
  killer.sql<
    { pid: number }[]
  >`select pid, pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'`;
/** Resolves when their processes have ended and the driver has noticed. */
const killAllWholly = async () => {
  const pids = (await killAll()).map(({ pid }) => pid);
  const left = () => killer.sql`select 1 from pg_stat_activity where pid in ${killer.sql(pids)}`;
  await expect.poll(async () => (await left()).length, { interval: 5 }).toBe(0);
  // A process leaves the list before it closes its connection.
  await expect.poll(() => pids.filter(isRunning), { interval: 5 }).toEqual([]);
  for (let turns = 0; turns < 5; turns += 1) await turn();
};
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
/** Resolves when the victim waits for the answer to a `pg_sleep`. */
const sleeps = async () => {
  const busy = () =>
    killer.sql`select 1 from pg_stat_activity where application_name = 'victim' and wait_event = 'PgSleep'`;
  await expect.poll(async () => (await busy()).length, { interval: 5 }).toBeGreaterThan(0);
};
const kept = async () => (await killer.sql<{ n: number }[]>`select n from kept order by n`).map(({ n }) => n);
const works = async () => {
  const one = () => handle.db.execute(raw`select 1 as one`);
  // A connection that died while idle is noticed at its next use, so both have to be used.
  await expect.poll(() => Promise.all([one(), one()]).catch(() => null), { interval: 5 }).not.toBeNull();
  for (let tries = 0; tries < 6; tries += 1) expect(await one()).toEqual([{ one: 1 }]);
};

it('survives a connection that dies while a transaction waits for an answer', async () => {
  for (let round = 0; round < 5; round += 1) {
    const dying = handle.db.transaction(async (transaction) => {
      await transaction.execute(raw`insert into kept values (1)`);
      await transaction.execute(raw`select pg_sleep(4)`);
    });
    const failed = expect(dying).rejects.toBeInstanceOf(Error);
    await sleeps();
    await killAll();
    await failed;
    await works();
  }
  expect(await kept()).toEqual([]);
});

it('survives a connection that dies between two statements of a transaction', async () => {
  const late: Promise<unknown>[] = [];
  for (const kill of [killAll, killAllWholly]) {
    const dying = handle.db.transaction(async (transaction) => {
      await transaction.execute(raw`insert into kept values (1)`);
      await kill();
      const statement = transaction.execute(raw`insert into kept values (2)`);
      late.push(
        Promise.resolve(statement).then(
          () => 'executed',
          () => 'refused',
        ),
      );
      await statement;
    });
    await expect(dying).rejects.toBeInstanceOf(Error);
    await works();
  }
  expect(await Promise.all(late)).toEqual(['refused', 'refused']);
  expect(await kept()).toEqual([]);
});

it('runs no statement of a dead transaction on the new connection', async () => {
  const single = openDatabase(database.url, { max: 1, applicationName: 'victim' });
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  let late: Promise<unknown> | undefined;
  const dying = single.db.transaction(async (transaction) => {
    await killAll();
    await gate;
    late = transaction.execute(raw`insert into kept values (13)`).then(
      () => 'executed',
      (error: unknown) => error,
    );
    await late;
  });
  await expect(dying).rejects.toBeInstanceOf(Error);
  // The pool's only connection is new, and another transaction is running on it.
  await single.db.transaction(async (transaction) => {
    await transaction.execute(raw`insert into kept values (1)`);
    open();
    await turn();
    expect(await late).toMatchObject({ cause: { code: 'CONNECTION_CLOSED' } });
    await transaction.execute(raw`insert into kept values (2)`);
  });
  expect(await kept()).toEqual([1, 2]);
  await single.close();
});

it('survives the loss of every connection under load, without losing an acknowledged row', async () => {
  const acknowledged: number[] = [];
  let next = 0;
  let isOver = false;
  const writer = async () => {
    while (!isOver) {
      const n = (next += 1);
      const written = handle.db.transaction(async (transaction) => {
        await transaction.execute(raw`insert into kept values (${n})`);
        await transaction.execute(raw`select 1`);
      });
      await written.then(
        () => acknowledged.push(n),
        () => undefined,
      );
    }
  };
  const killing = (async () => {
    for (let kills = 0; kills < 8; kills += 1) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { interval: 5, timeout: 5_000 }).toBeGreaterThan(before + 10);
      await killAll();
    }
    isOver = true;
  })();
  await Promise.all([writer(), writer(), writer(), writer(), killing]);
  const rows = await kept();
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(new Set(rows).size).toBe(rows.length);
  expect(acknowledged.filter((n) => !rows.includes(n))).toEqual([]);
  await works();
});

it('acknowledges nothing that was sent to a connection after its reset', async () => {
  const server = await startProxy(database.url);
  const sql = openDriver(server.url, { max: 1, connection: { application_name: 'victim' } });
  const insert = (n: number) => sql`insert into kept values (${n})`;
  const numbers = Array.from({ length: 20 }, (_, at) => at);
  for (const n of numbers) {
    // From now on such a statement may follow another on its connection without waiting for the answer to it.
    await insert(n);
    const asleep = sql`select pg_sleep(4)`.catch(() => insert(100 + n));
    await sleeps();
    server.reset();
    await asleep;
  }
  expect(await kept()).toEqual([...numbers, ...numbers.map((n) => 100 + n)]);
  await sql.end();
  server.close();
});

it('gives no query the error that ended the connection before', async () => {
  const single = openDatabase(database.url, { max: 1, applicationName: 'victim' });
  for (let round = 0; round < 5; round += 1) {
    const dying = expect(single.sql`select pg_sleep(4)`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await sleeps();
    await killAll();
    await dying;
    expect(await single.sql`select 1 as one`).toEqual([{ one: 1 }]);
  }
  await single.close();
});

it('refuses a savepoint on a connection that has closed', async () => {
  let closed: () => void = () => undefined;
  const closing = new Promise<void>((resolve) => (closed = resolve));
  const sql = openDriver(database.url, {
    max: 1,
    connection: { application_name: 'victim' },
    onclose: () => closed(),
  });
  const dying = sql.begin(async (transaction) => {
    await transaction`insert into kept values (1)`;
    await killAll();
    await closing;
    await transaction.savepoint((nested) => nested`insert into kept values (2)`);
  });
  await expect(dying).rejects.toBeInstanceOf(Error);
  await works();
  expect(await kept()).toEqual([]);
  await sql.end();
});

it('recovers at once although queries were running when all connections closed', async () => {
  const wide = openDatabase(database.url, { max: 8, applicationName: 'victim' });
  const select = () => wide.db.execute(raw`select 1 as one`);
  const eight = <Result>(make: () => Promise<Result>) => Promise.allSettled(Array.from({ length: 8 }, make));
  // Without the long opening message, about one round in twenty hangs for 2 s.
  for (let round = 0; round < 25; round += 1) {
    await eight(() => wide.db.execute(raw`select pg_sleep(0.02)`));
    const asking = eight(async () => {
      // Each query is repeated as soon as it fails, while other connections are still closing.
      for (let tries = 0; tries < 20; tries += 1) await select().catch(() => undefined);
    });
    await killAll();
    await asking;
    const began = performance.now();
    await eight(select);
    expect(performance.now() - began).toBeLessThan(1_500);
  }
  await wide.close();
});

it('closes at once although a connection has died', async () => {
  const dying = expect(handle.sql`select pg_sleep(4)`).rejects.toBeInstanceOf(Error);
  await sleeps();
  await killAll();
  await dying;
  const began = performance.now();
  await handle.close();
  expect(performance.now() - began).toBeLessThan(1_000);
});

it("keeps the driver's behaviour: savepoints, rollback, isolation", async () => {
  await handle.db.transaction(
    async (transaction) => {
      await transaction.execute(raw`insert into kept values (1)`);
      const inner = transaction.transaction(async (nested) => {
        await nested.execute(raw`insert into kept values (2)`);
        throw new Error('undo');
      });
      await expect(inner).rejects.toThrow('undo');
      await transaction.execute(raw`insert into kept values (3)`);
    },
    { isolationLevel: 'serializable' },
  );
  await expect(
    handle.sql.begin('read only', (transaction) => transaction`insert into kept values (4)`),
  ).rejects.toMatchObject({ code: '25006' });
  await expect(handle.db.execute(raw`select nonsense`)).rejects.toBeInstanceOf(Error);
  await works();
  expect(await kept()).toEqual([1, 3]);
});
