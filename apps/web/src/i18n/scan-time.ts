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

/** Date and time of a scan (ISO time or milliseconds), translated and in the person's time zone. */
export function scanMoment({ LL, locale }: I18n, createdAt: string | number) {
  const at = new Date(createdAt);
  const day = longDay(at, locale, new Date());
  const time = timeOfDay(at, locale);
  return { day, time, sentence: LL.common.dateAtTime({ date: day, time }) };
}

/** Day and time where room is short: « mar. 17 nov. » and « 21 h 14 ». */
export function scanShortMoment({ locale }: I18n, at: number) {
  const date = new Date(at);
  const weekday = locale === 'fr' ? `${shortWeekday(date, locale)}.` : shortWeekday(date, locale);
  return { day: `${weekday} ${shortDateAndYear(date, locale, new Date())}`, time: timeOfDay(date, locale) };
}

/** The short form of the day: « mar. 17 », and beside it with the month, « mar. 17 novembre », and with the time. */
export function scanShortDay({ LL, locale }: I18n, createdAt: string) {
  const at = new Date(createdAt);
  const long = shortDayAndMonth(at, locale, new Date());
  return {
    short: shortDay(at, locale),
    long,
    sentence: LL.common.dateAtTime({ date: long, time: timeOfDay(at, locale) }),
  };
}

/** The day without its weekday, in a short form. */
export function scanDay({ locale }: I18n, createdAt: string): string {
  return dayAndMonth(new Date(createdAt), locale, new Date());
}
