import { retention } from '../limits.ts';
import { addWeeks } from './statistics.ts';

/** How many accounts of a week of sign-ups were active in another week; in the same week, all of them. */
export interface CohortCount {
  /** Monday, `YYYY-MM-DD`, UTC. */
  readonly signupWeek: string;
  /** Monday, `YYYY-MM-DD`, UTC. */
  readonly weekStart: string;
  readonly people: number;
}

/** What may be reported of the accounts of one week of sign-ups. */
export interface RetentionRow {
  /** Monday, `YYYY-MM-DD`, UTC. */
  readonly weekStart: string;
  /** Null when they are too few. */
  readonly accounts: number | null;
  readonly after: RetentionCell[];
}

export interface RetentionCell {
  /** After the week of the sign-up. */
  readonly weeks: number;
  /** Whether that week is over and counted. */
  readonly isOver: boolean;
  /** How many were active in it; null before it is over, and when they or their accounts are too few. */
  readonly people: number | null;
}

/**
 * The weeks of sign-ups, oldest first, without figures of fewer than five people (SPEC.md USAGE-11).
 *
 * @param wholeWeeks Mondays of the weeks that are over and counted, oldest first
 */
export function retentionOf(wholeWeeks: readonly string[], cohorts: readonly CohortCount[]): RetentionRow[] {
  const whole = new Set(wholeWeeks);
  const counts = new Map(cohorts.map(({ signupWeek, weekStart, people }) => [`${signupWeek} ${weekStart}`, people]));
  const peopleIn = (signupWeek: string, weekStart: string) => counts.get(`${signupWeek} ${weekStart}`) ?? 0;
  return wholeWeeks.map((weekStart) => {
    const accounts = disclosed(peopleIn(weekStart, weekStart));
    const after = retention.weeksAfter.map((weeks) => {
      const later = addWeeks(weekStart, weeks);
      const isOver = whole.has(later);
      return { weeks, isOver, people: accounts === null || !isOver ? null : disclosed(peopleIn(weekStart, later)) };
    });
    return { weekStart, accounts, after };
  });
}

/** A number of people; null when it is too small to be reported. */
export function disclosed(people: number): number | null {
  return people < retention.minAccounts ? null : people;
}
