import { longDay, shortDateAndYear, timeOfDay } from '@nuances/i18n/dates';
import type { I18n } from './locale-store.ts';

/** A moment in words of the language and in the person's time zone. */
export function momentOf({ locale }: I18n, time: string) {
  const at = new Date(time);
  return { date: longDay(at, locale, new Date()), time: timeOfDay(at, locale) };
}

/** The day of a moment, where room is short. */
export const shortDayOf = ({ locale }: I18n, time: string): string =>
  shortDateAndYear(new Date(time), locale, new Date());
