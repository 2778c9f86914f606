import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sql } from 'postgres';
import { type Comparison, median } from './measure.ts';
import type { Product, Stage } from './product.ts';

const house = dirname(import.meta.dirname);
const weeks = 104;
/** Number of people in the full measurement. */
const eventCount = 10_000_000;
/** Average number of events per visit; every tenth event is a visitor's. */
const eventsAVisit = 7.2;
/** Interval for reading the memory of the command, milliseconds. */
const lookMs = 25;

/** Size of one measurement. */
interface Size {
  readonly events: number;
  readonly users: number;
  readonly rounds: number;
}

/** Number of people; the small size has as many events per person as the large one. */
interface Measured {
  readonly all: Comparison['rounds'];
  readonly day: Comparison['rounds'];
  /** Peak memory of the command, bytes; undefined where the system does not report it. */
  readonly memory: number | undefined;
  /** Weekly rows of people. */
  readonly rows: number;
}

/**
 * Visits with a realistic distribution: most people come rarely and some often; each visit has a few events, half of
 * them signs of activity, minutes apart. Inserted in order of time, as the product does.
 * @param from, to parts of the time from the first week to now, 0 to 1
 */
async function addEvents(sql: Sql, { events, users }: Size, from: number, to: number): Promise<void> {
  const visits = Math.round((events * (to - from) * 0.9) / eventsAVisit);
  const visitors = Math.round(events * (to - from) * 0.1);
  const at = (part: number) => `now() - interval '${weeks} weeks' * ${1 - part}`;
  await sql.unsafe(`
    insert into usage_events (user_id, kind, at, duration_s)
    select user_id, kind, at, case when kind = 'scan' then 40 + (random() * 300)::int end from (
      select md5(person::text)::uuid as user_id, began + step * (pace + random() * 20) * interval '1 second' as at,
        (array['activity', 'activity', 'activity', 'activity', 'activity', 'landing', 'quiz_started', 'scan', 'history_opened',
          'stats_opened', 'notes_opened', 'note_created', 'note_updated'])[1 + floor(random() * 13)::int] as kind
      from (
        select floor(${users} * power(random(), 1.6))::int as person, ${at(from)} + random() * (${at(to)} - (${at(from)})) as began,
          1 + floor(random() * ${2 * eventsAVisit - 1})::int as length, 15 + random() * 60 as pace
        from generate_series(1, ${visits})
      ) as visit, generate_series(0, length - 1) as step
      union all
      select '00000000-0000-0000-0000-000000000000', ${at(from)} + random() * (${at(to)} - (${at(from)})), 'landing'
      from generate_series(1, ${visitors})
    ) as event
    where at < now()
    order by at`);
}

/**
 * Runs the command beside the product.
 * @returns duration by the run's own record, milliseconds
 */
