import type { BaseNamespace } from '../../namespace';

const en_calendar = {
  view: {
    name: 'View',
    list: 'List',
    calendar: 'Calendar',
  },
  span: 'Time shown',
  month: 'Month',
  year: 'Year',
  several: 'several scans',
  rule: 'The bloom is that of the day’s last scan; the figure says how many there are.',
  scans: {
    one: '{count} scan',
    other: '{count} scans',
  },
  day: {
    zero: '{date}, nothing that day',
    noted: '{date}, {notes}',
    mood: '{date}, {moods}',
    also: '{day}, {moods}',
    one: '{date}, {count} scan, {image}',
    other: '{date}, {count} scans, the last: {image}',
  },
  moods: { one: '{count} mood of another journal', other: '{count} moods of another journal' },
  slider: 'Day',
  back: 'Back to today',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  yearRange: '{start} to {end}',
  lane: '{right} above, {left} below',
  all: 'Together',
  allMore: 'all seven',
  readDesktop: 'Above the line, the right side; below it, the left side.',
  readPhone: 'As on the scale: one pole to the left, the other to the right.',
  white: 'A day without a scan stays blank: it says nothing.',
  summary: {
    one: '{month}: {count} day with a scan. {list}',
    other: '{month}: {count} days with a scan. {list}',
  },
  table: {
    show: 'See the table',
    hide: 'Hide the table',
    date: 'Day',
    mean: 'Several scans on one day: their mean.',
  },
  empty: 'Nothing this month.',
  emptyMore: 'The nearest scan is from {date}.',
  goNearest: 'Go there',
} satisfies BaseNamespace;

export default en_calendar;
