import { eventsKeptMonths } from '@nuances/domain/limits';
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, withMigrationLock } from '../migrations/migrate.ts';
import { applyMigrations, recreateTables, latestSchemaState } from '../migrations/schema-state.ts';
import { openDriver } from '../postgres/driver.ts';
import { anonymousUserId } from '../schema.ts';
import { testDatabase, type TestDatabase } from '../testing.ts';
import { listPartitions, monthAfter, monthOf } from './months.ts';
import { moveOldEvents, moveStep } from './move.ts';
import { prepareMonths } from './prepare.ts';

/** The state before the months. */
const stateBefore = latestSchemaState().slice(0, 15);
const people = Array.from({ length: 20 }, () => randomUUID());
const running = monthOf(Date.now());
const [erased = '', late = ''] = people;

let database: TestDatabase;
let sql: Sql;
/** A database of the version before, with events of three years. */
beforeEach(async () => {
  database = await testDatabase({ migrated: false });
  sql = openDriver(database.url, { max: 4, onnotice: () => undefined });
  await withMigrationLock(database.url, (transaction) => recreateTables(transaction, stateBefore));
  await sql`
    insert into usage_events (user_id, kind, at, duration_s)
    select (${people}::uuid[])[1 + n % 20], case when n % 3 = 0 then 'scan' else 'activity' end, now() - n * interval '40 minutes', n % 3
    from generate_series(1, 27000) as n`;
  await sql`insert into usage_weeks (week_start, is_final) values (date_trunc('week', now() - interval '1 month')::date, false)`;
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const since = new Date(monthAfter(running, 1 - eventsKeptMonths)).toISOString();
/** Number and hash of the events that are kept, whatever their order. */
async function contents(): Promise<string> {
  const [row] = await sql<{ text: string }[]>`
    select count(*) || ' ' || sum(hashtextextended(user_id || kind || at || coalesce(duration_s, -1), 0)::numeric) as text
    from usage_events where at >= ${since}`;
  return row?.text ?? '';
}
const partitions = async () => (await listPartitions(sql)).map(({ name }) => name);
const countOf = async (userId: string) => (await sql`select from usage_events where user_id = ${userId}`).length;
const record = (userId: string, kind = 'landing') =>
  sql`insert into usage_events (user_id, kind, at) values (${userId}, ${kind}, now())`;

it('after the migration all events are there, and the next ones are taken', async () => {
  const before = await contents();
  await migrate(database.url);
  expect(await contents()).toBe(before);
  expect(await partitions()).toEqual(['usage_events_before', expect.stringMatching(/^usage_events_2\d{3}_\d\d$/)]);
  await record(late);
  // As an older instance does beside this one.
  await sql`select brin_summarize_new_values('usage_events_at_index')`;
  await moveOldEvents(sql);
  expect(await contents()).not.toBe(before);
});

it('the migration reads no row while it holds its locks', async () => {
  const notices: string[] = [];
  const verbose = openDriver(database.url, { max: 1, onnotice: ({ message }) => notices.push(message ?? '') });
  class Undone extends Error {}
  const bringThere = () =>
    verbose
      .begin(async (transaction) => {
        await transaction`set local client_min_messages = debug1`;
        await applyMigrations(transaction);
        throw new Undone();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error;
      });
  const isImplied = () => notices.some((line) => /"usage_events_before" is implied by existing/.test(line));
  try {
    await bringThere();
    expect(isImplied()).toBe(false); // control
    const statements = ['ALTER TABLE "usage_events" RENAME TO "usage_events_before"'];
    await prepareMonths(sql, statements);
    await prepareMonths(sql, statements); // of a start that was interrupted
    await bringThere();
    expect(isImplied()).toBe(true);
  } finally {
    await verbose.end();
  }
});

/** Ends the connection of a step in the middle of it. */
async function interruptStep(): Promise<void> {
  const victim = openDriver(database.url, { max: 1, connection: { application_name: 'victim' } });
  try {
    await sql.begin(async (transaction) => {
      await transaction`lock table usage_events_moved in access exclusive mode`;
      const step = moveStep(victim).catch((error: unknown) => error);
      const waiting = () => sql`
        select pid from pg_stat_activity
        where datname = current_database() and application_name = 'victim' and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting()).length).toBe(1);
      for (const { pid } of await waiting()) await sql`select pg_terminate_backend(${Number(pid)})`;
      expect(await step).toBeInstanceOf(Error);
    });
  } finally {
    await victim.end({ timeout: 1 });
  }
}

it('moves every event into its month, while others write, erase and interrupt it', async () => {
  await migrate(database.url);
  const steps = new Map<string, number>();
  for (let count = 0; ; count += 1) {
    if (count === 1 || count === 3) await interruptStep();
    const step = await moveStep(sql, 100);
    steps.set(step, (steps.get(step) ?? 0) + 1);
    if (step === 'nothing to do') break;
    if (step === 'exchanged') continue;
    await record(late);
    if (step === 'copied' && steps.get('copied') === 1) {
      // What an erasure does: the events go, the sign-up stays as nobody's.
      await sql`insert into erased_accounts (user_id, erased_at) values (${erased}, now())`;
      await sql`delete from usage_events where user_id = ${erased} and at < now() - interval '20 days'`;
    }
    if (step === 'indexed' && steps.get('indexed') === 1) {
      await sql`delete from usage_events where user_id = ${erased}`;
      await sql`insert into usage_events (user_id, kind, at) values (${anonymousUserId}, 'signup', now() - interval '9 days')`;
    }
  }
  expect(Object.fromEntries(steps)).toEqual({
    began: 1,
    copied: 3,
    // One for each month, and those of the table itself.
    indexed: eventsKeptMonths + 4,
    exchanged: 1,
    'nothing to do': 1,
  });
  expect(await countOf(erased)).toBe(0);
  expect(await countOf(anonymousUserId)).toBe(1);
  const names = await partitions();
  expect(names).toHaveLength(eventsKeptMonths + 3);
  expect(names).not.toContain('usage_events_before');
  const misplaced = await sql`
    select from usage_events where tableoid::regclass::text <> 'usage_events_' || to_char(at at time zone 'UTC', 'YYYY_MM')`;
  expect(misplaced).toHaveLength(0);
  const [left] =
    await sql`select to_regclass('usage_events_moved') as staging, to_regclass('usage_events_before') as old`;
  expect(left).toEqual({ staging: null, old: null });
});

it('loses and doubles nothing', async () => {
  await migrate(database.url);
  const before = await contents();
  await Promise.all([moveOldEvents(sql), moveOldEvents(sql)]);
  await moveOldEvents(sql);
  expect(await partitions()).not.toContain('usage_events_before');
  expect(await contents()).toBe(before);
  const indexes = await sql`
    select from pg_index where indrelid in (select inhrelid from pg_inherits where inhparent = 'usage_events'::regclass)
      and indexrelid::regclass::text like '%user%'`;
  expect(indexes).toHaveLength(eventsKeptMonths + 4);
});

it('a table that was written anew meanwhile is moved from the start', async () => {
  await migrate(database.url);
  const before = await contents();
  await moveStep(sql);
  await moveStep(sql);
  await sql`vacuum full usage_events_before`;
  expect(await moveStep(sql)).toBe('began');
  await moveOldEvents(sql);
  expect(await contents()).toBe(before);
});
