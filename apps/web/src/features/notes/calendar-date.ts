import type { Locale } from '@nuances/domain/locales';
import { dayOf, isOpenDay, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { calendarDay, dayAndMonth, monthAndYear } from '@nuances/i18n/dates';

/** A day as a Date: noon in the person's time zone, a time that every day has. */
function dateOf(day: string): Date {
  return new Date(`${day}T12:00:00`);
}

/** Today in the person's time zone. */
export function currentDay(): LocalDay {
  return dayOf(Date.now());
}

/** Today in the person's time zone, as `YYYY-MM-DD`. */
export function today(): string {
  return isoDay(currentDay());
}

/** The requested day if it is an earlier day for which a note may still be written; else null, for now. */
export function openDayOf(asked: LocalDay | null): LocalDay | null {
  const now = currentDay();
  return asked !== null && asked !== now && isOpenDay(asked, now) ? asked : null;
}

/** « 20 novembre », "20 November"; with the year unless it is the current one. */
export function dayName(day: string, locale: Locale): string {
  return dayAndMonth(dateOf(day), locale, new Date());
}

/** 20/11/2026 */
export function numericDay(day: string): string {
  return calendarDay(dateOf(day));
}

/** « novembre 2026 », "November 2026", of a month `YYYY-MM`. */
export function monthName(month: string, locale: Locale): string {
  return monthAndYear(dateOf(`${month}-01`), locale);
}
