import { dayOf, startOfDay } from '@nuances/domain/local-day';
import { monthsIn } from '@nuances/domain/calendar';
import { shortestDate, dottedDay, shortMonth, shortMonthAndYear, timeOfDay } from '@nuances/i18n/dates';
import type { Locale } from '@nuances/domain/locales';

/** A label of the time axis. */
export interface TimeTick {
  /** Its time, ms since 1970. */
  readonly at: number;
  readonly text: string;
  /** Whether it is the beginning of a month, with the label in its middle. */
  readonly month: boolean;
}

/** The ends of a time axis, ms since 1970. */
interface Axis {
  readonly first: number;
  readonly last: number;
  /** Whether an hour may stand below it: not where something is of a day or a part of it only. */
  readonly hasHours: boolean;
}

/** Labels are hours when the first and the last day are fewer days apart than this. */
const hoursBelow = 2;
/** Px for a label with the space around it, and minimum px from a label to those at the ends. */
const room = 108;
const roomAtEnds = 76;
/** From this number of days on the labels are months. */
const monthsFrom = 120;
/** Px from a month to the next label, at least, and to the ends of the axis. */
const monthRoom = 48;
const monthAtEnds = 12;
/** Every so many months one is named; January always is, with its year. */
const monthSteps = [1, 2, 3, 6, 12] as const;

const minuteOf = (at: number) => Math.floor(at / 60_000);

/** The beginnings of months, each so many that the names have room. The first has its year too, where that is not the current one. */
function monthTicks({ first, last }: Axis, width: number, locale: Locale, now: Date): TimeTick[] {
  const [from, to] = [dayOf(first), dayOf(last)];
  const months = monthsIn({ from, to }).slice(1);
  const px = (at: number) => ((at - first) / (last - first)) * width;
  const step = monthSteps.find((count) => (width / ((to - from) / 30.44)) * count >= monthRoom) ?? 12;
  const named = months.flatMap(({ month, from: day }) => {
    const at = startOfDay(day);
    const isNamed = (Number(month.slice(5)) - 1) % step === 0 && px(at) >= monthAtEnds && width - px(at) >= monthAtEnds;
    return isNamed ? [{ at, date: new Date(at) }] : [];
  });
  return named.map(({ at, date }, index) => {
    const hasYear = date.getMonth() === 0 || (index === 0 && date.getFullYear() !== now.getFullYear());
    return { at, text: (hasYear ? shortMonthAndYear : shortMonth)(date, locale), month: true };
  });
}

/**
 * Labels of the time axis: months in a long period, days as « 24 oct. », of another year « 24.10.25 », or hours when all scans
 * are of one day or of two consecutive days. The first and the last label are at the ends, days between them at their start.
 * If all scans are of the same minute, or day without hours, there is one label, in the middle.
 * @param width inner width of the chart, px, divided by the scale of the letters: fewer large labels have room
 */
export function timeTicks(axis: Axis, width: number, locale: Locale, now = new Date()): TimeTick[] {
  const { first, last, hasHours } = axis;
  const from = dayOf(first);
  const to = dayOf(last);
  const withHours = hasHours && to - from < hoursBelow;
  const text = (at: number) => {
    if (withHours) return timeOfDay(new Date(at), locale);
    return shortestDate(new Date(at), locale, now);
  };
  if (to - from >= monthsFrom) {
    const months = monthTicks(axis, width, locale, now);
    if (months.length > 1) return months;
  }
  if (first === last) return [{ at: first, text: dottedDay(new Date(first)), month: false }];
  if (withHours ? minuteOf(first) === minuteOf(last) : from === to)
    return [{ at: (first + last) / 2, text: text(first), month: false }];

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
  return [first, ...inside, last].map((at) => ({ at, text: text(at), month: false }));
}
