import { disclosed } from './retention.ts';
import { type UsagePeriod, usagePeriodIds, usagePeriods } from './usage-periods.ts';

/** A whole week of sign-ups. */
export interface FunnelWeek {
  /** Monday, `YYYY-MM-DD`, UTC. */
  readonly weekStart: string;
  /** Null while the first 14 days of its accounts are not over, and when their events are gone. */
  readonly counts: FunnelCounts | null;
}

export interface FunnelCounts {
  readonly accounts: number;
  /** With a saved scan in their first seven days. */
  readonly scanned: number;
  /** With any event in the seven days after these. */
  readonly returned: number;
}

/** What may be reported of the accounts of a period; a number of people is null when it is too small. */
export interface Funnel {
  readonly period: UsagePeriod;
  /** The first and the last week of sign-ups, Mondays `YYYY-MM-DD`; null without any. */
  readonly weeks: { readonly first: string; readonly last: string } | null;
  readonly accounts: number | null;
  readonly scanned: number | null;
  readonly returned: number | null;
}

/**
 * The funnel of each period (SPEC.md USAGE-17).
 *
 * @param weeks whole ones, oldest first
 */
export function funnelsOf(weeks: readonly FunnelWeek[]): Funnel[] {
  return usagePeriodIds.map((period) => {
    const length = usagePeriods[period];
    const counted = (length === null ? weeks : weeks.slice(-length)).flatMap(({ weekStart, counts }) =>
      counts === null ? [] : [{ weekStart, ...counts }],
    );
    const total = (of: (week: FunnelCounts) => number) => counted.reduce((sum, week) => sum + of(week), 0);
    const accounts = disclosed(total((week) => week.accounts));
    const ofThese = (people: number) => (accounts === null ? null : disclosed(people));
    const [first, last] = [counted[0], counted.at(-1)];
    return {
      period,
      weeks: first && last ? { first: first.weekStart, last: last.weekStart } : null,
      accounts,
      scanned: ofThese(total((week) => week.scanned)),
      returned: ofThese(total((week) => week.returned)),
    };
  });
}
