import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { instantSchema } from '../validation.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** What decides when a person is reminded (SPEC.md REMIND-1). */
export interface ReminderSchedule {
  /** Days of the week, from 1 for Monday to 7 for Sunday (ISO 8601). */
  readonly days: readonly number[];
  /** `HH:MM`, local time of the zone. */
  readonly time: string;
  /** IANA name. */
  readonly zone: string;
}

const zonePattern = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/;

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a zone that is not known */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  formats.set(zone, format);
  return format;
}

/** Whether it is the IANA name of a zone that this place knows (SPEC.md REMIND-1). */
export function isZone(zone: string): boolean {
  if (zone.length > limits.reminder.zoneMax || !zonePattern.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Local time of a zone, encoded as if it were UTC; milliseconds. */
function clockAt(zone: string, at: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** Local day of a moment, as the number of days since 1 January 1970. */
const dayIn = (zone: string, at: number) => Math.floor(clockAt(zone, at) / dayMs);

/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1;

/** First minute at which local time is at least `clock`, when it jumps over `clock` between two moments. */
function firstPast(zone: string, clock: number, before: number, after: number): number {
  if (after - before <= minuteMs) return after;
  const middle = Math.floor((before + after) / 2 / minuteMs) * minuteMs;
  return clockAt(zone, middle) >= clock
    ? firstPast(zone, clock, before, middle)
    : firstPast(zone, clock, middle, after);
}

/**
 * The time of a day's reminder: when local time first reaches it or, where the clock skips it, passes it (SPEC.md
 * REMIND-3). Null for a day that the zone skips completely.
 */
function momentOn(zone: string, day: number, time: string): number | null {
  const clock = day * dayMs + Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3)) * minuteMs;
  // The offsets of the day before and the day after include the one in force.
  const offsets = [clock - dayMs, clock + dayMs].map((at) => clockAt(zone, at) - at);
  const candidates = offsets.map((offset) => clock - offset).toSorted((a, b) => a - b);
  const exact = candidates.find((at) => clockAt(zone, at) === clock);
  if (exact !== undefined) return exact;
  const past = firstPast(zone, clock, Math.min(...candidates) - minuteMs, Math.max(...candidates));
  return dayIn(zone, past) === day ? past : null;
}

/**
 * The first reminder after a time (SPEC.md REMIND-2, REMIND-3).
 * @param schedule checked by `reminderSchema`
 */
export function nextReminder({ days, time, zone }: ReminderSchedule, after: Date): Date {
  const from = dayIn(zone, after.getTime());
  // The previous day too: where the clock is set back over midnight, its reminder may still come.
  for (let day = from - 1; day <= from + 15; day += 1) {
    if (!days.includes(weekdayOf(day))) continue;
    const at = momentOn(zone, day, time);
    if (at !== null && at > after.getTime()) return new Date(at);
  }
  throw new RangeError('A schedule without a day');
}

/** Whether two times are on one day in a zone: there is at most one reminder a day (SPEC.md REMIND-4). */
export function isSameDay(zone: string, a: Date, b: Date): boolean {
  return dayIn(zone, a.getTime()) === dayIn(zone, b.getTime());
}

/**
 * When a reminder of a time is sent: up to ten minutes later, always as much for one person, unless that is another day
 * (SPEC.md REMIND-6).
 * @param userId a random UUID: its digits are the hash
 */
export function sendingTime(zone: string, time: Date, userId: string): Date {
  const sent = new Date(time.getTime() + (Number.parseInt(userId.slice(-8), 16) % limits.reminder.spreadMaxMs));
  return isSameDay(zone, time, sent) ? sent : time;
}

/** The time that was chosen, of a reminder that is sent at a moment (SPEC.md REMIND-6). */
export function chosenTime(schedule: ReminderSchedule, sent: Date): Date {
  const chosen = nextReminder(schedule, new Date(sent.getTime() - limits.reminder.spreadMaxMs));
  return chosen < sent ? chosen : sent;
}

/**
 * What a person is shown of a reminder that is sent at a moment: the time that was chosen, of a day on which it comes
 * (SPEC.md REMIND-4, REMIND-6).
 * @param done the last reminder and the last scan, which leave out the one of their day
 */
export function shownTime(schedule: ReminderSchedule, sent: Date, done: readonly (Date | null | undefined)[]): Date {
  const at = chosenTime(schedule, sent);
  const isOver = done.some((one) => one != null && isSameDay(schedule.zone, one, at));
  return isOver ? nextReminder(schedule, at) : at;
}

/** A pause of a reminder; null ends it. */
export const reminderPauseSchema = z.object({ until: z.nullable(instantSchema) });

/** End of a pause: the requested time, at most a month ahead (SPEC.md REMIND-5). */
export function pauseEnd(until: string | null, now: Date): Date | null {
  if (until === null) return null;
  return new Date(Math.min(Date.parse(until), now.getTime() + limits.reminder.pauseMaxDays * dayMs));
}
