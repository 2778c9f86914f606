import { dayOf, startOfDay } from '@nuances/domain/local-day';
import { dottedDay, shortDate, timeOfDay } from '@nuances/i18n/dates';
import type { Locale } from '@nuances/domain/locales';

/** A label of the time axis. */
export interface TimeTick {
  /** Its time, ms since 1970. */
  readonly at: number;
  readonly text: string;
}

/** Labels are hours when the first and the last day are fewer days apart than this. */
const hoursBelow = 2;
/** Px for a label with the space around it, and minimum px from a label to those at the ends. */
const room = 108;
const roomAtEnds = 76;

const minuteOf = (at: number) => Math.floor(at / 60_000);

/**
 * Labels of the time axis: days as « 24 oct. », as dd.mm.yy when scans are of several years, or hours when all scans are of
 * one day or of two consecutive days. The first and the last label are at the ends, days between them at their start.
 * If all scans are of the same minute there is one label, in the middle.
 * @param width inner width of the chart, px
 */
export function timeTicks(first: number, last: number, width: number, locale: Locale): TimeTick[] {
  const from = dayOf(first);
  const to = dayOf(last);
  const withHours = to - from < hoursBelow;
  const withYear = new Date(first).getFullYear() !== new Date(last).getFullYear();
  const text = (at: number) => {
    if (withHours) return timeOfDay(new Date(at), locale);
    return withYear ? dottedDay(new Date(at)) : shortDate(new Date(at), locale);
  };
  if (first === last) return [{ at: first, text: dottedDay(new Date(first)) }];
  if (minuteOf(first) === minuteOf(last)) return [{ at: (first + last) / 2, text: text(first) }];

  const most = Math.max(1, Math.floor(width / room));
  const parts = withHours ? most : Math.min(most, to - from);
  const between = Array.from({ length: Math.max(0, parts - 1) }, (_, index) => {
    const part = (index + 1) / parts;
    return withHours ? first + (last - first) * part : startOfDay(Math.round(from + (to - from) * part));
  });
  const clear = ((last - first) * roomAtEnds) / Math.max(1, width);
  const inside = between
    .filter((at) => at - first >= clear && last - at >= clear)
    // Within a few minutes several labels would show the same minute: only the first of them stays.
    .filter((at, index, all) => minuteOf(at) !== minuteOf(all[index - 1] ?? first) && minuteOf(at) !== minuteOf(last));
  return [first, ...inside, last].map((at) => ({ at, text: text(at) }));
}
