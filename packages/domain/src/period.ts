import { dayOf, twelveMonthsBefore, type LocalDay } from './local-day.ts';

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
