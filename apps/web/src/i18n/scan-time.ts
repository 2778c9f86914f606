import { dayAndMonth, longDay, timeOfDay } from '@nuances/i18n/dates';
import type { I18n } from './locale-store.ts';

/** When a scan was made (ISO time or milliseconds), in words of the language and in the person's time zone. */
export function scanMoment({ LL, locale }: I18n, createdAt: string | number) {
  const at = new Date(createdAt);
  const day = longDay(at, locale, new Date());
  const time = timeOfDay(at, locale);
  return { day, time, sentence: LL.common.dateAtTime({ date: day, time }) };
}

/** The day alone, without its weekday, where room is short. */
export function scanDay({ locale }: I18n, createdAt: string): string {
  return dayAndMonth(new Date(createdAt), locale, new Date());
}
