import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Sql } from 'postgres';
import { openDriver } from '../postgres/driver.ts';
import { migrate, withMigrationLock } from './migrate.ts';
import { isKnownSchema, recreateTables, latestSchemaState, readSchemaState, tablesOf } from './schema-state.ts';
import { testDatabase, type TestDatabase } from '../testing.ts';

let database: TestDatabase;
let sql: Sql;
beforeEach(async () => {
  database = await testDatabase({ migrated: false });
  sql = openDriver(database.url, { max: 1, onnotice: () => undefined });
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const tables = async () =>
  (
    await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> 'migration_guard'`
  )
    .map(({ name }) => name)
    .toSorted();

/** A partition of the events, of which there are as many as the time asks for. */
const isMonth = 'usage\\_events\\_2%';

/** The columns, constraints and indexes of every table, from the catalogue. */
const shape = async () => [
  ...(await sql`
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' and table_name not like ${isMonth} order by table_name, column_name`),
  ...(await sql`select indexdef from pg_indexes where schemaname = 'public' and tablename not like ${isMonth} order by indexdef`),
  ...(await sql`
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid::regclass::text not like ${isMonth} order by 1, 2`),
];

it('a foreign database has no state', async () => {
  expect(await readSchemaState(sql)).toEqual([]);
  expect(tablesOf([])).toEqual([]);
});

it('recognises its own migrations, and no others', async () => {
  const newest = latestSchemaState();
  expect(newest.length).toBeGreaterThan(2);
  for (const state of [[], newest.slice(0, 1), newest]) expect(isKnownSchema(state)).toBe(true);
  for (const state of [[...newest, 1], newest.slice(1), [7]]) expect(isKnownSchema(state)).toBe(false);
});

it('makes the tables of the newest state, exactly as migrating does, and removes the rows', async () => {
  await migrate(database.url);
  expect(await readSchemaState(sql)).toEqual(latestSchemaState());
  expect(tablesOf(latestSchemaState()).toSorted()).toEqual(await tables());
  const migrated = await shape();
  await sql`insert into instance (key, value) values ('fact', '1')`;
  await sql`create table another_program (id int)`;
  await withMigrationLock(database.url, (transaction) => recreateTables(transaction, latestSchemaState()));
  expect(await sql`select * from instance`).toEqual([]);
  expect(await readSchemaState(sql)).toEqual(latestSchemaState());
  await sql`drop table another_program`; // The table was not changed.
  expect(await shape()).toEqual(migrated);
});

it('makes an older state in an empty database, which migrating then completes', async () => {
  const older = latestSchemaState().slice(0, -1);
  await withMigrationLock(database.url, (transaction) => recreateTables(transaction, older));
  expect(await readSchemaState(sql)).toEqual(older);
  expect(await tables()).toEqual(tablesOf(older).toSorted());
  await migrate(database.url);
  expect(await readSchemaState(sql)).toEqual(latestSchemaState());
  expect(await tables()).toEqual(tablesOf(latestSchemaState()).toSorted());
});

it('changes nothing when the work fails', async () => {
  await migrate(database.url);
  await sql`insert into instance (key, value) values ('fact', '1')`;
  const failing = withMigrationLock(database.url, async (transaction) => {
    await recreateTables(transaction, latestSchemaState().slice(0, 1));
    throw new Error('not now');
  });
  await expect(failing).rejects.toThrow('not now');
  expect(await sql`select value from instance`).toEqual([{ value: '1' }]);
  expect(await readSchemaState(sql)).toEqual(latestSchemaState());
});
