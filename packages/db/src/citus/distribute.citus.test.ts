/** On a real cluster: `npm run test:citus`. */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTestCluster } from '../testing-env.ts';
import { isMigrated, migrate, withMigrationLock } from '../migrations/migrate.ts';
import { applyMigrations, recreateTables, latestSchemaState, readSchemaState } from '../migrations/schema-state.ts';
import { openDriver } from '../postgres/driver.ts';
import { clusterDatabase, type TestDatabase } from '../testing.ts';
import { dropOldMonths, ensureMonths, listPartitions, monthAfter, monthOf } from '../usage-events/months.ts';
import { distribute, isDistributed, plannedSteps } from './distribute.ts';
import { distributedKeys, distributedTables } from './placement.ts';

let database: TestDatabase;
let sql: Sql;
function cluster(): string {
  const url = readTestCluster();
  if (url === undefined) throw new Error('CITUS_TEST_URL names no cluster');
  return url;
}

beforeEach(async () => {
  database = await clusterDatabase(cluster(), { state: 'migrated' });
  sql = openDriver(database.url, { max: 2, onnotice: () => undefined });
  await fill();
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const people = 40;

async function fill(): Promise<void> {
  await sql`
    insert into users (id, username, email, locale, user_key_sealed, user_key_version, created_at)
    select gen_random_uuid(), 'person_' || n, n || '@example.org', 'en', 'key', 1, now() from generate_series(1, ${people}) as n`;
  await sql`
    insert into scans (user_id, id, answers, scoring, created_at, received_at)
    select id, gen_random_uuid(), '{1,2,3,4,5,6,7}', 1, now(), now() from users, generate_series(1, 10)`;
  await sql`
    insert into notes (user_id, id, title_sealed, text_sealed, category_id, scan_result_id, revision, created_at, updated_at)
    select user_id, gen_random_uuid(), '', 'sealed', 'red', id, 1, now(), now() from scans`;
  await sql`
    insert into usage_events (user_id, kind, at)
    select id, 'activity', now() - n * interval '25 days' from users, generate_series(0, 2) as n`;
}

/** Rows of each table, and the sum of a hash of each row. */
async function content(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const table of ['users', ...distributedTables])
    [found[table]] = await sql`
      select count(*)::int as rows, coalesce(sum(('x' || substr(md5(t::text), 1, 8))::bit(32)::bigint), 0)::text as hash from ${sql(table)} t`;
  return found;
}

const placement = async () =>
  Object.fromEntries(
    (
      await sql<{ name: string; column: string; group: number }[]>`
        select table_name::text as name, distribution_column as column, colocation_id as group from citus_tables
        where table_name::text = any(${[...distributedTables]})`
    ).map(({ name, column, group }) => [name, { column, group }]),
  );

it('spreads every row of a person over the workers, by person, and says first what it will do', async () => {
  const before = await content();
  const planned = await plannedSteps(database.url);
  expect(planned.length).toBeGreaterThan(distributedTables.length);
  expect(await isDistributed(sql)).toBe(false); // nothing was changed
  expect(await content()).toEqual(before);

  const said: string[] = [];
  await distribute(database.url, (line) => said.push(line));
  expect(said).toEqual(planned);
  expect(await content()).toEqual(before);
  const placed = await placement();
  expect(Object.keys(placed).toSorted()).toEqual([...distributedTables].toSorted());
  expect(new Set(Object.values(placed).map(({ column }) => column))).toEqual(new Set(['user_id']));
  expect(new Set(Object.values(placed).map(({ group }) => group)).size).toBe(1);
  const used = await sql`
    select nodeport, sum(shard_size) from citus_shards where table_name::text = 'scans' group by 1 having sum(shard_size) > 0`;
  expect(used.length).toBeGreaterThan(1);
  // Nothing is left where nobody reads it.
  const [left] = await sql`select pg_relation_size('scans') + pg_relation_size('notes') as bytes`;
  expect(left).toEqual({ bytes: '0' });
});

it('says what it would do to a database that was never migrated, and makes nothing in it', async () => {
  const empty = await clusterDatabase(cluster(), { state: 'empty' });
  const own = openDriver(empty.url, { max: 1, onnotice: () => undefined });
  try {
    const planned = await plannedSteps(empty.url);
    expect(planned[0]).toBe('Bring the tables up to date');
    expect(planned.length).toBeGreaterThan(distributedTables.length);
    expect(
      await own`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    ).toEqual([]);
    expect(await readSchemaState(own)).toEqual([]);
  } finally {
    await own.end();
    await empty.drop();
  }
});

it('changes nothing when it is repeated, and goes on where it was interrupted', async () => {
  const before = await content();
  const atOnce = 2;
  while ((await plannedSteps(database.url)).length > atOnce) {
    let left = atOnce;
    const killed = distribute(database.url, () => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await content()).toEqual(before);
  }
  await distribute(database.url);
  expect(await content()).toEqual(before);
  expect(await plannedSteps(database.url)).toEqual([]);
  expect(await distribute(database.url)).toBe(0);
  const keys = await sql<{ name: string }[]>`
    select conname as name from pg_constraint where contype = 'f' and conname = any(${distributedKeys.map(({ name }) => name)})`;
  expect(keys.map(({ name }) => name)).toEqual(
    distributedKeys.filter(({ isInside }) => isInside).map(({ name }) => name),
  );
  // The key that is left refuses a link to nothing.
  await expect(
    sql`update notes set scan_result_id = ${randomUUID()} where user_id = (select min(id::text)::uuid from users)`,
  ).rejects.toMatchObject({
    code: '23503',
  });
});

it('is beside those who read and write: none fails, and every row is there', async () => {
  const [{ id }] = await sql<[{ id: string }]>`select id from users limit 1`;
  let isDone = false;
  let written = 0;
  const writer = (async () => {
    const own = openDriver(database.url, { max: 1, onnotice: () => undefined });
    while (!isDone) {
      await own`
        insert into scans (user_id, id, answers, scoring, created_at, received_at)
        values (${id}, ${randomUUID()}, '{1,2,3,4,5,6,7}', 1, now(), now())`;
      written += 1;
    }
    await own.end();
  })();
  await distribute(database.url);
  isDone = true;
  await writer;
  expect(written).toBeGreaterThan(0);
  const [row] = await sql`select count(*)::int as count from scans where user_id = ${id}`;
  expect(row).toEqual({ count: 10 + written });
});

it('months are made ahead and dropped on the workers', async () => {
  await distribute(database.url);
  const running = monthOf(Date.now());
  const before = await content();
  // Rows of a month without a partition.
  await ensureMonths(sql);
  expect(await content()).toEqual(before);
  const months = await listPartitions(sql);
  expect(months.map(({ from }) => from)).toContain(monthAfter(running, 3));
  const [inDefault] = await sql`select count(*)::int as count from usage_events_default`;
  expect(inDefault).toEqual({ count: 0 });
  const old = monthAfter(running, -14);
  await sql.unsafe(`
    create table usage_events_old partition of usage_events for values from ('${new Date(old).toISOString()}')
    to ('${new Date(monthAfter(old)).toISOString()}')`);
  await sql`insert into usage_events (user_id, kind, at) values (${randomUUID()}, 'landing', ${new Date(old).toISOString()})`;
  await dropOldMonths(sql);
  expect(await content()).toEqual(before);
  expect((await listPartitions(sql)).map(({ name }) => name)).not.toContain('usage_events_old');
});

it('a migration changes the tables of a distributed database, and a new one of a person is distributed with them', async () => {
  const old = await clusterDatabase(cluster(), { state: 'empty' });
  const own = openDriver(old.url, { max: 1, onnotice: () => undefined });
  try {
    await own.begin((transaction) => recreateTables(transaction, latestSchemaState().slice(0, -1)));
    await distribute(old.url);
    // As if the last migration made it.
    await own`drop table deleted_notes`;
    await own`
      create table deleted_notes (user_id uuid not null constraint deleted_notes_user_id_users_id_fk references users, id uuid not null,
        revision integer not null, received_at timestamptz, deleted_at timestamptz not null, primary key (user_id, id))`;
    await migrate(old.url);
    expect(await readSchemaState(own)).toEqual(latestSchemaState());
    const placed = await own<{ name: string }[]>`select table_name::text as name from citus_tables`;
    expect(placed.map(({ name }) => name)).toEqual(expect.arrayContaining([...distributedTables]));
  } finally {
    await own.end();
    await old.drop();
  }
});

describe('events of a version without months', () => {
  const statesBeforeMonths = latestSchemaState().slice(0, 15);

  beforeEach(async () => {
    await withMigrationLock(database.url, (transaction) => recreateTables(transaction, statesBeforeMonths));
    await sql`
      insert into usage_events (user_id, kind, at)
      select gen_random_uuid(), 'activity', now() - n * interval '40 minutes' from generate_series(1, 2000) as n`;
  });
  /** Number of events, and their sum; all are within their retention. */
  const events = () =>
    sql`select count(*)::int, sum(hashtextextended(user_id || kind || at, 0)::numeric) from usage_events`;
  const expectDivided = async (before: unknown) => {
    expect(await events()).toEqual(before);
    expect((await listPartitions(sql)).map(({ name }) => name)).not.toContain('usage_events_before');
    expect(await sql`select from usage_events_default`).toHaveLength(0);
    const used = await sql`
      select nodeport from citus_shards where table_name::text like 'usage\_events\_2%' group by 1 having sum(shard_size) > 0`;
    expect(used.length).toBeGreaterThan(1);
    expect(await isMigrated(sql)).toBe(true);
  };

  it('are in months, on the workers, once the database is distributed', async () => {
    const before = await events();
    await migrate(database.url);
    await distribute(database.url);
    await expectDivided(before);
  });

  it('are so too where a version in between has distributed them before its move had ended', async () => {
    const before = await events();
    await withMigrationLock(database.url, applyMigrations);
    await distribute(database.url);
    expect((await listPartitions(sql)).map(({ name }) => name)).toEqual(['usage_events_before']);
    await migrate(database.url);
    await expectDivided(before);
  });
});
