import { addWeeks, monthOf, type UsageWeek } from './usage-statistics.ts';

/** Periods of the dashboard, in whole weeks; null: all there are. */
export const usagePeriods = { month: 4, quarter: 12, year: 52, all: null } as const;
export type UsagePeriod = keyof typeof usagePeriods;

/** The weeks of a period. */
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

/** One figure of a period. */
export interface KeyFigure {
  readonly id: KeyFigureId;
  /** In percent for `completion`; null when there is nothing to derive it from. */
  readonly value: number | null;
  /** Against the period before: in percent, in points for `completion`; null when it cannot be said. */
  readonly change: number | null;
}

/** The key figures of a period, against the one before (SPEC.md USAGE-13, USAGE-14). */
export function keyFigures({ weeks, before }: PeriodWeeks): KeyFigure[] {
  return keyFigureIds.map((id) => {
    const value = figureOf(id, weeks);
    const earlier = before === null ? null : figureOf(id, before);
    return { id, value, change: changeOf(id, value, earlier) };
  });
}

/** Sign-ups out of a hundred visitors, with one decimal; null without a visitor (SPEC.md USAGE-14). */
export function visitToSignup(weeks: readonly UsageWeek[]): number | null {
  const visitors = total(weeks, (week) => week.anonymousLandings);
  return visitors === 0 ? null : Math.round((1_000 * total(weeks, (week) => week.signups)) / visitors) / 10;
}

function figureOf(id: KeyFigureId, weeks: readonly UsageWeek[]): number | null {
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

function changeOf(id: KeyFigureId, value: number | null, earlier: number | null): number | null {
  if (value === null || earlier === null) return null;
  if (id === 'completion') return value - earlier;
  return earlier === 0 ? null : Math.round((100 * (value - earlier)) / earlier);
}

function total(weeks: readonly UsageWeek[], of: (week: UsageWeek) => number): number {
  return weeks.reduce((sum, week) => sum + of(week), 0);
}
