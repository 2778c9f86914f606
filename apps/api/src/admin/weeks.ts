/** The weeks of the usage statistics: the SQL about one, their list, and which of them are pending. */
import type { Database, Transaction } from '@nuances/db/client';
import { anonymousUserId } from '@nuances/db/schema';
import { eventPartitions } from '@nuances/db/usage-events/months';
import { keptFrom } from '@nuances/db/usage-events/retention';
import { usage } from '@nuances/domain/limits';
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { UsageEvent } from '../usage/record-event.ts';

/** A week's first day, `YYYY-MM-DD`: a Monday, UTC. */
export type Week = string;

const weekRows = z.array(z.object({ week_start: z.string() }));

/** The weeks of rows that name one each. */
export const weeksIn = (rows: Iterable<unknown>): Week[] => weekRows.parse([...rows]).map((row) => row.week_start);

/** Columns that count events of a kind. */
export const countedKinds = {
  nb_landing: ['landing'],
  nb_quiz_started: ['quiz_started'],
  nb_quiz_completed: ['scan', 'quiz_completed'],
  nb_notes_created: ['note_created'],
  nb_notes_updated: ['note_updated'],
  nb_notes_opened: ['notes_opened'],
  nb_stats_opened: ['stats_opened'],
  nb_history_opened: ['history_opened'],
} as const satisfies Readonly<Record<string, readonly UsageEvent[]>>;

export const isOfKind = (kinds: readonly UsageEvent[]) => sql`kind in ${[...kinds]}`;

export const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
/** All summed columns of a week. */
export const nbActive = sql`nb_active`;
export const sums = [
  nbActive,
  ...[...Object.keys(countedKinds), 'nb_sessions', 'session_ms', 'quiz_s', 'nb_quiz_timed'].map(
    (name) => sql`${sql.identifier(name)}`,
  ),
];

export const isNobodys = sql`user_id = ${anonymousUserId}::uuid`;
export const isSomebodys = sql`user_id <> ${anonymousUserId}::uuid`;
export const isOf = (userId: string) => sql`user_id = ${userId}::uuid`;

/** How far the clock of the database may be set back, milliseconds. */
const clockStepMs = 3_600_000;
/** An event may be committed this long after its own time: activity is buffered, and transactions take a while. */
export const lateMs = clockStepMs + 3_600_000;
export const weekMs = 7 * 86_400_000;
export const pauseMs = usage.sessionPauseS * 1_000;
export const startOf = (week: Week) => Date.parse(`${week}T00:00:00Z`);
export const moment = (ms: number) =>
  Number.isFinite(ms) ? sql`${new Date(ms).toISOString()}::timestamptz` : sql`'infinity'::timestamptz`;
export const milliseconds = (ms: number) => sql`make_interval(secs => ${ms / 1_000}::float8)`;
/** The week of a moment, by the database. */
export const weekOf = (at: SQL) => sql`date_trunc('week', ${at} at time zone 'UTC')::date`;

/** Events of weeks before this may have been removed; with a margin for clocks that differ. */
export const isBeyondRetention = sql.raw(`week_start < ${keptFrom("(now() + interval '2 days')")}`);

const knownWeeks = z.tuple([z.object({ first: z.string().nullable(), last: z.string().nullable() })]);

/** The week of an event; null when there is none. */
async function weekOfEvents(db: Database | Transaction, at: SQL, condition: SQL): Promise<Week | null> {
  const [row] = z
    .tuple([z.object({ week: z.string().nullable() })])
    .parse([...(await db.execute(sql`select ${weekOf(at)}::text as week from usage_events where ${condition}`))]);
  return row.week;
}

/** Whether there are events by a condition. */
export async function hasEvents(db: Database | Transaction, condition: SQL): Promise<boolean> {
  const found = await db.execute(sql`select 1 from usage_events where ${condition} limit 1`);
  return found.length > 0;
}

/**
 * The week of the first event; null when there is none. The smallest time of all events would be a reading of them all: each
 * week of the months that have a partition is asked whether it has one, by index.
 */
