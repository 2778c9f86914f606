import type { Database } from '@nuances/db/client';
import { usageCohorts, usageWeeks } from '@nuances/db/schema';
import { retentionOf } from '@nuances/domain/usage/retention';
import { asc, getTableColumns, isNotNull, sql } from 'drizzle-orm';

/** Counted before the end of the week. */
const isPartial = sql<boolean>`${usageWeeks.computedAt} < (${usageWeeks.weekStart} + 7)::timestamp at time zone 'UTC'`;

const mean = (sum: number, of: number) => (of === 0 ? 0 : sum / of);

const startOf = ({ weekStart }: { readonly weekStart: string }) => new Date(`${weekStart}T00:00:00Z`);

/** Every aggregated week as the statistics call answers it, oldest first. Averages in seconds; 0 where there was nothing. */
export async function readStats(db: Database) {
  const weeks = await db
    .select({ ...getTableColumns(usageWeeks), isPartial })
    .from(usageWeeks)
    .where(isNotNull(usageWeeks.computedAt))
    .orderBy(asc(usageWeeks.weekStart));
  return {
    userStats: weeks.map((week) => ({
      ...week,
      weekStart: startOf(week),
      avgSessionDuration: mean(week.sessionMs / 1_000, week.nbSessions),
      avgQuizDuration: mean(week.quizS, week.nbQuizTimed),
    })),
    globalStats: weeks.map((week) => ({ ...week, weekStart: startOf(week), nbLanding: week.nbAnonymousLanding })),
  };
}

/** The retention of each whole week of sign-ups, oldest first, without groups that are too small (SPEC.md USAGE-11). */
export async function listCohorts(db: Database) {
  const weeks = await db
    .select({ weekStart: usageWeeks.weekStart, isPartial })
    .from(usageWeeks)
    .where(isNotNull(usageWeeks.computedAt))
    .orderBy(asc(usageWeeks.weekStart));
  const cohorts = await db
    .select({ signupWeek: usageCohorts.signupWeek, weekStart: usageCohorts.weekStart, people: usageCohorts.nbPeople })
    .from(usageCohorts);
  const rows = retentionOf(
    weeks.filter((week) => !week.isPartial).map(({ weekStart }) => weekStart),
    cohorts,
  );
  return rows.map((row) => ({ ...row, weekStart: startOf(row) }));
}
