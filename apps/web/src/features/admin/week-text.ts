import { dateTags, type Locale } from '@nuances/domain/locales';
import { dayAndMonth, dottedDay, monthAndYear, shortDateAndYear } from '@nuances/i18n/dates';
import type { I18n } from '../../i18n/locale-store.ts';

/** A week's Monday for a sentence: « 28 septembre », "28 September"; with the year unless it is the current one. */
export function weekDay(weekStart: string, locale: Locale, now: Date): string {
  return dayAndMonth(calendarDay(weekStart), locale, now);
}

/** The same in a narrow column: « 28 sept. », "28 Sept". */
export function shortWeek(weekStart: string, locale: Locale, now: Date): string {
  return shortDateAndYear(calendarDay(weekStart), locale, now);
}

/** A week's Monday as a label below a chart: 28.09, or 28.09.25 unless the year is the current one. */
export function weekTick(weekStart: string, now: Date): string {
  const monday = calendarDay(weekStart);
  const day = dottedDay(monday);
  return monday.getFullYear() === now.getFullYear() ? day.slice(0, 5) : day;
}

function shortMonth(date: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(dateTags[locale], { month: 'short' }).format(date);
}

/** A month as a label below a chart: « juil. »; January with its year, « janv. 26 ». */
export function monthTick(day: string, locale: Locale): string {
  const date = calendarDay(day);
  const name = shortMonth(date, locale);
  return date.getMonth() === 0 ? `${name} ${day.slice(2, 4)}` : name;
}

/** The Sunday of a week for a sentence, as in {@link weekDay}. */
export function weekEnd(weekStart: string, locale: Locale, now: Date): string {
  const sunday = calendarDay(weekStart);
  sunday.setDate(sunday.getDate() + 6);
  return dayAndMonth(sunday, locale, now);
}

/** From one Monday to the Sunday of another week, in the short form of the sliders. */
export function weekRange(first: string, last: string): { start: string; end: string } {
  const sunday = calendarDay(last);
  sunday.setDate(sunday.getDate() + 6);
  return { start: dottedDay(calendarDay(first)), end: dottedDay(sunday) };
}

/** Name of a row of a chart: « Semaine du 28 septembre », « septembre 2026 ». */
export function rowText({ LL, locale }: I18n, day: string, by: 'week' | 'month', now: Date): string {
  return by === 'month' ? monthAndYear(calendarDay(day), locale) : LL.admin.weekOf({ date: weekDay(day, locale, now) });
}

/**
 * The calendar day of an ISO day or time as a local Date. Weeks begin in UTC; a conversion of the time could give the
 * day before in the person's time zone.
 */
export function calendarDay(weekStart: string): Date {
  const [year = 0, month = 1, day = 1] = weekStart.slice(0, 10).split('-').map(Number);
  return new Date(year, month - 1, day);
}
