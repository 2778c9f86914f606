/** A week of people with an account as the statistics call answers it; `weekStart` is a Monday, an ISO day or time in UTC. */
export interface UserWeek {
  readonly weekStart: string;
  readonly nbLanding: number;
  readonly nbSessions: number;
  /** Mean over the sessions, seconds. */
  readonly avgSessionDuration: number;
  readonly nbQuizStarted: number;
  readonly nbQuizCompleted: number;
  /** Mean over the completed quizzes, seconds. */
  readonly avgQuizDuration: number;
  readonly nbNotesCreated: number;
  readonly nbNotesUpdated: number;
  readonly nbNotesOpened: number;
  readonly nbStatsOpened: number;
  readonly nbHistoryOpened: number;
  readonly isPartial: boolean;
}

/** A week of everybody else: new accounts, and landings of visitors. */
export interface GlobalWeek {
  readonly weekStart: string;
  readonly nbSignups: number;
  readonly nbLanding: number;
  readonly isPartial: boolean;
}

/** One week of the dashboard. A mean is null in a week that had nothing to average. */
export interface UsageWeek {
  /** Monday, `YYYY-MM-DD`, UTC. */
  readonly weekStart: string;
  /** Counted before its end, so that its figures will still grow. */
  readonly isPartial: boolean;
  /** Accounts created since the first week, this one included. */
  readonly users: number;
  readonly anonymousLandings: number;
  readonly userLandings: number;
  readonly sessions: number;
  /** Mean length of a session, whole minutes. */
  readonly sessionMinutes: number | null;
  readonly quizzesCompleted: number;
  readonly quizzesInterrupted: number;
  /** Mean length of a completed quiz, minutes with one decimal. */
  readonly quizMinutes: number | null;
  readonly notesCreated: number;
  readonly notesUpdated: number;
  readonly notesOpened: number;
  readonly statsOpened: number;
  readonly historyOpened: number;
}

const weekMs = 7 * 86_400_000;

/**
 * The weeks of the dashboard, oldest first: rows of one week summed (SPEC.md USAGE-1), none missing between the first
 * and the last (SPEC.md USAGE-2), with what is shown of each (SPEC.md USAGE-3, USAGE-5 to USAGE-8).
 */
export function usageWeeks(userStats: readonly UserWeek[], globalStats: readonly GlobalWeek[]): UsageWeek[] {
  const ofUsers = byWeek(userStats);
  const ofAll = byWeek(globalStats);
  let users = 0;
  return everyWeek([...ofUsers.keys(), ...ofAll.keys()]).map((weekStart) => {
    const own = ofUsers.get(weekStart) ?? [];
    const all = ofAll.get(weekStart) ?? [];
    users += sum(all, (row) => row.nbSignups);
    return {
      weekStart,
      isPartial: [...own, ...all].some((row) => row.isPartial),
      users,
      anonymousLandings: sum(all, (row) => row.nbLanding),
      userLandings: sum(own, (row) => row.nbLanding),
      sessions: sum(own, (row) => row.nbSessions),
      sessionMinutes: minutes(
        mean(
          own,
          (row) => row.nbSessions,
          (row) => row.avgSessionDuration,
        ),
        0,
      ),
      quizzesCompleted: sum(own, (row) => row.nbQuizCompleted),
      quizzesInterrupted: interrupted(
        sum(own, (row) => row.nbQuizStarted),
        sum(own, (row) => row.nbQuizCompleted),
      ),
      quizMinutes: minutes(
        mean(
          own,
          (row) => row.nbQuizCompleted,
          (row) => row.avgQuizDuration,
        ),
        1,
      ),
      notesCreated: sum(own, (row) => row.nbNotesCreated),
      notesUpdated: sum(own, (row) => row.nbNotesUpdated),
      notesOpened: sum(own, (row) => row.nbNotesOpened),
      statsOpened: sum(own, (row) => row.nbStatsOpened),
      historyOpened: sum(own, (row) => row.nbHistoryOpened),
    };
  });
}

/** How many accounts the last week added: the difference between the last two totals (SPEC.md USAGE-4). */
export function weeklyDelta(weeks: readonly UsageWeek[]): number {
  return (weeks.at(-1)?.users ?? 0) - (weeks.at(-2)?.users ?? 0);
}

function byWeek<Row extends { readonly weekStart: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const weeks = new Map<string, Row[]>();
  for (const row of rows) {
    const day = row.weekStart.slice(0, 10);
    weeks.set(day, [...(weeks.get(day) ?? []), row]);
  }
  return weeks;
}

/** Each Monday from the first to the last of these. */
function everyWeek(days: readonly string[]): string[] {
  const times = days.map((day) => Date.parse(day));
  if (times.length === 0) return [];
  const first = times.reduce((a, b) => Math.min(a, b));
  const last = times.reduce((a, b) => Math.max(a, b));
  const count = Math.round((last - first) / weekMs) + 1;
  return Array.from({ length: count }, (_, index) => new Date(first + index * weekMs).toISOString().slice(0, 10));
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

/** Mean of the rows' means, weighted by their counts; null when all counts are 0. */
function mean<Row>(rows: readonly Row[], weight: (row: Row) => number, value: (row: Row) => number): number | null {
  const weights = sum(rows, weight);
  return weights === 0 ? null : sum(rows, (row) => weight(row) * value(row)) / weights;
}

/** Seconds as minutes, rounded to so many decimals (SPEC.md USAGE-5, USAGE-6). */
function minutes(seconds: number | null, decimals: 0 | 1): number | null {
  if (seconds === null) return null;
  const unit = 10 ** decimals;
  return Math.round((seconds / 60) * unit) / unit;
}

/** Started minus completed, at least 0: a quiz may be completed in the week after its start (SPEC.md USAGE-7). */
function interrupted(started: number, completed: number): number {
  return Math.max(0, started - completed);
}
