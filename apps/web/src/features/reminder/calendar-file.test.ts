import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calendarFile } from './calendar-file.ts';

// A Sunday, on the clocks of wherever the test runs.
const now = new Date(2026, 10, 22, 12, 0);
const event = { name: 'Nuances', days: [7, 2, 4], time: '21:00', now, id: 'one' };
const linesOf = (text: string) => text.split('\r\n');

it('has one event a week at a local time, from the first of its days on', () => {
  const lines = linesOf(calendarFile(event));
  expect(lines).toContain('DTSTART:20261122T210000');
  expect(lines).toContain('RRULE:FREQ=WEEKLY;BYDAY=TU,TH,SU');
  expect(linesOf(calendarFile({ ...event, days: [1] }))).toContain('DTSTART:20261123T210000');
  expect(linesOf(calendarFile({ ...event, days: [6] }))).toContain('DTSTART:20261128T210000');
  // In winter and in summer alike: no zone, and no UTC but for the time of writing.
  expect(lines.filter((line) => /Z$|TZID/.test(line))).toEqual([expect.stringMatching(/^DTSTAMP:\d{8}T\d{6}Z$/)]);
});

it('says nothing but the name, and alarms once', () => {
  const text = calendarFile(event);
  expect(text.match(/Nuances/g)).toHaveLength(3);
  expect(text.match(/BEGIN:VALARM/g)).toHaveLength(1);
  expect(text.startsWith('BEGIN:VCALENDAR\r\n')).toBe(true);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
});

it('escapes and folds any text so that it is read back whole (RFC 5545, 3.1 and 3.3.11)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      const lines = linesOf(calendarFile({ ...event, name }));
      for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      const summary = linesOf(lines.join('\r\n').replaceAll('\r\n ', '')).find((line) => line.startsWith('SUMMARY:'));
      const read = summary
        ?.slice('SUMMARY:'.length)
        .replace(/\\(.)/g, (_all, character: string) => (character === 'n' ? '\n' : character));
      expect(read).toBe(name.replace(/\r\n|\r/g, '\n'));
    }),
  );
});

it('refuses an event without a day', () => {
  expect(() => calendarFile({ ...event, days: [] })).toThrow(RangeError);
});
