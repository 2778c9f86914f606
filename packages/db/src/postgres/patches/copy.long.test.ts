import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Sql } from 'postgres';
import { copyIn, copyOut } from './copy.ts';
import { openDriver } from '../driver.ts';
import { isPostgresError } from '../error-codes.ts';
import { testDatabase, type TestDatabase } from '../../testing.ts';

let database: TestDatabase;
let sql: Sql;
beforeEach(async () => {
  database = await testDatabase({ migrated: false });
  sql = openDriver(database.url, { max: 1 });
  await sql`create table things (id int primary key, name text check (name <> 'forbidden'))`;
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const place = { table: 'things', columns: ['id', 'name'] };

async function* lines(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function textOf(rows: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of rows) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** Result of adding rows, and the number of rows afterwards. */
async function add(rows: AsyncIterable<Buffer>): Promise<readonly [unknown, number]> {
  const failure = await sql
    .begin((transaction) => copyIn(transaction, place, rows))
    .then(() => null)
    .catch((error: unknown) => error);
  return [failure, await sql`select from things`.then((found) => found.length)];
}

it.each([0, 1, 40, 400])('reads %i rows, large ones last, and the connection stays usable', async (count) => {
  await sql`insert into things select i, repeat('x', i * 500) from generate_series(1, ${count}) i`;
  await sql.begin(async (transaction) => {
    const text = await textOf(copyOut(transaction, place));
    expect(text.split('\n')).toHaveLength(count + 1);
    expect(await transaction`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

it('writes what it read', async () => {
  const awkward = ['\\.', '\\N', 'a\tb\nc\r\nd', '', 'é😀', null];
  for (const [id, name] of awkward.entries()) await sql`insert into things values (${id}, ${name})`;
  const text = await sql.begin((transaction) => textOf(copyOut(transaction, place)));
  await sql`delete from things`;
  // In pieces that end at any byte.
  const halves = Buffer.from(text);
  const pieces = async function* () {
    for (let at = 0; at < halves.length; at += 3) yield halves.subarray(at, at + 3);
  };
  expect(await add(pieces())).toEqual([null, awkward.length]);
  expect((await sql`select name from things order by id`).map(({ name }) => name)).toEqual(awkward);
});

it.each([
  ['at the end of few rows', 0],
  ['long before the end of many', 200_000],
])('reports a row that the table refuses, %s', async (_where, more) => {
  const rows = async function* () {
    yield Buffer.from('1\tfine\n2\tforbidden\n');
    for (let id = 10; id < more; id += 1) yield Buffer.from(`${id}\tfine\n`);
  };
  const [failure, count] = await add(rows());
  expect(isPostgresError(failure, '23514')).toBe(true);
  expect(count).toBe(0);
  expect(await add(lines('7\tfine\n'))).toEqual([null, 1]); // The connection is still usable.
});

it('adds nothing when the source of the rows fails', async () => {
  const failing = async function* () {
    yield Buffer.from('1\tfine\n');
    throw new Error('the file is torn');
  };
  const [failure, count] = await add(failing());
  expect([failure, count]).toEqual([new Error('the file is torn'), 0]);
  expect(await add(lines('1\tfine\n'))).toEqual([null, 1]);
});

it('reports a lost connection', async () => {
  const dying = async function* () {
    yield Buffer.from('1\tfine\n');
    const other = openDriver(database.url, { max: 1 });
    const copying = () => other`select 1 from pg_stat_activity where query like 'copy%' and pid <> pg_backend_pid()`;
    await other`select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy%'`;
    await expect.poll(async () => (await copying()).length).toBe(0);
    await other.end();
    yield Buffer.from('2\tfine\n');
  };
  const [failure, count] = await add(dying());
  expect(failure).toBeInstanceOf(Error);
  expect(count).toBe(0);
});
