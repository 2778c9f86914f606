import type { UserWeek } from './statistics.ts';

/** A whole week in which nobody did anything but what is given. */
export function userWeek(weekStart: string, counts: Partial<Omit<UserWeek, 'weekStart'>> = {}): UserWeek {
  return {
    weekStart,
    nbActive: 0,
    nbLanding: 0,
    nbSessions: 0,
    avgSessionDuration: 0,
    nbQuizStarted: 0,
    nbQuizCompleted: 0,
    avgQuizDuration: 0,
    nbNotesCreated: 0,
    nbNotesUpdated: 0,
    nbNotesOpened: 0,
    nbStatsOpened: 0,
    nbHistoryOpened: 0,
    isPartial: false,
    ...counts,
  };
}
