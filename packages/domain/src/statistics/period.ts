import { dayOf, monthsBefore, twelveMonthsBefore, type LocalDay } from '../local-day.ts';

/** Days from the first to the last, both included; a period of one day starts and ends with it (SPEC.md PERIOD-1). */
export interface Period {
  readonly from: LocalDay;
  readonly to: LocalDay;
}

/** From the day of the first moment to the day of the last, milliseconds. */
export function wholePeriod(first: number, last: number): Period {
  return { from: dayOf(first), to: dayOf(last) };
}

/** The initial period: everything, or the twelve months up to the last scan (SPEC.md PERIOD-2). */
export function lastTwelveMonths(whole: Period): Period {
  return { from: Math.max(whole.from, twelveMonthsBefore(whole.to)), to: whole.to };
}

/** Periods that one touch chooses, the shortest first. */
export const presets = ['week', 'month', 'quarter', 'year', 'all'] as const;
export type Preset = (typeof presets)[number];

/** The period of a preset: it ends with the whole, and never begins before it (SPEC.md PERIOD-5). */
export function presetPeriod(preset: Preset, whole: Period): Period {
  const { to } = whole;
  const from = {
    week: to - 6,
    month: to - 29,
    quarter: monthsBefore(to, 3),
    year: twelveMonthsBefore(to),
    all: whole.from,
  };
  return { from: Math.max(whole.from, from[preset]), to };
}

/** The preset that a period is, "all" before any other; null for any other period. */
export function presetOf({ from, to }: Period, whole: Period): Preset | null {
  const is = (preset: Preset) => {
    const its = presetPeriod(preset, whole);
    return its.from === from && its.to === to;
  };
  // Where everything is shorter than a preset, "all" says what is seen.
  return is('all') ? 'all' : (presets.find(is) ?? null);
}

/** The period with another first day, which stops at the last one (SPEC.md PERIOD-3). */
export function withFrom(period: Period, from: LocalDay, whole: Period): Period {
  return { from: Math.min(Math.max(from, whole.from), period.to), to: period.to };
}

/** The period with another last day, which stops at the first one (SPEC.md PERIOD-3). */
export function withTo(period: Period, to: LocalDay, whole: Period): Period {
  return { from: period.from, to: Math.max(Math.min(to, whole.to), period.from) };
}

function withinWhole(day: LocalDay, whole: Period): LocalDay {
  return Math.min(Math.max(day, whole.from), whole.to);
}

/** The period after a first day was typed; an earlier last day moves to it (SPEC.md PERIOD-4). */
export function beginningOn(period: Period, day: LocalDay, whole: Period): Period {
  const from = withinWhole(day, whole);
  return { from, to: Math.max(from, period.to) };
}

/** The period after a last day was typed; a later first day moves to it (SPEC.md PERIOD-4). */
export function endingOn(period: Period, day: LocalDay, whole: Period): Period {
  const to = withinWhole(day, whole);
  return { from: Math.min(to, period.from), to };
}
