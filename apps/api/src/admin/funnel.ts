/** The SQL of the funnel: what the accounts of a week of sign-ups did in their first fourteen days. */
import type { Database, Transaction } from '@nuances/db/client';
import { usageFunnel, usageWeeks } from '@nuances/db/schema';
import { funnelsOf } from '@nuances/domain/usage/funnel';
import { asc, eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { countedKinds, isBeyondRetention, isOfKind, isSomebodys, moment, type Week, weekMs, weeksIn } from './weeks.ts';

/** The weeks of sign-ups that can be counted and are not, oldest first: no event can change them any more. */
export async function weeksWithoutFunnel(db: Database): Promise<Week[]> {
  const rows = await db.execute(sql`
    select week_start::text from usage_weeks
    where not ${isBeyondRetention}
      and exists (select from usage_weeks as last where last.is_final and last.week_start = usage_weeks.week_start + 14)
      and not exists (select from usage_funnel where signup_week = usage_weeks.week_start)
    order by usage_weeks.week_start`);
  return weeksIn(rows);
}

const countsSchema = z.tuple([
  z.object({ accounts: z.coerce.number(), scanned: z.coerce.number(), returned: z.coerce.number() }),
]);

/** Counts the accounts of a week (SPEC.md USAGE-17). Call with the week's row locked. */
export async function writeFunnel(transaction: Transaction, week: Week): Promise<void> {
  const start = Date.parse(`${week}T00:00:00Z`);
  // On Citus the events are on other machines than the counts: two statements.
  const [{ accounts, scanned, returned }] = countsSchema.parse([
    ...(await transaction.execute(sql`
      select count(*) as accounts, count(*) filter (where scans) as scanned, count(*) filter (where returns) as returned
      from (
        select signup.user_id,
          bool_or(${isOfKind(countedKinds.nb_quiz_completed)} and event.at < signup.since + interval '7 days') as scans,
          bool_or(event.at >= signup.since + interval '7 days') as returns
        from (
          select user_id, min(at) as since from usage_events
          where kind = 'signup' and at >= ${moment(start)} and at < ${moment(start + weekMs)}
            -- Their rows tell them sooner than all events of the week.
            and user_id in (select user_id from usage_user_weeks where week_start = ${week} and signed_up and ${isSomebodys})
          group by user_id
        ) as signup join usage_events as event on event.user_id = signup.user_id
        where event.at >= ${moment(start)} and event.at < ${moment(start + 3 * weekMs)}
          and event.at >= signup.since and event.at < signup.since + interval '14 days'
        group by signup.user_id
      ) as person`)),
  ]);
  await transaction
    .insert(usageFunnel)
    .values({ signupWeek: week, nbAccounts: accounts, nbScanned: scanned, nbReturned: returned })
    .onConflictDoNothing();
}

/** The funnel of each period, without numbers of people that are too small (SPEC.md USAGE-17). */
export async function listFunnels(db: Database) {
  const weeks = await db
    .select({
      weekStart: usageWeeks.weekStart,
      accounts: usageFunnel.nbAccounts,
      scanned: usageFunnel.nbScanned,
      returned: usageFunnel.nbReturned,
    })
    .from(usageWeeks)
    .leftJoin(usageFunnel, eq(usageFunnel.signupWeek, usageWeeks.weekStart))
    .where(sql`${usageWeeks.computedAt} >= (${usageWeeks.weekStart} + 7)::timestamp at time zone 'UTC'`)
    .orderBy(asc(usageWeeks.weekStart));
  return funnelsOf(
    weeks.map(({ weekStart, accounts, scanned, returned }) => ({
      weekStart,
      counts: accounts === null || scanned === null || returned === null ? null : { accounts, scanned, returned },
    })),
  );
}
