import { anonymousUserId } from '@nuances/db/schema';
import type { UsageEvent } from '../usage/record-event.ts';

/** An event as a test makes it; `at` in milliseconds since 1970. */
export interface MadeEvent {
  readonly userId: string;
  readonly kind: UsageEvent;
  readonly at: number;
  readonly durationS: number | null;
}

/** Nothing happened. */
export const noCounts = {
  nbActive: 0,
  nbLanding: 0,
  nbSessions: 0,
  sessionMs: 0,
  quizS: 0,
  nbQuizTimed: 0,
  nbQuizStarted: 0,
  nbQuizCompleted: 0,
  nbNotesCreated: 0,
  nbNotesUpdated: 0,
  nbNotesOpened: 0,
  nbStatsOpened: 0,
  nbHistoryOpened: 0,
};

/** The counters of a week, of one user or of all. */
export type Counts = typeof noCounts;

const counters = {
  landing: 'nbLanding',
  quiz_started: 'nbQuizStarted',
  scan: 'nbQuizCompleted',
  quiz_completed: 'nbQuizCompleted',
  note_created: 'nbNotesCreated',
  note_updated: 'nbNotesUpdated',
  notes_opened: 'nbNotesOpened',
  stats_opened: 'nbStatsOpened',
  history_opened: 'nbHistoryOpened',
} as const satisfies Partial<Record<UsageEvent, keyof Counts>>;

const isCounter = (kind: UsageEvent): kind is keyof typeof counters => kind in counters;

const dayMs = 86_400_000;

/** The Monday of a time's week, `YYYY-MM-DD`, found by stepping back day by day. */
export function mondayOf(at: number): string {
  let day = Math.floor(at / dayMs);
  while (new Date(day * dayMs).getUTCDay() !== 1) day -= 1;
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Weekly rows of users and totals, by key. */
export interface Recount {
  /** By `USER WEEK`. */
  readonly people: Record<string, Counts>;
  /** By week; only those in which something happened. */
  readonly weeks: Record<string, Counts & { nbSignups: number; nbAnonymousLanding: number }>;
  /** By `SIGNUP_WEEK WEEK`: how many accounts of the one were active in the other, at the distances that are kept. */
  readonly cohorts: Record<string, number>;
  /** By week of sign-ups: how many accounts, with a scan in seven days, and with any event in the seven days after. */
  readonly funnel: Record<string, { accounts: number; scanned: number; returned: number }>;
}

/** Slow reference implementation of the weekly rows: user by user, event by event, in the order of time. */
export function recount(events: readonly MadeEvent[]): Recount {
  const people: Recount['people'] = {};
  const weeks: Recount['weeks'] = {};
  const cohorts: Recount['cohorts'] = {};
  const funnel: Recount['funnel'] = {};
  const weekAt = (at: number) => (weeks[mondayOf(at)] ??= { ...noCounts, nbSignups: 0, nbAnonymousLanding: 0 });

  for (const userId of new Set(events.map((event) => event.userId))) {
    const own = events.filter((event) => event.userId === userId).toSorted((a, b) => a.at - b.at);
    const add = (at: number, name: keyof Counts, amount: number) => {
      (people[`${userId} ${mondayOf(at)}`] ??= { ...noCounts })[name] += amount;
      weekAt(at)[name] += amount;
    };
    let session: { first: number; last: number } | undefined;
    const close = () => {
      if (session) add(session.first, 'sessionMs', session.last - session.first);
    };
    for (const { kind, at, durationS } of own) {
      if (kind === 'signup') weekAt(at).nbSignups += 1;
      if (userId === anonymousUserId) {
        if (kind === 'landing') weekAt(at).nbAnonymousLanding += 1;
        continue;
      }
      if (isCounter(kind)) add(at, counters[kind], 1);
      if ((kind === 'scan' || kind === 'quiz_completed') && durationS !== null) {
        add(at, 'nbQuizTimed', 1);
        add(at, 'quizS', Math.min(durationS, 3_600));
      }
      if (session && at - session.last < 30 * 60_000) session.last = at;
      else {
        close();
        session = { first: at, last: at };
        add(at, 'nbSessions', 1);
      }
    }
    close();
    if (userId === anonymousUserId) continue;
    // A user who only continued a session of last week has a row, too.
    for (const week of new Set(own.filter(({ kind }) => kind === 'signup').map(({ at }) => mondayOf(at)))) {
      const since = own.find(({ kind, at }) => kind === 'signup' && mondayOf(at) === week)?.at ?? 0;
      const days = (at: number) => (at - since) / dayMs;
      const counts = (funnel[week] ??= { accounts: 0, scanned: 0, returned: 0 });
      counts.accounts += 1;
      const isScan = ({ kind, at }: MadeEvent) =>
        (kind === 'scan' || kind === 'quiz_completed') && at >= since && days(at) < 7;
      if (own.some(isScan)) counts.scanned += 1;
      if (own.some(({ at }) => days(at) >= 7 && days(at) < 14)) counts.returned += 1;
    }
    const active = new Set(own.map(({ at }) => mondayOf(at)));
    for (const week of active) add(Date.parse(week), 'nbActive', 1);
    for (const signup of new Set(own.filter(({ kind }) => kind === 'signup').map(({ at }) => mondayOf(at))))
      for (const weeksAfter of [0, 1, 2, 4, 7]) {
        const later = new Date(Date.parse(signup) + weeksAfter * 7 * dayMs).toISOString().slice(0, 10);
        if (active.has(later)) cohorts[`${signup} ${later}`] = (cohorts[`${signup} ${later}`] ?? 0) + 1;
      }
  }
  return { people, weeks, cohorts, funnel };
}
