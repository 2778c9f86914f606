/** A day of the calendar as `YYYY-MM-DD`, a month as `YYYY-MM`; neither has a time zone. */

const dayMs = 86_400_000;

/** Every month has this many rows, whatever its first weekday. */
const weeks = 6;

function utc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function keyOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The month of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The day `count` days later; earlier for a negative count. */
export function addDays(day: string, count: number): string {
  return keyOf(new Date(utc(day).getTime() + count * dayMs));
}

/** The month `count` months later. */
export function addMonths(month: string, count: number): string {
  const date = utc(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return monthOf(keyOf(date));
}

/** The same day of another month, or that month's last day where it is shorter. */
export function sameDayIn(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const wanted = `${month}-${day.slice(8)}`;
  return wanted > last ? last : wanted;
}

/** Weekday: 0 for Monday, 6 for Sunday. */
export function weekdayOf(day: string): number {
  return (utc(day).getUTCDay() + 6) % 7;
}

/** The six weeks around a month, Monday first. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const monday = addDays(first, -weekdayOf(first));
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => addDays(monday, week * 7 + weekday)),
  );
}

/** The day that a key of the grid moves to; null for other keys. */
export function dayByKey(key: string, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return sameDayIn(addMonths(monthOf(day), -1), day);
    case 'PageDown':
      return sameDayIn(addMonths(monthOf(day), 1), day);
    default:
      return null;
  }
}
