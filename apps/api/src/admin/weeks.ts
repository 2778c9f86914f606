/** The SQL of the aggregation: the counts of one week, and the list of pending weeks. */
import type { Database, Transaction } from '@nuances/db/client';
import { anonymousUserId } from '@nuances/db/schema';
import { eventPartitions } from '@nuances/db/usage-events/months';
import { keptFrom } from '@nuances/db/usage-events/retention';
import { usage } from '@nuances/domain/limits';
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { UsageEvent } from '../usage/record-event.ts';
import { keepCohortCounts, type Week } from './cohorts.ts';

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

const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
/** All summed columns of a week. */
const nbActive = sql`nb_active`;
const sums = [
  nbActive,
  ...[...Object.keys(countedKinds), 'nb_sessions', 'session_ms', 'quiz_s', 'nb_quiz_timed'].map(
    (name) => sql`${sql.identifier(name)}`,
  ),
];

export const isNobodys = sql`user_id = ${anonymousUserId}::uuid`;
export const isSomebodys = sql`user_id <> ${anonymousUserId}::uuid`;
const isOf = (userId: string) => sql`user_id = ${userId}::uuid`;

/** How far the clock of the database may be set back, milliseconds. */
const clockStepMs = 3_600_000;
/** An event may be committed this long after its own time: activity is buffered, and transactions take a while. */
const lateMs = clockStepMs + 3_600_000;
export const weekMs = 7 * 86_400_000;
const pauseMs = usage.sessionPauseS * 1_000;
const startOf = (week: Week) => Date.parse(`${week}T00:00:00Z`);
export const moment = (ms: number) =>
  Number.isFinite(ms) ? sql`${new Date(ms).toISOString()}::timestamptz` : sql`'infinity'::timestamptz`;
const milliseconds = (ms: number) => sql`make_interval(secs => ${ms / 1_000}::float8)`;
/** The week of a moment, by the database. */
export const weekOf = (at: SQL) => sql`date_trunc('week', ${at} at time zone 'UTC')::date`;

const microseconds = (span: SQL) => sql`(date_part('epoch', ${span}) * 1000000)::bigint`;
/** Microseconds since the same user's previous event or part, exact; null for the first one that is read. */
const gap = (at: SQL, until = at) =>
  sql`${microseconds(sql`${at} - lag(${until}) over (partition by user_id order by ${at})`)} as gap_us`;
const countOf = (condition: SQL) => sql`(count(*) filter (where ${condition}))::int`;
const isPause = sql`(gap_us is null or gap_us >= ${pauseMs * 1_000}::bigint)`;

/** How far after a border to read for the end of a session that crosses it, milliseconds. Only scripts go on for longer. */
const reachMs = 2 * 3_600_000;

/**
 * Sessions that cross a border: for each user the part after it, its end, and whether it may continue beyond
 * the events that were read.
 * @param endless users whose events are read to the last one
 */
function crossing(border: number, endless: readonly string[], whose: SQL): SQL {
  const before = moment(border - pauseMs);
  const after = moment(border);
  const isEndless =
    endless.length === 0 ? sql`false` : sql`user_id in (${list(endless.map((userId) => sql`${userId}::uuid`))})`;
  return sql`
    select user_id, sum(gap_us) as us, max(at) as until,
      max(at) > ${moment(border + reachMs - pauseMs)} and not ${isEndless} as is_cut
    from (
      select *, count(*) filter (where ${isPause}) over (partition by user_id order by at) as begun_since
      from (
        select user_id, at, ${gap(sql`at`)} from usage_events
        where at >= ${before} and (at < ${moment(border + reachMs)} or ${isEndless}) and user_id in (
          select user_id from usage_events where at >= ${before} and at < ${after} and ${whose})
      ) as around
      where at >= ${after}
    ) as behind
    where begun_since = 0
    group by user_id`;
}

