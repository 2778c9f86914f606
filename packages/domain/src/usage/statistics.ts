/**
 * A week of people with an account in the answer of the statistics call; `weekStart` is a Monday, an ISO day or time in
 * UTC.
 */
export interface UserWeek {
  readonly weekStart: string;
  /** People who did anything. */
  readonly nbActive: number;
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

/** A week of other figures: new accounts, and visits of Home without an account. */
export interface GlobalWeek {
  readonly weekStart: string;
  readonly nbSignups: number;
  readonly nbLanding: number;
  readonly isPartial: boolean;
}

/** One week or month of the dashboard. A mean is null where there was nothing to average. */
export interface UsageWeek {
  /** Monday, or the first day of the month: `YYYY-MM-DD`, UTC. */
  readonly weekStart: string;
  /** Counted before the week's end, so that its figures can still grow. */
  readonly isPartial: boolean;
  /** Accounts created since the first week, this one included. */
  readonly users: number;
  /** Accounts created. */
  readonly signups: number;
  /** People who did anything with an account; of a month, the mean of its weeks. */
  readonly activePeople: number;
  readonly anonymousLandings: number;
  readonly userLandings: number;
  readonly sessions: number;
  /** Mean length of a session, whole minutes. */
  readonly sessionMinutes: number | null;
  readonly quizzesStarted: number;
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
 * The weeks of the dashboard, oldest first: rows of one week summed (SPEC.md USAGE-1), without gaps between the first
 * and the last (SPEC.md USAGE-2), with the displayed figures (SPEC.md USAGE-3, USAGE-5 to USAGE-8).
 */
export function usageWeeks(userStats: readonly UserWeek[], globalStats: readonly GlobalWeek[]): UsageWeek[] {
  return usageRows(userStats, globalStats, (day) => day);
}

/** The same by month (SPEC.md USAGE-15). */
export function usageMonths(userStats: readonly UserWeek[], globalStats: readonly GlobalWeek[]): UsageWeek[] {
  return usageRows(userStats, globalStats, monthOf);
}

/** The first day of a day's month, both `YYYY-MM-DD`. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** @param rowOf the first day of the row that a week belongs to */
function usageRows(
  userStats: readonly UserWeek[],
  globalStats: readonly GlobalWeek[],
  rowOf: (day: string) => string,
): UsageWeek[] {
  const ofUsers = byRow(userStats, rowOf);
  const ofAll = byRow(globalStats, rowOf);
  const days = everyWeek([...userStats, ...globalStats].map(dayOf));
  let users = 0;
  return [...new Set(days.map(rowOf))].map((weekStart) => {
    const own = ofUsers.get(weekStart) ?? [];
    const all = ofAll.get(weekStart) ?? [];
    const weeks = days.filter((day) => rowOf(day) === weekStart);
    const started = sum(own, (row) => row.nbQuizStarted);
    const completed = sum(own, (row) => row.nbQuizCompleted);
    const signups = sum(all, (row) => row.nbSignups);
    users += signups;
    return {
      weekStart,
      isPartial: [...own, ...all].some((row) => row.isPartial) || goesOn(days, weekStart, rowOf),
      users,
      signups,
      activePeople: activeIn(weeks, own),
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
      quizzesStarted: started,
      quizzesCompleted: completed,
      quizzesInterrupted: interrupted(started, completed),
      quizMinutes: minutes(
        mean(
          // A mean of 0 is that of quizzes without a duration (SPEC.md USAGE-10).
          own.filter((row) => row.avgQuizDuration > 0),
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

/** Whether a week after the last one still belongs to this row. */
function goesOn(days: readonly string[], rowStart: string, rowOf: (day: string) => string): boolean {
  const last = days.at(-1);
  return last !== undefined && rowOf(addWeeks(last, 1)) === rowStart;
}

/** Mean of the weeks that are whole, rounded; of all of them when none is. */
function activeIn(weeks: readonly string[], rows: readonly UserWeek[]): number {
  const partial = new Set(rows.filter((row) => row.isPartial).map(dayOf));
  const whole = weeks.filter((week) => !partial.has(week));
  const counted = new Set(whole.length > 0 ? whole : weeks);
  const people = sum(
    rows.filter((row) => counted.has(dayOf(row))),
    (row) => row.nbActive,
  );
  return Math.round(people / counted.size);
}

/** Number of accounts that the last week added: the difference between the last two totals, which are 0 before the first week (SPEC.md USAGE-4). */
export function weeklyDelta(weeks: readonly UsageWeek[]): number {
  return (weeks.at(-1)?.users ?? 0) - (weeks.at(-2)?.users ?? 0);
}

/** The day on which a row of the statistics call begins, `YYYY-MM-DD`. */
function dayOf(row: { readonly weekStart: string }): string {
  return row.weekStart.slice(0, 10);
}

/** The day so many weeks after another one, both `YYYY-MM-DD`. */
export function addWeeks(day: string, weeks: number): string {
  return new Date(Date.parse(day) + weeks * weekMs).toISOString().slice(0, 10);
}

function byRow<Row extends { readonly weekStart: string }>(
  rows: readonly Row[],
  rowOf: (day: string) => string,
): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const start = rowOf(dayOf(row));
    const known = found.get(start);
    if (known) known.push(row);
    else found.set(start, [row]);
  }
  return found;
}

/** Each Monday from the first to the last of these. */
function everyWeek(days: readonly string[]): string[] {
  const sorted = [...days].sort();
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return [];
  const count = Math.round((Date.parse(last) - Date.parse(first)) / weekMs) + 1;
  return Array.from({ length: count }, (_, index) => addWeeks(first, index));
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
