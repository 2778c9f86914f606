import { limits } from './limits.ts';

const dayMs = 86_400_000;

/**
 * A calendar day in the person's time zone, as the number of days since 1 January 1970. Neighbouring days differ by
 * one however many hours they have (SPEC.md DAY-1).
 */
export type LocalDay = number;

/** Day that a moment, in milliseconds, falls on in the person's time zone. */
export function dayOf(at: number): LocalDay {
  const date = new Date(at);
  return dayNumber(date.getFullYear(), date.getMonth(), date.getDate());
}

/** First moment of a day in the person's time zone, milliseconds. */
export function startOfDay(day: LocalDay): number {
  const { year, month, date } = partsOf(day);
  return new Date(year, month, date).getTime();
}

/** The same as a date, for formatters. */
export function dateOfDay(day: LocalDay): Date {
  return new Date(startOfDay(day));
}

/** `YYYY-MM-DD`, as date fields write a day. */
export function isoDay(day: LocalDay): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The day of a `YYYY-MM-DD`; null for any other text, such as an incomplete date field. */
export function dayFromIso(text: string): LocalDay | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = Date.parse(text) / dayMs;
  return Number.isNaN(day) || isoDay(day) !== text ? null : day;
}

/** First day of so many calendar months that end with `day` (SPEC.md PERIOD-5). */
export function monthsBefore(day: LocalDay, months: number): LocalDay {
  const { year, month, date } = partsOf(day + 1);
  return Math.min(dayNumber(year, month - months, date), dayNumber(year, month - months + 1, 1));
}

/** First day of the twelve months that end with `day` (SPEC.md DAY-2). */
export function twelveMonthsBefore(day: LocalDay): LocalDay {
  return monthsBefore(day, 12);
}

/** The ISO day of the week, 1 for Monday to 7 for Sunday (SPEC.md WEEK-1). */
export function weekdayOf(day: LocalDay): number {
  // 1 January 1970 was a Thursday.
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** Monday of the ISO week that a day belongs to (SPEC.md WEEK-1). */
export function mondayOf(day: LocalDay): LocalDay {
  return day - weekdayOf(day) + 1;
}

/** First day of the calendar month so many months after that of a day; 0 is its own month, -1 the one before. */
export function firstOfMonth(day: LocalDay, later = 0): LocalDay {
  const { year, month } = partsOf(day);
  return dayNumber(year, month + later, 1);
}

/** The same date so many months later, or earlier; the last day of that month where it is shorter (SPEC.md DAY-4). */
export function monthsLater(day: LocalDay, months: number): LocalDay {
  const { year, month, date } = partsOf(day);
  return Math.min(dayNumber(year, month + months, date), dayNumber(year, month + months + 1, 0));
}

/** Whether a scan or note may be written for a day: today, or at most 30 days before it (SPEC.md DAY-3). */
export function isOpenDay(day: LocalDay, today: LocalDay): boolean {
  return day <= today && day >= today - limits.daysBack;
}

/**
 * The time, in milliseconds, of a scan or note that is written now for a day: the present hour and minute of that day
 * in the person's time zone (SPEC.md DAY-3). That of another day has no seconds, as it was chosen (SPEC.md TIME-3).
 */
export function momentOn(day: LocalDay, now: number): number {
  if (day === dayOf(now)) return now;
  const time = new Date(now);
  return timeOn(day, time.getHours(), time.getMinutes());
}

/** The time, in milliseconds, at which the clock of the person shows this on a day. */
export function timeOn(day: LocalDay, hours: number, minutes: number): number {
  const { year, month, date } = partsOf(day);
  const at = new Date(year, month, date, hours, minutes).getTime();
  // An hour that a change of the clock skips may belong to the next day.
  return dayOf(at) === day ? at : startOfDay(day);
}

/**
 * The time, in milliseconds, of a scan or note that is moved to another day: it keeps its hour and minute of `from`,
 * and is not in the future (SPEC.md DAY-3).
 */
export function momentMovedTo(day: LocalDay, from: number, now: number): number {
  return Math.min(momentOn(day, from), now);
}

function dayNumber(year: number, month: number, date: number): LocalDay {
  return Date.UTC(year, month, date) / dayMs;
}

function partsOf(day: LocalDay) {
  const utc = new Date(day * dayMs);
  return { year: utc.getUTCFullYear(), month: utc.getUTCMonth(), date: utc.getUTCDate() };
}
