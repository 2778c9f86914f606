import type { Database } from '@nuances/db/client';
import { usageCohorts, usageWeeks } from '@nuances/db/schema';
import { retentionOf } from '@nuances/domain/usage/retention';
import { asc, isNotNull, sql } from 'drizzle-orm';

/** Counted before the end of the week. */
const isPartial = sql<boolean>`${usageWeeks.computedAt} < (${usageWeeks.weekStart} + 7)::timestamp at time zone 'UTC'`;

/** Every aggregated week, oldest first. */
async function listWeeks(db: Database) {
  return db
    .select({
      weekStart: usageWeeks.weekStart,
      isPartial,
      nbActive: usageWeeks.nbActive,
      nbSignups: usageWeeks.nbSignups,
      nbAnonymousLanding: usageWeeks.nbAnonymousLanding,
      nbLanding: usageWeeks.nbLanding,
      nbSessions: usageWeeks.nbSessions,
      sessionMs: usageWeeks.sessionMs,
      nbQuizStarted: usageWeeks.nbQuizStarted,
      nbQuizCompleted: usageWeeks.nbQuizCompleted,
      quizS: usageWeeks.quizS,
      nbQuizTimed: usageWeeks.nbQuizTimed,
      nbNotesCreated: usageWeeks.nbNotesCreated,
      nbNotesUpdated: usageWeeks.nbNotesUpdated,
      nbNotesOpened: usageWeeks.nbNotesOpened,
      nbStatsOpened: usageWeeks.nbStatsOpened,
      nbHistoryOpened: usageWeeks.nbHistoryOpened,
    })
    .from(usageWeeks)
    .where(isNotNull(usageWeeks.computedAt))
    .orderBy(asc(usageWeeks.weekStart));
}

const mean = (sum: number, of: number) => (of === 0 ? 0 : sum / of);

/** Every aggregated week as the statistics call answers it, oldest first. Averages in seconds; 0 where there was nothing. */
export async function readStats(db: Database) {
  const weeks = (await listWeeks(db)).map((week) => ({ ...week, weekStart: new Date(`${week.weekStart}T00:00:00Z`) }));
  return {
    userStats: weeks.map(({ nbSignups: _s, nbAnonymousLanding: _a, sessionMs, quizS, nbQuizTimed, ...week }) => ({
      ...week,
      avgSessionDuration: mean(sessionMs / 1_000, week.nbSessions),
      avgQuizDuration: mean(quizS, nbQuizTimed),
    })),
    globalStats: weeks.map(({ weekStart, nbSignups, nbAnonymousLanding, isPartial: partial }) => ({
      weekStart,
      nbSignups,
      nbLanding: nbAnonymousLanding,
      isPartial: partial,
    })),
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
  return rows.map((row) => ({ ...row, weekStart: new Date(`${row.weekStart}T00:00:00Z`) }));
}
