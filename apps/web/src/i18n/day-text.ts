import type { Locale } from '@nuances/domain/locales';
import { dateOfDay, dayFromIso } from '@nuances/domain/local-day';
import { calendarDay, timeOfDay } from '@nuances/i18n/dates';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';

/** The value of a date field, `YYYY-MM-DD`, in the language of the page; the placeholder for any other value. */
export function dayText(LL: TranslationFunctions, value: string): string {
  const day = dayFromIso(value);
  return day === null ? LL.common.dayFormat() : calendarDay(dateOfDay(day));
}

/** The value of a time field, `HH:MM`, in the language of the page; the placeholder for any other value. */
export function timeText(
  { LL, locale }: { readonly LL: TranslationFunctions; readonly locale: Locale },
  value: string,
): string {
  const time = new Date(`2024-01-01T${value}`);
  return Number.isNaN(time.getTime()) ? LL.common.timeFormat() : timeOfDay(time, locale);
}
