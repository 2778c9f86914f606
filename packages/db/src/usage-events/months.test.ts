import { eventsKeptMonths } from '@nuances/domain/limits';
import type { Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isMigrated, migrate, withMigrationLock } from '../migrations/migrate.ts';
import { applyMigrations, latestSchemaState, recreateTables } from '../migrations/schema-state.ts';
import { openDriver } from '../postgres/driver.ts';
import { anonymousUserId } from '../schema.ts';
import { testDatabase, type TestDatabase } from '../testing.ts';
import { dropOldMonths, ensureMonths, listPartitions, monthAfter, monthOf } from './months.ts';

let database: TestDatabase;
let sql: Sql;
beforeEach(async () => {
  database = await testDatabase();
  sql = openDriver(database.url, { max: 3, onnotice: () => undefined });
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const running = monthOf(Date.now());
const add = (at: number, count = 1) => sql`
  insert into usage_events (user_id, kind, at)
  select ${anonymousUserId}, 'landing', ${new Date(at).toISOString()} from generate_series(1, ${count})`;
const months = async () => (await listPartitions(sql)).map(({ from }) => from);
const inDefault = async () => (await sql`select from usage_events_default`).length;
const all = async () => (await sql`select from usage_events`).length;

it('a migrated database has the running month and three more', async () => {
  expect(await months()).toEqual([0, 1, 2, 3].map((count) => monthAfter(running, count)));
  await add(Date.now());
  expect(await inDefault()).toBe(0);
});

it('an event of a month without a partition is stored, and moved into the month as soon as there is one', async () => {
  const later = monthAfter(running, 6);
  await add(later + 86_400_000, 3);
  await add(monthAfter(running, -2), 2);
  expect([await inDefault(), await all()]).toEqual([5, 5]);
  await ensureMonths(sql);
  expect([await inDefault(), await all()]).toEqual([3, 5]);
  expect(await months()).toContain(monthAfter(running, -2));
  // Time goes on.
  await sql.unsafe(`
    create schema test_clock; create function test_clock.now() returns timestamptz stable language sql
      as 'select pg_catalog.now() + interval ''5 months''';
    do $$ begin execute format('alter database %I set search_path = test_clock, public, pg_catalog', current_database()); end $$`);
  const future = openDriver(database.url, { max: 2, onnotice: () => undefined });
  try {
    await Promise.all([ensureMonths(future), ensureMonths(future)]);
  } finally {
    await future.end();
  }
  expect([await inDefault(), await all()]).toEqual([0, 5]);
  expect(await months()).toContain(later);
});

it('a month is dropped as a whole when its first event is as old as the retention', async () => {
  const old = monthAfter(running, -eventsKeptMonths);
  await sql.unsafe(`
    create table usage_events_old partition of usage_events for values from ('${new Date(old).toISOString()}')
    to ('${new Date(monthAfter(old)).toISOString()}')`);
  await add(monthAfter(old) - 1);
  await add(monthAfter(old));
  await add(old - 1);
  expect(await all()).toBe(3);
  await dropOldMonths(sql);
  expect(await months()).not.toContain(old);
  expect(await all()).toBe(1);
});

it('a week is read from the partitions of its months, and the events of a person by index', async () => {
  const plan = async (condition: string) =>
    (await sql.unsafe(`explain (costs off) select * from usage_events where ${condition}`)).map((row) =>
      String(row['QUERY PLAN']),
    );
  const at = new Date(monthAfter(running, 1) - 3 * 86_400_000).toISOString();
  const end = new Date(Date.parse(at) + 7 * 86_400_000).toISOString();
  const week = (await plan(`at >= '${at}' and at < '${end}'`)).join('\n');
  expect(new Set(week.match(/usage_events_\d{4}_\d\d/g)).size).toBe(2);
  expect(week).not.toContain('default');
  await sql`set enable_seqscan = off`;
  const person = (await plan(`user_id = '${anonymousUserId}'`)).join('\n');
  expect(new Set(person.match(/usage_events_(\d{4}_\d\d|default)/g)).size).toBe(5);
  expect(person).not.toContain('Seq Scan');
});

it('makes a month while others read and write the running one', async () => {
  const earlier = monthAfter(running, -1);
  await add(earlier);
  await sql.begin(async (transaction) => {
    const from = new Date(running).toISOString();
    await transaction`select from usage_events where at >= ${from} and at < ${new Date(Date.now()).toISOString()}`;
    await transaction`insert into usage_events (user_id, kind, at) values (${anonymousUserId}, 'landing', now())`;
    await ensureMonths(sql);
  });
  expect(await months()).toContain(earlier);
  expect([await inDefault(), await all()]).toEqual([0, 2]);
});

describe('events of a version without months', () => {
  const since = new Date(monthAfter(running, 1 - eventsKeptMonths)).toISOString();
  /** Number and hash of the events that are kept, whatever their order. */
  const contents = () => sql`
    select count(*), sum(hashtextextended(user_id || kind || at || coalesce(duration_s, -1), 0)::numeric)
    from usage_events where at >= ${since}`;
  const names = async () => (await listPartitions(sql)).map(({ name }) => name);

  beforeEach(async () => {
    await withMigrationLock(database.url, (transaction) =>
      recreateTables(transaction, latestSchemaState().slice(0, 15)),
    );
    await sql`
      insert into usage_events (user_id, kind, at, duration_s)
      select ${anonymousUserId}, 'scan', now() - n * interval '40 minutes', n % 3 from generate_series(1, 27000) as n`;
  });

  it('are in months after the update, but for those beyond their retention', async () => {
    const before = await contents();
    await migrate(database.url);
    expect(await contents()).toEqual(before);
    expect(await names()).toHaveLength(eventsKeptMonths + 3);
    expect(await all()).toBe(Number(before[0]?.['count']));
    const misplaced = await sql`
      select from usage_events where tableoid::regclass::text <> 'usage_events_' || to_char(at at time zone 'UTC', 'YYYY_MM')`;
    expect(misplaced).toHaveLength(0);
    const indexes = await sql`
      select from pg_index where indrelid in (select inhrelid from pg_inherits where inhparent = 'usage_events'::regclass)
        and indexrelid::regclass::text like '%user%'`;
    expect(indexes).toHaveLength(eventsKeptMonths + 4);
  });

  it('are so too where the move of a version in between has not ended, with two instances and a writer', async () => {
    await withMigrationLock(database.url, applyMigrations);
    await sql`create table usage_events_moved (like usage_events) partition by range (at)`;
    const before = await contents();
    expect(await names()).toEqual(['usage_events_before']);
    expect(await isMigrated(sql)).toBe(false);
    const writers = Array.from({ length: 20 }, () => add(Date.now()));
    await Promise.all([ensureMonths(sql), ensureMonths(sql), ...writers]);
    expect(await names()).toHaveLength(eventsKeptMonths + 3);
    expect(await all()).toBe(Number(before[0]?.['count']) + writers.length);
    const [left] = await sql`
      select to_regclass('usage_events_moved') as staging, to_regclass('usage_events_before') as undivided`;
    expect(left).toEqual({ staging: null, undivided: null });
    expect(await isMigrated(sql)).toBe(true);
  });
});
