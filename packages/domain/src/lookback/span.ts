import { monthOf, monthPeriod } from '../calendar.ts';
import { dayFromIso, dayOf, firstOfMonth, isoDay, mondayOf, weekdayOf, type LocalDay } from '../local-day.ts';
import type { Period } from '../statistics/period.ts';
import { spanOf, type MeanUnit } from '../statistics/scan-means.ts';

export type LookUnit = MeanUnit;

const sunday = 7;
const tuesday = 2;
/** From this hour of Sunday on the week is looked back on. */
const sundayHour = 17;

/** The Thursday of a day's week, which decides its year and its month (SPEC.md LOOK-1). */
function thursdayOf(day: LocalDay): LocalDay {
  return mondayOf(day) + 3;
}

/** The ISO week of a day, `YYYY-Www` (SPEC.md LOOK-1). */
export function isoWeekOf(day: LocalDay): string {
  const thursday = thursdayOf(day);
  const [year = '', month = ''] = isoDay(thursday).split('-');
  const firstOfYear = firstOfMonth(thursday, 1 - Number(month));
  const week = Math.floor((thursday - firstOfYear) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** The days of an ISO week `YYYY-Www`; null for any other text, such as week 53 of a year with 52 (SPEC.md LOOK-1). */
function weekPeriod(text: string): Period | null {
  const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(text) ?? [];
  // 4 January is always in the first week.
  const inFirst = dayFromIso(`${year}-01-04`);
  if (inFirst === null) return null;
  const day = inFirst + 7 * (Number(week) - 1);
  return isoWeekOf(day) === text ? spanOf(day, 'week') : null;
}

/** A week or month as it is written in an address: `YYYY-Www` or `YYYY-MM` (SPEC.md LOOK-1). */
export function addressOf(unit: LookUnit, { from }: Period): string {
  return unit === 'week' ? isoWeekOf(from) : monthOf(from);
}

/** The days of a week or month in an address; null where the text is none, or lies ahead (SPEC.md LOOK-1). */
export function spanAt(unit: LookUnit, address: string, today: LocalDay): Period | null {
  const span = unit === 'week' ? weekPeriod(address) : monthPeriod(address);
  return span && span.from <= today ? span : null;
}

/** The spans before and after one; null after the running one (SPEC.md LOOK-1). */
export function spansAround(
  unit: LookUnit,
  { from, to }: Period,
  today: LocalDay,
): { readonly before: Period; readonly after: Period | null } {
  return { before: spanOf(from - 1, unit), after: to < today ? spanOf(to + 1, unit) : null };
}

/** The month that a week leads to: the one that most of its days are in (SPEC.md LOOK-1). */
export function monthOfWeek({ from }: Period): Period {
  return spanOf(thursdayOf(from), 'month');
}

/** The week that Today looks back on at a moment, milliseconds; null from Wednesday on (SPEC.md LOOK-2). */
export function weekOnToday(now: number): Period | null {
  const today = dayOf(now);
  const weekday = weekdayOf(today);
  if (weekday === sunday) return new Date(now).getHours() < sundayHour ? null : spanOf(today, 'week');
  return weekday > tuesday ? null : spanOf(today - weekday, 'week');
}

/** The week that a link leads to which names none: the one on Today, else the running one (SPEC.md LOOK-2). */
export function latestWeek(now: number): Period {
  return weekOnToday(now) ?? spanOf(dayOf(now), 'week');
}