async function aggregate(product: Product, sql: Sql): Promise<{ ms: number; memory: number | undefined }> {
  const child = spawn(process.execPath, [join(house, 'apps', 'api', 'start.mjs'), 'admin', 'aggregate'], {
    cwd: house,
    env: { ...process.env, DATA_DIR: product.dataDir, DATABASE_URL: '', MASTER_KEY: '', MASTER_KEY_PREVIOUS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let memory: number | undefined;
  const look = setInterval(() => {
    try {
      const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      if (peak !== undefined) memory = Number(peak) * 1_024;
    } catch {
      // Not a Linux, or over just now.
    }
  }, lookMs);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`The aggregation failed:\n${said}`);
  const [run] = await sql<{ ms: number }[]>`
    select date_part('epoch', finished_at - started_at) * 1000 as ms from aggregation_runs
    order by started_at desc limit 1`;
  return { ms: run?.ms ?? Number.NaN, memory };
}

/** The minimal work: reads every event once, with its person and its week. */
async function reference(sql: Sql): Promise<number> {
  const began = performance.now();
  // With the memory settings that the product uses for a week, and the server's automatic parallelism.
  await sql.begin(async (transaction) => {
    await transaction`set local work_mem = '64MB'`;
    await transaction`
      select count(*) from (
        select user_id, date_trunc('week', at, 'UTC'), count(*) from usage_events group by 1, 2) as weekly`;
  });
  return performance.now() - began;
}

async function measure(product: Product, sql: Sql, size: Size): Promise<Measured> {
  const forget = () => sql`truncate usage_weeks, usage_user_weeks`;
  await sql`truncate usage_events`;
  // As they are after two years of use.
  await sql.unsafe(`do $$ begin
    for month in 0..${Math.ceil(weeks / 4)} loop
      execute (select format('create table if not exists usage_events_%s partition of usage_events for values from (%L) to (%L)',
        to_char(first, 'YYYY_MM'), first at time zone 'UTC', (first + interval '1 month') at time zone 'UTC')
        from (select date_trunc('month', now() at time zone 'UTC') - month * interval '1 month' as first) as of);
      -- The product's own months have it.
      execute (select format('create index if not exists usage_events_%1$s_at_index on usage_events_%1$s
          using brin (at timestamptz_minmax_multi_ops) with (autosummarize = on)',
        to_char(date_trunc('month', now() at time zone 'UTC') - month * interval '1 month', 'YYYY_MM')));
    end loop;
  end $$`);
  await forget();
  process.stderr.write(`  ${size.events} events of ${size.users} people in ${weeks} weeks…\n`);
  // The last day is kept for later. Week by week, so that each can be sorted in memory.
  const end = 1 - 1 / (7 * weeks);
  for (let week = 0; week < weeks; week += 1)
    await addEvents(sql, size, (week * end) / weeks, ((week + 1) * end) / weeks);
  await sql`vacuum analyze usage_events`;
  await reference(sql); // Warms the caches.

  const all: { ours: number; theirs: number }[] = [];
  let memory: number | undefined;
  for (let round = 0; round < size.rounds; round += 1) {
    await forget();
    const before = await reference(sql);
    const run = await aggregate(product, sql);
    const after = await reference(sql);
    all.push({ ours: run.ms / 1_000, theirs: (before + after) / 2_000 });
    memory = run.memory;
  }
  const [counted] = await sql<{ rows: number }[]>`select count(*)::int as rows from usage_user_weeks`;
  await addEvents(sql, size, end, 1);
  const { ms } = await aggregate(product, sql);
  const whole = median(all.map(({ ours }) => ours));
  return { all, day: [{ ours: ms / 1_000, theirs: whole }], memory, rows: Number(counted?.rows) };
}

/**
 * Measures how long it takes to count all weeks, then only the current week a day later, and how the time grows from a
 * tenth of the events of a tenth of the people. Empties the usage tables of the product's database.
 */
export async function aggregation({ product, sql }: Stage): Promise<Comparison[]> {
  const events = eventCount;
  // The product would count and expire events by itself.
  product.pause();
  const sizes = {
    small: { events: events / 10, users: events / 2_000, rounds: 3 },
    large: { events, users: events / 200, rounds: 2 },
  };
  const small = await measure(product, sql, sizes.small);
  const large = await measure(product, sql, sizes.large);
  await sql`truncate usage_events, usage_weeks, usage_user_weeks, aggregation_runs`;
  product.resume();
  const millions = (events: number) => `${events / 1_000_000} M events`;
  const time = ({ all }: Measured) => median(all.map(({ ours }) => ours));
  const name = (text: string, { events }: Size) => `${text}, ${millions(events)}`;
  const grouped = { reference: 'GROUP BY user, week: count(*)', unit: 's' };
  const largeName = `${name('count all weeks', sizes.large)}, ${large.rows} rows`;
  return [
    { name: name('count all weeks', sizes.small), ...grouped, rounds: small.all, goal: '<= 2.50' },
    { name: largeName, ...grouped, rounds: large.all, goal: '<= 2.00' },
    { name: name('a day later', sizes.large), reference: 'all weeks', unit: 's', rounds: large.day, goal: '<= 0.03' },
    {
      name: `growth to ${millions(sizes.large.events)}`,
      reference: millions(sizes.small.events),
      unit: 's',
      rounds: [{ ours: time(large), theirs: time(small) }],
    },
    ...(small.memory === undefined || large.memory === undefined
      ? []
      : [
          {
            name: name('peak memory of the command', sizes.large),
            reference: millions(sizes.small.events),
            unit: 'MB',
            rounds: [{ ours: large.memory / 1e6, theirs: small.memory / 1e6 }],
          },
        ]),
  ];
}
