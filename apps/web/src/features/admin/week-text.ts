import type { Locale } from '@nuances/domain/locales';
import { dayAndMonth, dottedDay } from '@nuances/i18n/dates';

/** A week's Monday as said in a sentence: « 28 septembre », "28 September"; with the year when it is not the running one. */
export function weekDay(weekStart: string, locale: Locale, now: Date): string {
  return dayAndMonth(mondayOf(weekStart), locale, now);
}

/** The same as short as below a chart: 28.09, or 28.09.25 when the year is not the running one. */
export function weekTick(weekStart: string, now: Date): string {
  const monday = mondayOf(weekStart);
  const day = dottedDay(monday);
  return monday.getFullYear() === now.getFullYear() ? day.slice(0, 5) : day;
}

/** The same calendar day here: weeks begin in UTC, where it may be another day than in the person's zone. */
function mondayOf(weekStart: string): Date {
  const [year = 0, month = 1, day = 1] = weekStart.split('-').map(Number);
  return new Date(year, month - 1, day);
}
