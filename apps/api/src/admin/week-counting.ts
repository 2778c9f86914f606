/** The SQL of the aggregation: the counts of one week. */
import type { Transaction } from '@nuances/db/client';
import { usage } from '@nuances/domain/limits';
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import {
  countedKinds,
  isNobodys,
  isOfKind,
  isSomebodys,
  lateMs,
  list,
  milliseconds,
  moment,
  nbActive,
  pauseMs,
  startOf,
  sums,
  type Week,
  weekMs,
} from './weeks.ts';

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
export async function writeRows(
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
        (select json_agg(distinct user_id) from (table crossing_in union all table crossing_out) as crossing where is_cut) as cut,
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
export async function spanOf(transaction: Transaction, week: Week): Promise<Span> {
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
