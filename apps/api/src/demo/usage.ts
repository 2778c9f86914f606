import type { Database } from '@nuances/db/client';
import { anonymousUserId } from '@nuances/db/schema';
import { sql } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAggregation } from '../admin/aggregation.ts';
import { longTransaction } from '../admin/long-transaction.ts';
import { reopenWeeks } from '../admin/weeks.ts';

/** Number of simulated accounts over the two years. */
const peopleCount = 650;
/** Prefix of the ids of simulated people; a random UUID of a real account never has it. */
const firstSimulatedId = 'de300000-0000-4000-8000-000000000000';
const lastOfCrowd = 'de300000-0000-4000-8000-ffffffffffff';
const twoYears = sql`interval '728 days'`;
/** Pause between attempts while another aggregation runs, milliseconds. */
const usageTimeoutMs = 60_000;

const isSimulated = sql`user_id between ${firstSimulatedId}::uuid and ${lastOfCrowd}::uuid`;
/** A deterministic pseudo-random number between 0 and 1 for a text. */
const fixed = (text: ReturnType<typeof sql>) => sql`((hashtext(${text}) & 65535) / 65536.0)`;

/**
 * Simulates the usage of many people over two years: growth, fewer visits in August and at the end of the year, some
 * people stop. Only events are created, no accounts. A second run adds the time since.
 */
async function addEvents(db: Database, now: Date): Promise<void> {
  const until = sql`${now.toISOString()}::timestamptz`;
  const since = sql`(select at from since)`;
  await longTransaction(db, async (transaction) => {
    await transaction.execute(sql`select setseed(0.7)`);
    await transaction.execute(sql`
      insert into usage_events (user_id, kind, at, duration_s)
      with since as (
        select coalesce((select max(at) from usage_events where ${isSimulated}), ${until} - ${twoYears}) as at
      ),
      -- Two years ago nobody came; the number of those who do grows faster and faster.
      joining as (
        select day + random() * interval '1 day' as joined
        from generate_series(date_trunc('day', ${since}), ${until}, interval '1 day') as day,
          lateral (select greatest(0, 1 - extract(epoch from ${until} - day) / extract(epoch from ${twoYears})) as part) as grown,
          generate_series(1, floor(${peopleCount}::float8 * 2.2 * power(part, 1.2) / 728 + random())::int)
      ),
      people as materialized (
        select user_id as id, min(week_start)::timestamptz as joined, false as is_new
        from usage_user_weeks where ${isSimulated} group by user_id
        union all
        select (left(${firstSimulatedId}, 24) || substr(md5(joined::text), 1, 12))::uuid, joined, true
        from joining where joined > ${since} and joined < ${until}
      ),
      visit as materialized (
        select id, joined as at, is_new as is_first from people where is_new
        union all
        select id, week + day * interval '1 day' + (case when random() < 0.3 then 6.5 else 17.5 end + 4 * random()) * interval '1 hour', false
        from people,
          generate_series(date_trunc('week', greatest(joined, ${since})), ${until}, interval '7 days') as week,
          lateral (select extract(epoch from week - joined) / 604800 as age,
            case when extract(month from week) = 8 then 0.6 when extract(week from week) in (52, 53, 1) then 0.45 else 1 end
              * (0.85 + 0.3 * ${fixed(sql`week::text`)}) as season) as times,
          generate_series(1, (case when random() < season * (0.15 + 0.8 * ${fixed(sql`id::text`)}) * (0.25 + 0.75 * exp(-greatest(age, 0) / 9))
            then 1 + floor(3.2 * random() * random()) else 0 end)::int),
          lateral (select floor(7 * random()) as day) as days
      ),
      -- What is done in a visit, minute by minute.
      done as (
        select id, at, is_first, random() < 0.72 as starts, random() < 0.84 as finishes, (55 + 240 * power(random(), 2))::int as takes,
          random() < 0.8 as lands, random() < 0.42 as looks_back, random() < 0.27 as looks_over, random() < 0.36 as reads,
          random() < 0.55 as writes, random() < 0.3 as changes, (1 + floor(9 * power(random(), 1.5)))::int as minutes
        from visit where at > ${since} and at < ${until} - interval '30 minutes'
      )
      select * from (
        select id as user_id, 'signup' as kind, at, null::int as duration_s from done where is_first
        union all select id, 'landing', at + interval '5 seconds', null from done where lands or is_first
        union all select id, 'activity', at + minute * interval '1 minute', null from done, generate_series(0, minutes) as minute
        union all select id, 'quiz_started', at + interval '20 seconds', null from done where starts or is_first
        union all select id, 'scan', at + (20 + takes) * interval '1 second', takes from done where (starts or is_first) and finishes
        union all select id, 'history_opened', at + interval '90 seconds' + takes * interval '1 second', null from done where looks_back
        union all select id, 'stats_opened', at + interval '130 seconds' + takes * interval '1 second', null from done where looks_over
        union all select id, 'notes_opened', at + interval '150 seconds' + takes * interval '1 second', null from done where reads
        union all select id, 'note_created', at + interval '260 seconds' + takes * interval '1 second', null from done where reads and writes
        union all select id, 'note_updated', at + interval '310 seconds' + takes * interval '1 second', null from done where reads and writes and changes
        union all
        select ${anonymousUserId}::uuid, 'landing', day + random() * interval '1 day', null
        from generate_series(date_trunc('day', ${since}), ${until}, interval '1 day') as day,
          lateral (select greatest(0, 1 - extract(epoch from ${until} - day) / extract(epoch from ${twoYears})) as part) as grown,
          generate_series(1, (4 + 30 * part * (0.7 + 0.6 * ${fixed(sql`day::text`)}) + 6 * random())::int)
      ) as happened
      where at > ${since} and at < ${until}
      order by at`);
    await reopenWeeks(transaction, new Date(now.getTime() - 740 * 86_400_000));
  });
}

/** Aggregates the weeks, after an aggregation that may be running. */
async function count(db: Database): Promise<void> {
  const log = { info: () => undefined, error: () => undefined };
  const aggregation = createAggregation({ db, log });
  for (const until = Date.now() + usageTimeoutMs; ; await sleep(1_000)) {
    const run = await aggregation.begin({ trigger: 'command' });
    if (run && (await run.ended) === 'done') return;
    if (run || Date.now() > until) throw new Error('The weeks of the demo could not be counted. Run it again.');
  }
}

/**
 * Adds two years of usage statistics for the administrators' page.
 * @returns the number of simulated people
 */
export async function fillUsage(db: Database, now: Date): Promise<number> {
  await addEvents(db, now);
  await count(db);
  const [people] = await db.execute<{ count: string }>(sql`
    select count(distinct user_id) as count from usage_user_weeks where ${isSimulated}`);
  return Number(people?.count);
}
