/** A file with one event every week, for any calendar (RFC 5545). */

const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const lineBytes = 75;

const escapeText = (text: string) => text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n|[\r\n]/g, String.raw`\n`);

/** Breaks a line after 75 bytes at most, never inside of a character; the next one begins with a space that counts. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let room = lineBytes;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (size > room) {
      folded += '\r\n ';
      room = lineBytes - 1;
    }
    folded += character;
    room -= size;
  }
  return folded;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
const dateText = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, '0')}${twoDigits(month)}${twoDigits(day)}`;

/** `20261124T203000Z` */
const utcText = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '');

/** The first of the days from today on, in the person's zone: a start that the rule does not name would be an event too. */
function firstDay(weekdays: readonly number[], now: Date): Date {
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  // Date counts from Sunday as 0, ISO 8601 up to Sunday as 7.
  while (!weekdays.includes(start.getDay() || 7)) start.setDate(start.getDate() + 1);
  return start;
}

interface WeeklyEvent {
  /** Its name; the only thing that the file says. */
  readonly name: string;
  /** Days of the week, at least one, from 1 for Monday to 7 for Sunday (ISO 8601). */
  readonly days: readonly number[];
  /** `HH:MM` on the clocks of wherever the person is: the event has no zone and moves along. */
  readonly time: string;
  readonly now: Date;
  /** Unlike that of any other event. */
  readonly id: string;
}

/**
 * The text of a calendar file with one event every week, with an alarm at its start. It is private and keeps nobody busy.
 * @throws RangeError without a day
 */
export function calendarFile({ name, days: weekdays, time, now, id }: WeeklyEvent): string {
  if (weekdays.length === 0) throw new RangeError('An event without a day');
  const start = firstDay(weekdays, now);
  const startDay = dateText(start.getFullYear(), start.getMonth() + 1, start.getDate());
  const byDay = days.filter((_name, index) => weekdays.includes(index + 1));
  const text = escapeText(name);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Nuances//Reminder//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${utcText(now)}`,
    `DTSTART:${startDay}T${time.replace(':', '')}00`,
    'DURATION:PT10M',
    `RRULE:FREQ=WEEKLY;BYDAY=${byDay.join(',')}`,
    `SUMMARY:${text}`,
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${text}`,
    'TRIGGER:PT0S',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}