/** The part of a week that is counted: events before `from` are in rows already, and those since `to` will be counted again. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The counts of a week since `from`, at most two rows a user, as the common table expressions `settled` and `open`. Gaps are
 * summed in the week in which they end; of a session that crosses into the week the part is subtracted, of one that crosses
 * out of it added, so that a session belongs as a whole to the week in which it began. That is in the open rows.
 */
function counting(week: Week, { from, to }: Span, endless: readonly string[], whose: SQL): SQL {
  const start = startOf(week);
  const end = start + weekMs;
  // Visitors too, who have totals only.
  const read = whose === isSomebodys ? sql`true` : whose;
  const isTimed = sql`${isOfKind(countedKinds.nb_quiz_completed)} and duration_s is not null`;
  const kinds = { signups: ['signup'] as const, ...countedKinds };
  const names = [...Object.keys(kinds), 'quiz_s', 'nb_quiz_timed'].map((name) => sql.identifier(name));
  return sql`
    with crossing_in as (${crossing(start, endless, whose)}),
    crossing_out as (${crossing(end, endless, whose)}),
    reach as (
      select not exists (select 1 from (table crossing_in union all table crossing_out) as crossing where is_cut) as is_whole
    ),
    counted as (
      select user_id, ${to < end ? sql`since >= ${moment(to)}` : sql`false`} as is_open, 1 as nb_active,
        ${list(names.map((name) => sql`sum(${name}) as ${name}`))},
        count(*) filter (where ${isPause}) as nb_sessions,
        ${microseconds(sql`sum(until - since)`)} + coalesce(sum(gap_us) filter (where not ${isPause}), 0) as gaps_us
      from (
        select *, ${gap(sql`since`, sql`until`)}
        from (
          -- In half an hour is no pause: its events need no order, only these parts, which are far fewer.
          select user_id, min(at) as since, max(at) as until,
            ${list(Object.entries(kinds).map(([name, of]) => sql`${countOf(isOfKind(of))} as ${sql.identifier(name)}`))},
            coalesce(sum(least(duration_s, ${usage.quizCountedMaxS}::int)) filter (where ${isTimed}), 0) as quiz_s,
            ${countOf(isTimed)} as nb_quiz_timed
          from usage_events
          where at >= ${moment(from - pauseMs)} and at < ${moment(end)} and ${read}
          group by user_id, date_bin(${milliseconds(pauseMs)}, at, ${moment(from)}), at >= ${moment(to)}
        ) as part
      ) as part
      where since >= ${moment(from)}
      group by user_id${to < end ? sql`, 2` : sql``}
    ),
    settled as (
      select *, signups > 0 as signed_up, round(gaps_us / 1000)::bigint as session_ms
      from counted where not is_open and ${whose} and (select is_whole from reach)
    ),
    moved as (
      select user_id, coalesce(crossing_out.us, 0) - coalesce(crossing_in.us, 0) as us
      from crossing_in full join crossing_out using (user_id)
    ),
    open as (
      select user_id, true as is_open, coalesce(signups > 0, false) as signed_up,
        1 as nb_active,
        ${list(['nb_sessions', 'quiz_s', 'nb_quiz_timed', ...Object.keys(countedKinds)].map((name) => sql`coalesce(${sql.identifier(name)}, 0) as ${sql.identifier(name)}`))},
        round((coalesce(gaps_us, 0) + coalesce(us, 0)) / 1000)::bigint as session_ms
      from (select * from counted where is_open and ${whose}) as recent full join moved using (user_id)
      where (select is_whole from reach)
    )`;
}

const written = z.tuple([
  z.object({
    rows: z.coerce.number(),
    cut: z.array(z.string()).nullable(),
    last_of_own: z.string().nullable(),
    signups: z.coerce.number(),
    open_signups: z.coerce.number(),
    landing: z.coerce.number(),
    open_landing: z.coerce.number(),
  }),
]);
type Written = z.output<typeof written>[0];

