import { dayAndMonth, longDay, shortDay, shortDayAndMonth, timeOfDay } from '@nuances/i18n/dates';
import type { I18n } from './locale-store.ts';

/** When a scan was made (ISO time or milliseconds), in words of the language and in the person's time zone. */
export function scanMoment({ LL, locale }: I18n, createdAt: string | number) {
  const at = new Date(createdAt);
  const day = longDay(at, locale, new Date());
  const time = timeOfDay(at, locale);
  return { day, time, sentence: LL.common.dateAtTime({ date: day, time }) };
}

/** The same day where room is short: « mar. 17 », and beside it with the month, « mar. 17 novembre ». */
export function scanShortDay({ locale }: I18n, createdAt: string) {
  const at = new Date(createdAt);
  return { short: shortDay(at, locale), long: shortDayAndMonth(at, locale, new Date()) };
}

/** The day alone, without its weekday, where room is short. */
export function scanDay({ locale }: I18n, createdAt: string): string {
  return dayAndMonth(new Date(createdAt), locale, new Date());
}
