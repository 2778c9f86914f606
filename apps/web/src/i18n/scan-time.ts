import type { Exactness } from '@nuances/domain/scan/time';
import type { TimedScan } from '@nuances/domain/statistics/scan-series';
import { partOfDay } from '@nuances/domain/today';
import {
  dayAndMonth,
  longDay,
  shortDateAndYear,
  shortDay,
  shortDayAndMonth,
  shortWeekday,
  timeOfDay,
} from '@nuances/i18n/dates';
import type { I18n } from './locale-store.ts';

/** What is told of the time of a scan: no more than was given (SPEC.md TIME-4). */
export interface ScanTime {
  /** ISO time, or milliseconds. */
  readonly at: string | number;
  readonly moment: Exactness;
}

/** A scan in a series, with how exact its time is. */
export interface DatedScan extends TimedScan {
  readonly moment: Exactness;
}

/** The names of the parts of the day, of a time of which no more is known. */
const partNames = { morning: 'morning', afternoon: 'noon', evening: 'evening', night: 'night' } as const;

/** The hour, the part of the day, or null; and the same after a day, as a sentence. */
export function timeOfScan({ LL, locale }: I18n, { at, moment }: ScanTime) {
  const date = new Date(at);
  const time = timeOfDay(date, locale);
  if (moment === 'exact') return { time, after: (day: string) => LL.common.dateAtTime({ date: day, time }) };
  if (moment === 'day') return { time: null, after: (day: string) => LL.moment.dated.day({ date: day }) };
  const part = partNames[partOfDay(date.getHours())];
  return { time: LL.moment[part](), after: (day: string) => LL.moment.dated[part]({ date: day }) };
}

/** A day in words, with the time of a scan on it. */
export const dayWithTime = (i18n: I18n, scan: ScanTime, day: string): string => timeOfScan(i18n, scan).after(day);

/** Day and time of a scan, translated and in the person's time zone. */
export function scanMoment(i18n: I18n, scan: ScanTime) {
  const day = longDay(new Date(scan.at), i18n.locale, new Date());
  const { time, after } = timeOfScan(i18n, scan);
  return { day, time, sentence: after(day) };
}

/** Day and time where room is short: « mar. 17 nov. à 21 h 14 ». */
export function scanShortMoment(i18n: I18n, scan: ScanTime): string {
  const { locale } = i18n;
  const date = new Date(scan.at);
  const weekday = locale === 'fr' ? `${shortWeekday(date, locale)}.` : shortWeekday(date, locale);
  return timeOfScan(i18n, scan).after(`${weekday} ${shortDateAndYear(date, locale, new Date())}`);
}

/** The short form of the day: « mar. 17 », and beside it with the month, « mar. 17 novembre », and with the time. */
export function scanShortDay(i18n: I18n, scan: ScanTime) {
  const at = new Date(scan.at);
  const long = shortDayAndMonth(at, i18n.locale, new Date());
  return { short: shortDay(at, i18n.locale), long, sentence: timeOfScan(i18n, scan).after(long) };
}

/** « 18 novembre, le soir »: the day without its weekday, and the time. */
export function scanShortestMoment(i18n: I18n, scan: ScanTime): string {
  return timeOfScan(i18n, scan).after(dayAndMonth(new Date(scan.at), i18n.locale, new Date()));
}

/** The day without its weekday, in a short form. */
export function scanDay({ locale }: I18n, createdAt: string): string {
  return dayAndMonth(new Date(createdAt), locale, new Date());
}
