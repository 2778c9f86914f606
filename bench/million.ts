/**
 * `npm run bench:million -w @nuances/bench`: a million people and 30 million events, four erasures at once while the weeks are
 * counted, and what a week costs to read before and after the retention. See README.md beside this file.
 */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { type Person, tokensOf } from './client.ts';
import { type Stage, start, withProduct } from './product.ts';

const people = 1_000_000;
const events = 30_000_000;
const eventsAVisit = 7;
/** Full months before the running one: the oldest is over its retention of 3 months. */
const months = 4;
/** Of each person who is erased. */
const own = { events: 3_000, scans: 2_000, notes: 1_000 };
const erased = 4;
/** Required free space, bytes; the data takes a third of it. */
const neededBytes = 25e9;
const pollMs = 250;

const say = (text: string) => process.stderr.write(`${text}\n`);
const print = (text: string) => process.stdout.write(`${text}\n`);
const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;

const { bavail, bsize } = statfsSync(tmpdir());
if (bavail * bsize < neededBytes)
  throw new Error(`${tmpdir()} has ${Math.round((bavail * bsize) / 1e9)} GB free; ${neededBytes / 1e9} GB are needed`);

const kinds = `array['activity', 'activity', 'activity', 'activity', 'activity', 'landing', 'quiz_started', 'scan', 'history_opened',
  'stats_opened', 'notes_opened', 'note_created', 'note_updated']`;

/** The beginning of a month, SQL; 0 is the running one. */
const beginOf = (monthsAgo: number) => `(date_trunc('month', now(), 'UTC') - interval '${monthsAgo} months')`;

/** From the beginning of a month to its end, or to the last hour. */
const boundsOf = (monthsAgo: number) =>
  [beginOf(monthsAgo), monthsAgo === 0 ? `date_trunc('hour', now())` : beginOf(monthsAgo - 1)] as const;

/** The running month and the next ones are there; these are the months before. */
async function makeMonth(sql: Sql, monthsAgo: number): Promise<void> {
  await sql.unsafe(`do $$ begin
    execute (select format('create table if not exists usage_events_%s partition of usage_events for values from (%L) to (%L)',
      to_char(${beginOf(monthsAgo)} at time zone 'UTC', 'YYYY_MM'), ${beginOf(monthsAgo)}, ${beginOf(monthsAgo - 1)}));
  end $$`);
}

async function addMonth(sql: Sql, monthsAgo: number): Promise<void> {
  const [from, to] = boundsOf(monthsAgo);
  // In the order of time, as the product does; in visits, of some people often and of most rarely.
  const visits = Math.round(events / (months + 0.7) / eventsAVisit);
  const at = `${from} + (${to} - ${from}) * ((visit * ${eventsAVisit} + step) / ${visits * eventsAVisit}::float8)`;
  await sql.unsafe(`
    insert into usage_events (user_id, kind, at, duration_s)
    select md5(person::text)::uuid, (${kinds})[1 + floor(random() * 13)::int], ${at}, 40
    from (select visit, floor(${people} * power(random(), 1.6)) as person from generate_series(0, ${visits - 1}) as visit) as visits,
      generate_series(0, ${eventsAVisit - 1}) as step`);
}

async function addPeople(sql: Sql): Promise<void> {
  await sql.unsafe(`
    insert into users (id, username, email, email_verified_at, locale, user_key_sealed, user_key_version, created_at)
    select md5(n::text)::uuid, 'million_' || n, 'million_' || n || '@example.org', now(), 'en', '', 1, now()
    from generate_series(0, ${people - 1}) as n`);
}

/** What a person who has used the product for a year has stored. */
async function fillAccount(sql: Sql, { id }: Person): Promise<void> {
  const at = (count: number) => `now() - interval '3 months' * (n / ${count}::float8)`;
  await sql.unsafe(`
    insert into usage_events (user_id, kind, at)
    select '${id}', (${kinds})[1 + floor(random() * 13)::int], ${at(own.events)} from generate_series(1, ${own.events}) as n`);
  await sql.unsafe(`
    insert into scans (user_id, id, answers, scoring, created_at, received_at)
    select '${id}', gen_random_uuid(), '{3,6,9,7,5,8,10}', 26, ${at(own.scans)}, now() from generate_series(1, ${own.scans}) as n`);
  await sql.unsafe(`
    insert into notes (user_id, id, title_sealed, text_sealed, category_id, revision, created_at, updated_at)
    select '${id}', gen_random_uuid(), '', repeat('x', 1400), 'red', 1, ${at(own.notes)}, now() from generate_series(1, ${own.notes}) as n`);
}

interface Plan {
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
}

