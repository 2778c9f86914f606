import { setTimeout as sleep } from 'node:timers/promises';
import { sql as raw } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type DatabaseHandle } from '../../client.ts';
import { testDatabase, type TestDatabase } from '../../testing.ts';

// Vitest fails the run for an uncaught exception: that is half of what these tests look for.

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

const killAll = () =>
  killer.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'`;
const kept = async () => (await killer.sql<{ n: number }[]>`select n from kept order by n`).map(({ n }) => n);
const works = async () => {
  await sleep(50); // a connection that died at rest is found out only now
  for (let tries = 0; tries < 6; tries += 1)
    expect(await handle.db.execute(raw`select 1 as one`)).toEqual([{ one: 1 }]);
};

it('survives a connection that dies while a transaction waits for an answer', async () => {
  for (let round = 0; round < 5; round += 1) {
    const dying = handle.db.transaction(async (transaction) => {
      await transaction.execute(raw`insert into kept values (1)`);
      await transaction.execute(raw`select pg_sleep(4)`);
    });
    const failed = expect(dying).rejects.toBeInstanceOf(Error);
    await sleep(50);
    await killAll();
    await failed;
    await works();
  }
  expect(await kept()).toEqual([]);
});

it('survives a connection that dies between two statements of a transaction', async () => {
  const late: Promise<unknown>[] = [];
  for (const pause of [0, 20, 200]) {
    const dying = handle.db.transaction(async (transaction) => {
      await transaction.execute(raw`insert into kept values (1)`);
      await killAll();
      await sleep(pause);
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
  await sleep(300);
  expect(await Promise.all(late)).toEqual(['refused', 'refused', 'refused']);
  expect(await kept()).toEqual([]);
});

it('runs nothing of a dead transaction on the connection that replaced its own', async () => {
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
  // The pool's only connection is new, and another transaction is under way on it.
  await single.db.transaction(async (transaction) => {
    await transaction.execute(raw`insert into kept values (1)`);
    open();
    await sleep(20);
    expect(await late).toMatchObject({ cause: { code: 'CONNECTION_CLOSED' } });
    await transaction.execute(raw`insert into kept values (2)`);
  });
  expect(await kept()).toEqual([1, 2]);
  await single.close();
});

it('survives the loss of every connection under load, and loses nothing acknowledged', async () => {
  const acknowledged: number[] = [];
  let next = 0;
  const end = Date.now() + 1_500;
  const writer = async () => {
    while (Date.now() < end) {
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
    while (Date.now() < end - 300) {
      await sleep(150);
      await killAll();
    }
  })();
  await Promise.all([writer(), writer(), writer(), writer(), killing]);
  const rows = await kept();
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(new Set(rows).size).toBe(rows.length);
  expect(acknowledged.filter((n) => !rows.includes(n))).toEqual([]);
  await works();
});

it('refuses a savepoint on a connection that has died', async () => {
  const dying = handle.db.transaction(async (transaction) => {
    await transaction.execute(raw`insert into kept values (1)`);
    await killAll();
    await sleep(20);
    await transaction.transaction((nested) => nested.execute(raw`insert into kept values (2)`));
  });
  await expect(dying).rejects.toBeInstanceOf(Error);
  await sleep(50);
  await works();
  expect(await kept()).toEqual([]);
});

it('comes back at once although queries were on their way when all connections closed', async () => {
  const wide = openDatabase(database.url, { max: 8, applicationName: 'victim' });
  const select = () => wide.db.execute(raw`select 1 as one`);
  const eight = <Result>(make: () => Promise<Result>) => Promise.allSettled(Array.from({ length: 8 }, make));
  // Without the long opening message, about one round in twenty hangs for 2 s.
  for (let round = 0; round < 25; round += 1) {
    await eight(() => wide.db.execute(raw`select pg_sleep(0.02)`));
    const asking = eight(async () => {
      // Each asks again the moment it fails, while others are still about to close.
      for (let tries = 0; tries < 20; tries += 1) await select().catch(() => undefined);
    });
    await killAll();
    await asking;
    await sleep(50);
    const began = performance.now();
    await eight(select);
    expect(performance.now() - began).toBeLessThan(1_500);
  }
  await wide.close();
});

it('closes at once although a connection has died', async () => {
  const dying = expect(handle.sql`select pg_sleep(4)`).rejects.toBeInstanceOf(Error);
  await sleep(50);
  await killAll();
  await dying;
  const began = performance.now();
  await handle.close();
  expect(performance.now() - began).toBeLessThan(1_000);
});

it('still does what the driver does: savepoints, rollback, isolation', async () => {
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