const added = list(
  sums.map((column) =>
    column === nbActive ? sql`${column} = 1` : sql`${column} = usage_user_weeks.${column} + settled.${column}`,
  ),
);

/**
 * Counts a span of a week into its rows.
 * @returns how many rows, the end of the last session that began in the week and crosses out of it, and of the events of the span
 * sign-ups and landings of visitors, settled and open
 */
async function writeRows(
  transaction: Transaction,
  week: Week,
  span: Span,
  whose: SQL,
  endless: readonly string[] = [],
): Promise<Written> {
  const isFirst = span.from === startOf(week);
  const columns = sql`(user_id, week_start, signed_up, is_open, ${list(sums)})`;
  const rowsOf = (name: SQL) => sql`select user_id, ${week}::date, signed_up, is_open, ${list(sums)} from ${name}`;
  await transaction.execute(
    sql`delete from usage_user_weeks where week_start = ${week} and ${whose}${isFirst ? sql`` : sql` and is_open`}`,
  );
  const isCounted = sql`case when is_known then 0 else 1 end`;
  const sumOf = (column: SQL, condition: SQL) => sql`coalesce(sum(${column}) filter (where ${condition}), 0)`;
  const landingOf = (condition: SQL) => sumOf(sql`nb_landing`, sql`${isNobodys} and ${condition}`);
  const [result] = written.parse([
    ...(await transaction.execute(sql`
      ${counting(week, span, endless, whose)},
      ${
        isFirst
          ? sql``
          : sql`grown as (
              update usage_user_weeks set signed_up = usage_user_weeks.signed_up or settled.signed_up, ${added}
              from settled
              where usage_user_weeks.week_start = ${week} and not usage_user_weeks.is_open
                and usage_user_weeks.user_id = settled.user_id
              returning usage_user_weeks.user_id
            ),`
      }
      -- Who has both rows is active by the settled one.
      known as (
        select user_id, true as is_known from settled
        ${isFirst ? sql`` : sql`union select user_id, true from usage_user_weeks where week_start = ${week} and not is_open and ${whose}`}
      ),
      settling as (
        insert into usage_user_weeks ${columns} ${rowsOf(sql`settled`)}
        ${isFirst ? sql`` : sql`where user_id not in (select user_id from grown)`}
      ),
      opening as (
        insert into usage_user_weeks ${columns}
        select user_id, ${week}::date, signed_up, is_open, ${list(sums.map((column) => (column === nbActive ? isCounted : column)))}
        from open left join known using (user_id)
      )
      select (select count(*) from settled) + (select count(*) from open) as rows,
        ${sumOf(sql`signups`, sql`not is_open`)} as signups, ${sumOf(sql`signups`, sql`is_open`)} as open_signups,
        ${landingOf(sql`not is_open`)} as landing, ${landingOf(sql`is_open`)} as open_landing,
        (select array_agg(distinct user_id::text) from (table crossing_in union all table crossing_out) as crossing where is_cut) as cut,
        -- A session that also crosses into the week is with an earlier one, however long it goes on.
        (select max(until) from crossing_out
          where user_id not in (select user_id from crossing_in where until >= ${moment(startOf(week) + weekMs)}))::text as last_of_own
      from counted`)),
  ]);
  // Nothing was written: a session goes on for longer than was read.
  if (result.cut !== null) return writeRows(transaction, week, span, whose, result.cut);
  return result;
}

const settledSpan = z.tuple([z.object({ from: z.number().nullable(), lag: z.number() })]);

/**
 * What of a week is to be counted: since what is settled, and settled then to where no event can be committed any more.
 * Nothing is settled when an older version has counted the week since.
 */
async function spanOf(transaction: Transaction, week: Week): Promise<Span> {
  const start = startOf(week);
  const [{ from, lag }] = settledSpan.parse([
    ...(await transaction.execute(sql`
      select case when settled_of = computed_at then date_part('epoch', settled_until) * 1000 end as from,
        floor(date_part('epoch', now()) * 1000) - ${lateMs}::float8 as lag
      from usage_weeks where week_start = ${week}`)),
  ]);
  return { from: from ?? start, to: Math.min(start + weekMs, Math.max(from ?? start, lag)) };
}

