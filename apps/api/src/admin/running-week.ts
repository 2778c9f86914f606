import type { Database } from '@nuances/db/client';
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { countedKinds, isNobodys, isOfKind, isSomebodys, moment, weekMs, weekOf } from './weeks.ts';

const epochMs = z.tuple([z.object({ monday: z.number(), now: z.number() })]);

const countsSchema = z.object({
  nbActive: z.coerce.number(),
  nbLanding: z.coerce.number(),
  nbSignups: z.coerce.number(),
  nbQuizStarted: z.coerce.number(),
  nbQuizCompleted: z.coerce.number(),
});

/** The counts of a span, from its events; those of people who were erased since are gone. */
async function countSpan(db: Database, from: number, to: number) {
  const ofKind = (kinds: Parameters<typeof isOfKind>[0]) => sql`count(*) filter (where ${isOfKind(kinds)})`;
  const [counts] = z.tuple([countsSchema]).parse([
    // By person first: on Citus each worker counts its own.
    ...(await db.execute(sql`
      select count(*) filter (where ${isSomebodys}) as "nbActive",
        coalesce(sum(landings) filter (where ${isNobodys}), 0) as "nbLanding",
        coalesce(sum(signups), 0) as "nbSignups",
        coalesce(sum(started) filter (where ${isSomebodys}), 0) as "nbQuizStarted",
        coalesce(sum(completed) filter (where ${isSomebodys}), 0) as "nbQuizCompleted"
      from (
        select user_id, ${ofKind(countedKinds.nb_landing)} as landings, ${ofKind(['signup'])} as signups,
          ${ofKind(countedKinds.nb_quiz_started)} as started, ${ofKind(countedKinds.nb_quiz_completed)} as completed
        from usage_events where at >= ${moment(from)} and at < ${moment(to)}
        group by user_id
      ) as person`)),
  ]);
  return counts;
}

/** The running week up to now, and the week before up to the same hour (SPEC.md USAGE-16). */
export async function readRunningWeek(db: Database) {
  const [{ monday, now }] = epochMs.parse([
    ...(await db.execute(sql`
      select date_part('epoch', ${weekOf(sql`now()`)}) * 1000 as monday,
        floor(date_part('epoch', now()) * 1000) as now`)),
  ]);
  return {
    weekStart: new Date(monday),
    until: new Date(now),
    // Until the next millisecond: what is stored by now counts.
    week: await countSpan(db, monday, now + 1),
    before: await countSpan(db, monday - weekMs, now + 1 - weekMs),
  };
}
