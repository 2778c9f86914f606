/** The SQL of retention: how many accounts of a week of sign-ups are active in later weeks. */
import type { Database, Transaction } from '@nuances/db/client';
import { anonymousUserId } from '@nuances/db/schema';
import { retention } from '@nuances/domain/limits';
import { sql } from 'drizzle-orm';
import { type Week, weeksIn } from './weeks.ts';

/** Days between a week of sign-ups and each week that is kept of it; 0 is the cohort itself. */
const distances = [0, ...retention.weeksAfter].map((weeks) => weeks * 7);

/** The week was aggregated since its cohorts were counted. */
const hasOldCohorts = sql`(computed_at is not null and cohorts_of is distinct from computed_at)`;

/** The weeks whose cohorts are out of date, oldest first: of earlier runs too, if they were killed in between. */
export async function weeksWithOldCohorts(db: Database): Promise<Week[]> {
  return weeksIn(
    await db.execute(sql`
      select week_start::text from usage_weeks where ${hasOldCohorts} order by usage_weeks.week_start`),
  );
}

/**
 * Counts the people of a week by the week of their sign-up, from the rows of both. Call with the week's row locked, when
 * all earlier weeks are aggregated.
 */
export async function writeCohorts(transaction: Transaction, week: Week): Promise<void> {
  // A cohort of which only erased accounts are left has no living row below.
  await transaction.execute(sql`update usage_cohorts set nb_people = nb_erased where week_start = ${week}::date`);
  await transaction.execute(sql`
    insert into usage_cohorts (signup_week, week_start, nb_people)
    select signup.week_start, active.week_start, count(distinct active.user_id)
    from usage_user_weeks as active join usage_user_weeks as signup on signup.user_id = active.user_id
    where active.week_start = ${week}::date and active.user_id <> ${anonymousUserId}::uuid
      and signup.signed_up and signup.week_start in ${distances.map((days) => sql`${week}::date - ${days}::int`)}
    group by signup.week_start, active.week_start
    on conflict (signup_week, week_start) do update set nb_people = excluded.nb_people + usage_cohorts.nb_erased`);
  await transaction.execute(sql`update usage_weeks set cohorts_of = computed_at where week_start = ${week}::date`);
}

/**
 * Lets an account that is erased count on in its cohort. Call before its rows of these weeks are removed, with the weeks
 * locked; the row of its sign-up must be among them or still be there.
 */
export async function keepCohortCounts(
  transaction: Transaction,
  userId: string,
  weeks: readonly Week[],
): Promise<void> {
  const days = distances.map((distance) => sql`${distance}::int`);
  await transaction.execute(sql`
    insert into usage_cohorts (signup_week, week_start, nb_erased)
    select distinct signup.week_start, active.week_start, 1
    from usage_user_weeks as active
      cross join unnest(array[${sql.join(days, sql`, `)}]) as distance (days)
      join usage_user_weeks as signup
        on signup.week_start = active.week_start - distance.days and signup.user_id = active.user_id
    where active.week_start in ${weeks.map((week) => sql`${week}::date`)} and active.user_id = ${userId}::uuid
      and signup.signed_up
    on conflict (signup_week, week_start) do update set nb_erased = usage_cohorts.nb_erased + 1`);
}