/**
 * Counts what is new of a week: user rows, totals, and whether it is final, which means that the week and every session that
 * began in it ended so long ago that no event can change it any more. Call with the week's row locked.
 * @returns the number of user rows
 */
export async function writeWeek(transaction: Transaction, week: Week): Promise<number> {
  const start = startOf(week);
  const end = start + weekMs;
  const span = await spanOf(transaction, week);
  const counts = await writeRows(transaction, week, span, isSomebodys);
  const { signups, landing } = counts;
  const settledBefore = (column: string) => (span.from === start ? sql`0` : sql`usage_weeks.${sql.identifier(column)}`);
  await transaction.execute(sql`
    with total as (
      select ${list(sums.map((column) => sql`coalesce(sum(${column}), 0) as ${column}`))}
      from usage_user_weeks where week_start = ${week}
    )
    update usage_weeks set computed_at = now(), settled_of = now(), settled_until = ${moment(span.to)},
      is_final = greatest(${moment(end)}, ${counts.last_of_own}::timestamptz) < now() - ${milliseconds(lateMs + pauseMs)},
      settled_signups = ${settledBefore('settled_signups')} + ${signups}::integer,
      nb_signups = ${settledBefore('settled_signups')} + ${signups + counts.open_signups}::integer,
      settled_anonymous_landing = ${settledBefore('settled_anonymous_landing')} + ${landing}::integer,
      nb_anonymous_landing = ${settledBefore('settled_anonymous_landing')} + ${landing + counts.open_landing}::integer,
      ${list(sums.map((column) => sql`${column} = total.${column}`))}
    from total
    where week_start = ${week}`);
  return counts.rows;
}

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

const weekRows = z.array(z.object({ week_start: z.string() }));

