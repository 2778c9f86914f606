import { monthPeriod } from '@nuances/domain/calendar';
import { dateOfDay, type LocalDay } from '@nuances/domain/local-day';
import { dayAndMonth, longDay, monthAndYear } from '@nuances/i18n/dates';
import { countText, pluralForm } from '@nuances/i18n/plural';
import type { I18n } from '../../../i18n/locale-store.ts';
import { scanImage } from '../../../i18n/scan-image.ts';
import type { CalendarDays } from './use-calendar-days.ts';

/** « mercredi 18 novembre »; with the year unless it is the current one. */
export function dayTitle({ locale }: I18n, day: LocalDay): string {
  return longDay(dateOfDay(day), locale, new Date());
}

/** « 18 novembre »; with the year unless it is the current one. */
export function dayShort({ locale }: I18n, day: LocalDay): string {
  return dayAndMonth(dateOfDay(day), locale, new Date());
}

/** « novembre 2026 », of a month `YYYY-MM`. */
export function monthTitle({ locale }: I18n, month: string): string {
  const period = monthPeriod(month);
  return period ? monthAndYear(dateOfDay(period.from), locale) : month;
}

/** Accessible name of a day, with its moods of other journals. */
export function dayName(words: I18n, days: CalendarDays, day: LocalDay): string {
  const { LL, locale } = words;
  const count = days.moodsOn.get(day)?.length ?? 0;
  const name = ownDayName(words, days, day);
  if (count === 0) return name;
  const moods = countText(LL.calendar.moods, locale, count);
  return days.scansOn.has(day) || days.notesOn.has(day)
    ? LL.calendar.day.also({ day: name, moods })
    : LL.calendar.day.mood({ date: dayTitle(words, day), moods });
}

/** The same without moods: its date, number of scans, image of the last scan, or number of notes. */
function ownDayName(words: I18n, days: CalendarDays, day: LocalDay): string {
  const { LL, locale } = words;
  const date = dayTitle(words, day);
  const scans = days.scansOn.get(day);
  const notes = days.notesOn.get(day)?.length ?? 0;
  if (scans) {
    const count = scans.scans.length;
    const image = scanImage(LL, scans.last.answers).name;
    return LL.calendar.day[pluralForm(locale, count)]({ date, count, image });
  }
  return notes > 0
    ? LL.calendar.day.noted({ date, notes: countText(LL.notes.count, locale, notes) })
    : LL.calendar.day.zero({ date });
}
