import { dayMonthAndYear, weekdayName } from '@nuances/i18n/dates';
import { type ScanTime, timeOfScan } from '../../i18n/scan-time.ts';
import type { I18n } from '../../i18n/locale-store.ts';

/** A day with its weekday and year, and the time as far as it is known: « lundi 16 novembre 2026 · 21 h 30 ». */
export function paperDate(words: I18n, when: ScanTime): string {
  const date = new Date(when.at);
  const day = `${weekdayName(date.getDay() || 7, words.locale)} ${dayMonthAndYear(date, words.locale)}`;
  const { time } = timeOfScan(words, when);
  return time === null ? day : `${day} · ${time}`;
}
