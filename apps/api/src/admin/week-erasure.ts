/** Adds the counts of a person whose account is erased to the anonymous ones. */
import type { Database, Transaction } from '@nuances/db/client';
import { anonymousUserId } from '@nuances/db/schema';
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { keepCohortCounts } from './cohorts.ts';
import { spanOf, writeRows } from './week-counting.ts';
import {
  hasEvents,
  isNobodys,
  isOf,
  list,
  milliseconds,
  pauseMs,
  prepareWeeks,
  sums,
  type Week,
  weeksIn,
} from './weeks.ts';

/** Weeks that one step of an erasure folds. */
const weeksAtOnce = 20;
/** Events that one step of an erasure removes. */
const eventsAtOnce = 5_000;

/** Locks rows of weeks, the oldest first; after it the next statement sees what was committed before. */
async function lockWeeks(transaction: Transaction, condition: SQL): Promise<Week[]> {
  const rows = await transaction.execute(sql`
    select week_start::text from usage_weeks where ${condition} order by usage_weeks.week_start for update`);
  return weeksIn(rows);
}

/** The weeks, by a condition, in which a person has a row. */
async function weeksOf(transaction: Transaction, userId: string, condition: SQL, limit = sql``): Promise<Week[]> {
  // The index of the rows is by week first.
  const rows = await transaction.execute(sql`
    select usage_weeks.week_start::text from usage_weeks
      join usage_user_weeks as own on own.week_start = usage_weeks.week_start
    where own.${isOf(userId)} and ${condition} order by usage_weeks.week_start ${limit}`);
  return weeksIn(rows);
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
