import { dayFromIso, startOfDay } from '@nuances/domain/local-day';
import { calendarDay } from '@nuances/i18n/dates';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';

/** The value of a date field, `YYYY-MM-DD`, in the language of the page; the placeholder for any other value. */
export function dayText(LL: TranslationFunctions, value: string): string {
  const day = dayFromIso(value);
  return day === null ? LL.common.dayFormat() : calendarDay(new Date(startOfDay(day)));
}