/** Blocks of 8 KB that a query reads. */
async function blocksOf(sql: Sql, query: string): Promise<number> {
  const [row] = await sql.unsafe<{ 'QUERY PLAN': Plan[] }[]>(`explain (analyze, buffers, format json) ${query}`);
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('no plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

async function tellBlocks(sql: Sql, when: string): Promise<void> {
  for (const weeksAgo of [2, 5, 8]) {
    const monday = `(date_trunc('week', now(), 'UTC') - interval '${weeksAgo} weeks')`;
    const blocks = await blocksOf(
      sql,
      `select user_id, count(*) from usage_events where at >= ${monday} and at < ${monday} + interval '1 week' group by user_id`,
    );
    print(`${when}: events of the week ${weeksAgo} weeks ago: ${blocks} blocks`);
  }
  const one = await blocksOf(sql, `select count(*) from usage_events where user_id = md5('4711')::uuid`);
  print(`${when}: all events of one person: ${one} blocks`);
}

/** How many rows there are of people in the tables that an erasure empties. */
async function rowsLeft(sql: Sql, ids: readonly string[]): Promise<number> {
  const of = (table: string, column = 'user_id') => `select count(*) from ${table} where ${column} = any($1::uuid[])`;
  const tables = ['scans', 'notes', 'deleted_notes', 'sessions', 'usage_events', 'usage_user_weeks', 'erasures'].map(
    (table) => of(table),
  );
  const [row] = await sql.unsafe<{ left: number }[]>(
    `select sum(count)::int as left from (${[...tables, of('users', 'id')].join(' union all ')}) as counts`,
    [[...ids]],
  );
  return row?.left ?? Number.NaN;
}

async function until(isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) await sleep(pollMs);
  return performance.now() - began;
}

const runsNow = async (sql: Sql) => (await sql`select 1 from aggregation_runs where outcome = 'running'`).length > 0;

async function fill(sql: Sql, leaving: readonly Person[]): Promise<void> {
  for (let month = months; month > 0; month -= 1) await makeMonth(sql, month);
  const queue = Array.from({ length: months + 1 }, (_, index) => months - index);
  const began = performance.now();
  const work = async () => {
    for (let month = queue.shift(); month !== undefined; month = queue.shift()) {
      await addMonth(sql, month);
      say(`  ${months + 1 - queue.length} of ${months + 1} months after ${inSeconds(performance.now() - began)}`);
    }
  };
  await Promise.all([addPeople(sql).then(work), work()]);
  for (const person of leaving) await fillAccount(sql, person);
  await sql`vacuum analyze`;
  const [size] = await sql<{ bytes: string; events: string; users: string }[]>`
    select pg_size_pretty(pg_database_size(current_database())) as bytes, (select count(*) from usage_events)::text as events,
      (select count(*) from users)::text as users`;
  print(
    `${size?.users} users, ${size?.events} events, ${size?.bytes}, made in ${inSeconds(performance.now() - began)}`,
  );
}

async function erase({ call, sql }: Stage, leaving: readonly Person[]): Promise<void> {
  // The tokens from before have expired.
  const tokens = await Promise.all(leaving.map(async (person) => (await tokensOf(call, person)).token));
  await until(() => runsNow(sql));
  const ids = leaving.map(({ id }) => id);
  print(`${await rowsLeft(sql, ids)} rows of ${erased} people, erased at once while the weeks are counted:`);
  const began = performance.now();
  await Promise.all(
    leaving.map(async ({ password }, index) => {
      await call('POST', '/api/profile/erase', { password }, tokens[index]);
      print(`  answered after ${inSeconds(performance.now() - began)}`);
    }),
  );
  print(`  the aggregation was ${(await runsNow(sql)) ? 'still' : 'no longer'} under way`);
  await until(async () => (await rowsLeft(sql, ids)) === 0);
  print(
    `  gone after ${inSeconds(performance.now() - began)}; the aggregation was ${(await runsNow(sql)) ? 'still' : 'no longer'} under way`,
  );
}

await withProduct(async (product) => {
  const stage = await start(product, erased);
  const { sql } = stage;
  const leaving: Person[] = [];
  for (let index = 0; index < erased; index += 1) leaving.push(await stage.newPerson(`leaver_${index}`));
  // Its hourly maintenance, which counts the weeks and drops old months, begins when it goes on.
  product.pause();
  await sql`set synchronous_commit = off`;
  await fill(sql, leaving);
  await tellBlocks(sql, 'before the retention');
  product.resume();
  await erase(stage, leaving);
  await until(async () => !(await runsNow(sql)));
  const [run] = await sql<{ seconds: string; rows: number }[]>`
    select round(extract(epoch from finished_at - started_at))::text as seconds, rows from aggregation_runs
    order by started_at desc limit 1`;
  print(`all weeks counted in ${run?.seconds} s, ${run?.rows} rows`);
  const oldest = `select 1 from usage_events where at < ${beginOf(months - 1)} limit 1`;
  await until(async () => (await sql.unsafe(oldest)).length === 0);
  await tellBlocks(sql, 'after the retention');
  await stage.close();
});
