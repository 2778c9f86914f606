import { dayOf, startOfDay } from '@nuances/domain/local-day';
import { dottedDay, timeOfDay } from '@nuances/i18n/dates';
import type { Locale } from '@nuances/domain/locales';

/** A text below the chart. */
export interface TimeTick {
  /** Moment that it stands at, milliseconds. */
  readonly at: number;
  readonly text: string;
}

/** Below this many calendar days hours are shown. */
const hoursBelow = 2;
/** Px that a text takes with the air around it, and what those at the ends want to the next one. */
const room = 108;
const roomAtEnds = 76;

const minuteOf = (at: number) => Math.floor(at / 60_000);

/**
 * Texts along the time from the first to the last scan: days as dd.mm, with the year where it changes, or hours when
 * all is within two days. The first and the last stand at the ends; days between them at their first moment. All of
 * one minute have one text, in the middle.
 * @param width of the chart's inside, px
 */
export function timeTicks(first: number, last: number, width: number, locale: Locale): TimeTick[] {
  const from = dayOf(first);
  const to = dayOf(last);
  const withHours = to - from < hoursBelow;
  const withYear = new Date(first).getFullYear() !== new Date(last).getFullYear();
  const text = (at: number) => {
    const day = dottedDay(new Date(at));
    if (withHours) return timeOfDay(new Date(at), locale);
    return withYear ? day : day.slice(0, -3);
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
    // Scans of a few minutes have the same minute at many places; its first one names it, the ends name theirs.
    .filter((at, index, all) => minuteOf(at) !== minuteOf(all[index - 1] ?? first) && minuteOf(at) !== minuteOf(last));
  return [first, ...inside, last].map((at) => ({ at, text: text(at) }));
}
