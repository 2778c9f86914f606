import { addWeeks, monthOf, type UsageWeek } from './statistics.ts';
import { type UsagePeriod, usagePeriods } from './usage-periods.ts';

export interface PeriodWeeks {
  /** Whole ones, oldest first. */
  readonly weeks: readonly UsageWeek[];
  /** As many right before; null when there are not so many. */
  readonly before: readonly UsageWeek[] | null;
  /** The week that is not over. */
  readonly running: UsageWeek | null;
}

/** The whole weeks of a period, and those it is compared with (SPEC.md USAGE-12). */
export function periodOf(weeks: readonly UsageWeek[], period: UsagePeriod): PeriodWeeks {
  const whole = weeks.filter((week) => !week.isPartial);
  const running = weeks.find((week) => week.isPartial) ?? null;
  const length = usagePeriods[period];
  if (length === null) return { weeks: whole, before: null, running };
  const isCovered = whole.length >= 2 * length;
  return { weeks: whole.slice(-length), before: isCovered ? whole.slice(-2 * length, -length) : null, running };
}

/** What a chart draws: the period with what is not over yet, and what stands before it. */
export interface PeriodRows {
  readonly rows: readonly UsageWeek[];
  readonly before: readonly UsageWeek[];
}

/** The weeks of a period as a chart draws them. */
export function weekRowsOf({ weeks, before, running }: PeriodWeeks): PeriodRows {
  return { rows: running ? [...weeks, running] : weeks, before: before ?? [] };
}

/**
 * The months of a period as a chart draws them, whole ones where the period cuts them: a month that has weeks of both sides
 * stands before.
 */
export function monthRowsOf(months: readonly UsageWeek[], { weeks, before, running }: PeriodWeeks): PeriodRows {
  const first = weeks[0] ?? running;
  if (!first) return { rows: [], before: [] };
  const start = monthOf(first.weekStart);
  const cut = before !== null && monthOf(addWeeks(first.weekStart, -1)) === start;
  const rows = months.filter(({ weekStart }) => (cut ? weekStart > start : weekStart >= start));
  const earliest = before?.[0];
  if (!earliest || rows.length === 0) return { rows: months.filter(({ weekStart }) => weekStart >= start), before: [] };
  const from = monthOf(earliest.weekStart);
  return {
    rows,
    before: months.filter(({ weekStart }) => weekStart >= from && !rows.some((row) => row.weekStart === weekStart)),
  };
}

export const keyFigureIds = ['visitors', 'signups', 'active', 'scans', 'completion'] as const;
export type KeyFigureId = (typeof keyFigureIds)[number];

/** How a figure changed: in percent, in points of a percentage, or by how many. */
export interface FigureChange {
  readonly unit: 'percent' | 'points' | 'count';
  readonly value: number;
}

export interface KeyFigure {
  readonly id: KeyFigureId;
  /** In percent for `completion`; null when there is nothing to derive it from. */
  readonly value: number | null;
  /** Against the period before; null when it cannot be said. */
  readonly change: FigureChange | null;
}

/** The key figures of a period, against the one before (SPEC.md USAGE-13, USAGE-14). */
export function keyFigures({ weeks, before }: PeriodWeeks): KeyFigure[] {
  return keyFigureIds.map((id) => {
    const value = figureOf(id, weeks);
    const earlier = before === null ? null : figureOf(id, before);
    return { id, value, change: changeOf(id, value, earlier) };
  });
}

/** What happened in a part of a week, as the call about the running week answers it. */
export interface SpanCounts {
  /** People who did anything. */
  readonly nbActive: number;
  /** Arrivals without an account. */
  readonly nbLanding: number;
  readonly nbSignups: number;
  readonly nbQuizStarted: number;
  readonly nbQuizCompleted: number;
}

/** A key figure of a part of a week (SPEC.md USAGE-16). */
export function spanFigure(id: KeyFigureId, span: SpanCounts): number | null {
  const week = {
    anonymousLandings: span.nbLanding,
    signups: span.nbSignups,
    activePeople: span.nbActive,
    quizzesStarted: span.nbQuizStarted,
    quizzesCompleted: span.nbQuizCompleted,
  };
  return figureOf(id, [week]);
}

/** The counts of a week that a key figure is derived from. */
type CountedWeek = Pick<
  UsageWeek,
  'anonymousLandings' | 'signups' | 'activePeople' | 'quizzesStarted' | 'quizzesCompleted'
>;

function figureOf(id: KeyFigureId, weeks: readonly CountedWeek[]): number | null {
  if (weeks.length === 0) return null;
  switch (id) {
    case 'visitors':
      return total(weeks, (week) => week.anonymousLandings);
    case 'signups':
      return total(weeks, (week) => week.signups);
    case 'active':
      return Math.round(total(weeks, (week) => week.activePeople) / weeks.length);
    case 'scans':
      return total(weeks, (week) => week.quizzesCompleted);
    case 'completion': {
      const started = total(weeks, (week) => week.quizzesStarted);
      const completed = total(weeks, (week) => week.quizzesCompleted);
      return started === 0 ? null : Math.min(100, Math.round((100 * completed) / started));
    }
  }
}

/** Below this, a percentage would say more than is known. */
const fewest = 20;

function changeOf(id: KeyFigureId, value: number | null, earlier: number | null): FigureChange | null {
  if (value === null || earlier === null) return null;
  if (id === 'completion') return { unit: 'points', value: value - earlier };
  if (id === 'active' || Math.min(value, earlier) < fewest) return { unit: 'count', value: value - earlier };
  return { unit: 'percent', value: Math.round((100 * (value - earlier)) / earlier) };
}

function total(weeks: readonly CountedWeek[], of: (week: CountedWeek) => number): number {
  return weeks.reduce((sum, week) => sum + of(week), 0);
}