/** The pending weeks, which new events may have changed, oldest first. */
export async function openWeeks(db: Database): Promise<Week[]> {
  const rows = await db.execute(sql`
    select week_start::text from usage_weeks where not is_final order by usage_weeks.week_start`);
  return weekRows.parse([...rows]).map((row) => row.week_start);
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

/** Weeks that one step of an erasure folds. */
const weeksAtOnce = 20;
/** Events that one step of an erasure removes. */
const eventsAtOnce = 5_000;

/** Locks rows of weeks, the oldest first; after it the next statement sees what was committed before. */
async function lockWeeks(transaction: Transaction, condition: SQL): Promise<Week[]> {
  const rows = await transaction.execute(sql`
    select week_start::text from usage_weeks where ${condition} order by usage_weeks.week_start for update`);
  return weekRows.parse([...rows]).map((row) => row.week_start);
}

/** The weeks, by a condition, in which a person has a row. */
async function weeksOf(transaction: Transaction, userId: string, condition: SQL, limit = sql``): Promise<Week[]> {
  // The index of the rows is by week first.
  const rows = await transaction.execute(sql`
    select usage_weeks.week_start::text from usage_weeks
      join usage_user_weeks as own on own.week_start = usage_weeks.week_start
    where own.${isOf(userId)} and ${condition} order by usage_weeks.week_start ${limit}`);
  return weekRows.parse([...rows]).map((row) => row.week_start);
}

/** Whether events of a person, or their weekly counts, are stored. */
export async function hasUsageOf(transaction: Transaction, userId: string): Promise<boolean> {
  if (await hasEvents(transaction, isOf(userId))) return true;
  return (await weeksOf(transaction, userId, sql`true`, sql`limit 1`)).length > 0;
}

/** Locks the weeks, by a condition, in which a person has a row. Call when no other run can add one. */
async function lockWeeksOf(transaction: Transaction, userId: string, condition: SQL, limit = sql``): Promise<Week[]> {
  // Two statements: on Citus the weeks are on another machine than the rows.
  const weeks = await weeksOf(transaction, userId, condition, limit);
  return weeks.length === 0
    ? []
    : lockWeeks(transaction, sql`week_start in ${weeks.map((week) => sql`${week}::date`)}`);
}

/** Adds a person's rows to the anonymous ones, one a week. Call with the rows of these weeks locked. */
async function foldWeeks(transaction: Transaction, userId: string, weeks: readonly Week[]): Promise<void> {
  if (weeks.length === 0) return;
  await keepCohortCounts(transaction, userId, weeks);
  await transaction.execute(sql`
    with gone as (
      delete from usage_user_weeks
      where (${isOf(userId)} or ${isNobodys}) and week_start in (${list(weeks.map((week) => sql`${week}::date`))})
      returning *
    )
    insert into usage_user_weeks (user_id, week_start, ${list(sums)})
    select ${anonymousUserId}::uuid, week_start, ${list(sums.map((column) => sql`sum(${column})`))} from gone group by week_start`);
}

/**
 * A step of an erasure: adds some of the person's rows of final weeks to the anonymous ones. The one of the sign-up is
 * left to the last step, because the cohorts of the others need it.
 * @returns whether there may be more
 */
export async function foldFinalWeeks(transaction: Transaction, userId: string): Promise<boolean> {
  // The other row of a final week only moves sessions.
  const isOther = sql`is_final and not own.is_open and not own.signed_up`;
  const weeks = await lockWeeksOf(transaction, userId, isOther, sql`limit ${weeksAtOnce}`);
  await foldWeeks(transaction, userId, weeks);
  return weeks.length === weeksAtOnce;
}

/**
 * A step of an erasure: removes some of the person's events of final weeks, which are never counted again. It leaves
 * those within the pause of a session before the first week that is not final: they decide where a session begins.
 * @returns whether there may be more
 */
export async function removeFinalEvents(db: Database | Transaction, userId: string): Promise<boolean> {
  const bounds = z.array(z.object({ at: z.string().nullable() }));
  const [open] = bounds.parse([
    ...(await db.execute(sql`
      select (min(week_start)::timestamp at time zone 'UTC' - ${milliseconds(pauseMs)})::text as at
      from usage_weeks where not is_final`)),
  ]);
  if (open?.at == null) return false;
  const [last] = bounds.parse([
    ...(await db.execute(sql`
      select at::text from usage_events where ${isOf(userId)} order by usage_events.at offset ${eventsAtOnce - 1} limit 1`)),
  ]);
  const gone = await db.execute(sql`
    delete from usage_events
    where ${isOf(userId)} and at < ${open.at}::timestamptz and at <= ${last?.at ?? 'infinity'}::timestamptz`);
  return gone.count >= eventsAtOnce;
}

/**
 * The last step of an erasure: aggregates the weeks that are not final for the last time, adds the person's rows to the
 * anonymous ones, and removes the events. Call in the transaction that deletes the person's row of `users`, after that:
 * nothing is recorded for it any more. The totals of the weeks do not change. The sign-up event of a week that is still
 * counted stays, as an anonymous one.
 */
export async function foldIntoAnonymous(transaction: Transaction, userId: string): Promise<void> {
  await prepareWeeks(transaction);
  // Erasures are serialised here. A week that became final meanwhile has been counted by the run that held its lock.
  for (const week of await lockWeeks(transaction, sql`not is_final`)) {
    const { from } = await spanOf(transaction, week);
    await writeRows(transaction, week, { from, to: from }, isOf(userId));
  }
  await foldWeeks(transaction, userId, await lockWeeksOf(transaction, userId, sql`true`));
  await transaction.execute(sql`
    with gone as (delete from usage_events where ${isOf(userId)} returning kind, at)
    insert into usage_events (user_id, kind, at)
    select ${anonymousUserId}::uuid, kind, at from gone where kind = 'signup'`);
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
