import { dayAndMonth, longDay, shortDay, shortDayAndMonth, timeOfDay } from '@nuances/i18n/dates';
import type { I18n } from './locale-store.ts';

/** Date and time of a scan (ISO time or milliseconds), translated and in the person's time zone. */
export function scanMoment({ LL, locale }: I18n, createdAt: string | number) {
  const at = new Date(createdAt);
  const day = longDay(at, locale, new Date());
  const time = timeOfDay(at, locale);
  return { day, time, sentence: LL.common.dateAtTime({ date: day, time }) };
}

/** The short form of the day: « mar. 17 », and beside it with the month, « mar. 17 novembre ». */
export function scanShortDay({ locale }: I18n, createdAt: string) {
  const at = new Date(createdAt);
  return { short: shortDay(at, locale), long: shortDayAndMonth(at, locale, new Date()) };
}

/** The day without its weekday, in a short form. */
export function scanDay({ locale }: I18n, createdAt: string): string {
  return dayAndMonth(new Date(createdAt), locale, new Date());
}
