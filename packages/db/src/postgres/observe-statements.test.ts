import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../client.ts';
import { prepareOnce } from '../prepared.ts';
import { testDatabase, type TestDatabase } from '../testing.ts';

const seen: string[] = [];
let database: TestDatabase;
let handle: DatabaseHandle;
beforeAll(async () => {
  database = await testDatabase();
  handle = openDatabase(database.url, {
    max: 2,
    applicationName: 'observed',
    observer(text) {
      if (text.includes('unwatched')) return null;
      seen.push(`> ${text}`);
      return (error) => seen.push(`< ${text}${error instanceof Error ? ' failed' : ''}`);
    },
  });
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});

it('follows statements to their end, in and outside of transactions', async () => {
  const { db } = handle;
  expect([...(await db.execute(sql`select 1 as one`))]).toEqual([{ one: 1 }]);
  const two = prepareOnce((on) =>
    on
      .select({ two: sql`${sql.placeholder('value')}::int` })
      .from(sql`(select 1) as one`)
      .prepare('two'),
  );
  expect(await two(db).execute({ value: 2 })).toEqual([{ two: 2 }]);
  await expect(db.execute(sql`select 1 / 0`)).rejects.toThrow('select 1 / 0');
  await db
    .transaction(async (transaction) => {
      await transaction.execute(sql`select 3`);
      await expect(transaction.execute(sql`select no_such`)).rejects.toThrow('no_such');
    })
    .catch(() => undefined);
  await db.execute(sql`select 'unwatched'`);
  expect(seen).toEqual([
    '> select 1 as one',
    '< select 1 as one',
    '> select $1::int from (select 1) as one',
    '< select $1::int from (select 1) as one',
    '> select 1 / 0',
    '< select 1 / 0 failed',
    '> begin ',
    '< begin ',
    '> select 3',
    '< select 3',
    '> select no_such',
    '< select no_such failed',
  ]);
});
