import { dayAndMonth } from '@nuances/i18n/dates';
import { useI18n } from '../../i18n/locale-store.ts';

/** The day of an ISO time, with the year when it is not the present one. */
export function useDayText(): (time: string) => string {
  const { locale } = useI18n();
  return (time) => dayAndMonth(new Date(time), locale, new Date());
}
