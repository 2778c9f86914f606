import { dateTags, type Locale } from '@nuances/domain/locales';

const narrowSpace = '\u202F';

/** Creating a format is much slower than using it, and a list or a calendar uses it for every entry. */
const formatCache = new Map<string, Intl.DateTimeFormat>();

function part(date: Date, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formatCache.get(key) ?? new Intl.DateTimeFormat(dateTags[locale], { ...options, timeZone: 'UTC' });
  formatCache.set(key, format);
  // A format has a fixed time zone, but a person may travel: the local day is passed as a day of UTC.
  return format.format(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** A day inside its month: « 20 », "20". French uses an ordinal for the first: « 1er ». */
export function dayOfMonth(date: Date, locale: Locale): string {
  const day = date.getDate();
  return locale === 'fr' && day === 1 ? '1er' : String(day);
}

/**
 * A scan's day in the person's time zone: « vendredi 20 novembre », "Friday 20 November"; with the
 * year when it is not the current one.
 */
export function longDay(date: Date, locale: Locale, now: Date): string {
  const parts = [
    part(date, locale, { weekday: 'long' }),
    dayOfMonth(date, locale),
    part(date, locale, { month: 'long' }),
  ];
  if (date.getFullYear() !== now.getFullYear()) parts.push(String(date.getFullYear()));
  return parts.join(' ');
}

/** A weekday in a short form, without a dot: « ven », "Fri". */
export function shortWeekday(date: Date, locale: Locale): string {
  return part(date, locale, { weekday: 'short' }).replace('.', '');
}

/** The name of a weekday, 1 for Monday to 7 for Sunday: « lundi », "Monday". */
export function weekdayName(weekday: number, locale: Locale): string {
  // 1 January 2024 was a Monday.
  return part(new Date(2024, 0, weekday), locale, { weekday: 'long' });
}

/** The short name of a weekday, from 1 for Monday to 7 for Sunday: « mar. », "Tue". */
export function weekdayShortName(weekday: number, locale: Locale): string {
  return part(new Date(2024, 0, weekday), locale, { weekday: 'short' });
}

/** A day in a short form: « mar. 17 », "Tue 17". */
export function shortDay(date: Date, locale: Locale): string {
  return `${part(date, locale, { weekday: 'short' })} ${dayOfMonth(date, locale)}`;
}

/** Hour and minute in the person's time zone: « 21 h 14 » with narrow spaces, "21:14". */
export function timeOfDay(date: Date, locale: Locale): string {
  return clockText(date.getHours(), date.getMinutes(), locale);
}

/** The same on a clock that is so many minutes ahead of UTC, whatever the clock here skips or shows twice. */
export function timeAhead(date: Date, offset: number, locale: Locale): string {
  const there = new Date(date.getTime() + offset * 60_000);
  return clockText(there.getUTCHours(), there.getUTCMinutes(), locale);
}

function clockText(hour: number, minute: number, locale: Locale): string {
  const mark = locale === 'fr' ? `${narrowSpace}h${narrowSpace}` : ':';
  return `${twoDigits(hour)}${mark}${twoDigits(minute)}`;
}

/** A day on a slider, the same in both languages: 20.11.26. */
export function dottedDay(date: Date): string {
  return `${twoDigits(date.getDate())}.${twoDigits(date.getMonth() + 1)}.${twoDigits(date.getFullYear() % 100)}`;
}

/** A note's day, always with its year: « 03 nov. 2026 », "03 Nov 2026". */
export function noteDay(date: Date, locale: Locale): string {
  return part(date, locale, { day: '2-digit', month: 'short', year: 'numeric' });
}

/** A day of the calendar, the same in both languages: 03/11/2026. */
export function calendarDay(date: Date): string {
  return `${twoDigits(date.getDate())}/${twoDigits(date.getMonth() + 1)}/${String(date.getFullYear()).padStart(4, '0')}`;
}

/** A day without its weekday: « 20 novembre », "20 November"; with the year when it is not the current one. */
export function dayAndMonth(date: Date, locale: Locale, now: Date): string {
  const parts = [dayOfMonth(date, locale), part(date, locale, { month: 'long' })];
  if (date.getFullYear() !== now.getFullYear()) parts.push(String(date.getFullYear()));
  return parts.join(' ');
}

/** The same, always with its year: « 20 novembre 2026 », "20 November 2026". */
export function dayMonthAndYear(date: Date, locale: Locale): string {
  return [dayOfMonth(date, locale), part(date, locale, { month: 'long' }), date.getFullYear()].join(' ');
}

/** A day with its short weekday: « mar. 17 novembre », "Tue 17 November". */
export function shortDayAndMonth(date: Date, locale: Locale, now: Date): string {
  return `${part(date, locale, { weekday: 'short' })} ${dayAndMonth(date, locale, now)}`;
}

/** A day without its year where room is short: « 18 nov. », "18 Nov". */
function shortDate(date: Date, locale: Locale): string {
  return `${dayOfMonth(date, locale)} ${shortMonth(date, locale)}`;
}

/** The same, with the year when it is not the current one: « 18 nov. 2025 », "18 Nov 2025". */
export function shortDateAndYear(date: Date, locale: Locale, now: Date): string {
  const text = shortDate(date, locale);
  return date.getFullYear() === now.getFullYear() ? text : `${text} ${date.getFullYear()}`;
}

/** A day where room is shorter still: « 18 nov. », of another year than the current one « 18.11.25 ». */
export function shortestDate(date: Date, locale: Locale, now: Date): string {
  return date.getFullYear() === now.getFullYear() ? shortDate(date, locale) : dottedDay(date);
}

/** A month where room is short: « nov. », "Nov". */
export function shortMonth(date: Date, locale: Locale): string {
  return part(date, locale, { month: 'short' });
}

/** The same with the last two figures of its year: « nov. 25 », "Nov 25". */
export function shortMonthAndYear(date: Date, locale: Locale): string {
  return `${shortMonth(date, locale)} ${twoDigits(date.getFullYear() % 100)}`;
}

/** A month as a title: « novembre 2026 », "November 2026". */
export function monthAndYear(date: Date, locale: Locale): string {
  return `${part(date, locale, { month: 'long' })} ${date.getFullYear()}`;
}

/** The same, with its year when it is not the current one: « novembre », « novembre 2025 ». */
export function monthName(date: Date, locale: Locale, now: Date): string {
  const isThisYear = date.getFullYear() === now.getFullYear();
  return isThisYear ? part(date, locale, { month: 'long' }) : monthAndYear(date, locale);
}