async function firstWeekOfEvents(db: Database | Transaction): Promise<Week | null> {
  const [{ from, now }] = z.tuple([z.object({ from: z.number(), now: z.number() })]).parse([
    ...(await db.execute(sql`
      select date_part('epoch', ${weekOf(sql`to_timestamp(coalesce(min("from") / 1000, date_part('epoch', now())))`)}) * 1000 as "from",
        date_part('epoch', now()) * 1000 as now
      from (${sql.raw(eventPartitions)}) as months`)),
  ]);
  const early = await weekOfEvents(db, sql`min(at)`, sql`at < ${moment(from)}`);
  if (early !== null) return early;
  let week = from;
  for (; week <= now; week += weekMs)
    if (await hasEvents(db, sql`at >= ${moment(week)} and at < ${moment(week + weekMs)}`))
      return new Date(week).toISOString().slice(0, 10);
  return weekOfEvents(db, sql`min(at)`, sql`at >= ${moment(week)}`);
}

/**
 * Creates a row for each week: from the first event to now, or to the last event if the clock was set back. There are
 * no gaps, so the next weeks follow the last row. Also makes weeks final whose events have been removed since:
 * aggregating the rest again would lose counts.
 */
export async function prepareWeeks(db: Database | Transaction): Promise<void> {
  const [known] = knownWeeks.parse([
    ...(await db.execute(sql`select min(week_start)::text as first, max(week_start)::text as last from usage_weeks`)),
  ]);
  const { first: start, last } = known;
  // Before the first week there may be events that came late.
  const earliest =
    start === null
      ? await firstWeekOfEvents(db)
      : await weekOfEvents(
          db,
          sql`min(at)`,
          sql`at >= ${moment(startOf(start) - lateMs)} and at < ${moment(startOf(start))}`,
        );
  const first = earliest ?? last;
  if (first !== null)
    await db.execute(sql`
      insert into usage_weeks (week_start)
      select generate_series(${first}::date,
        greatest(${weekOf(sql`now()`)}, ${await weekOfEvents(db, sql`max(at)`, sql`at >= now()`)}::date), interval '7 days')::date
      on conflict do nothing`);
  await db.execute(sql`
    update usage_weeks set is_final = true where not is_final and computed_at is not null and ${isBeyondRetention}`);
}

/** The pending weeks, which new events may have changed, oldest first. */
export async function openWeeks(db: Database): Promise<Week[]> {
  const rows = await db.execute(sql`
    select week_start::text from usage_weeks where not is_final order by usage_weeks.week_start`);
  return weeksIn(rows);
}

/** Whether there are events beyond their retention that are not aggregated yet. */
export async function hasUnaggregatedEvents(db: Database): Promise<boolean> {
  const kept = sql.raw(keptFrom());
  const [left] = z.tuple([z.object({ is_left: z.boolean() })]).parse([
    ...(await db.execute(sql`
      select exists (select 1 from usage_weeks where computed_at is null and week_start < ${kept})
        or not exists (select 1 from usage_weeks) as is_left`)),
  ]);
  return left.is_left && (await hasEvents(db, sql`at < ${kept}`));
}

/** Marks weeks as pending whose past has changed, which only demo data do. Never those whose events were removed. */
export async function reopenWeeks(transaction: Transaction, since: Date): Promise<void> {
  await transaction.execute(sql`
    delete from usage_funnel
    where signup_week in (select week_start from usage_weeks where not ${isBeyondRetention})`);
  await transaction.execute(sql`
    insert into usage_weeks (week_start)
    select generate_series(${weekOf(moment(since.getTime()))}, min(week_start), interval '7 days')::date from usage_weeks
    on conflict do nothing`);
  await transaction.execute(sql`
    update usage_weeks set is_final = false, settled_of = null
    where week_start >= ${weekOf(moment(since.getTime()))} and (computed_at is null or not ${isBeyondRetention})`);
}
