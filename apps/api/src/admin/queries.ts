import type { Database } from '@nuances/db/client';
import { usageWeeks } from '@nuances/db/schema';
import { asc, isNotNull, sql } from 'drizzle-orm';

/** Every aggregated week, oldest first. Averages in seconds; 0 where there was nothing. */
export async function listWeeks(db: Database) {
  return db
    .select({
      weekStart: usageWeeks.weekStart,
      isPartial: sql<boolean>`${usageWeeks.computedAt} < (${usageWeeks.weekStart} + 7)::timestamp at time zone 'UTC'`,
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
