import type { BaseNamespace } from '../../namespace';

const en_today = {
  greeting: {
    morning: 'Good morning',
    afternoon: 'Good afternoon',
    evening: 'Good evening',
    night: 'Hello',
  },
  light: {
    morning: '{date} · the day is opening',
    afternoon: '{date} · the light is high',
    evening: '{date} · the light is going down',
    night: '{date} · it is night',
  },
  last: 'Your last scan',
  lastOpen: 'Open',
  lastName: 'Your last scan, {when}, {image}. Open',
  lastToday: 'today at {time}',
  lastYesterday: 'yesterday at {time}',
  scan: 'Start a scan',
  resume: 'Resume the scan',
  write: 'Write',
  week: 'These seven days',
  month: 'See the month',
  day: {
    one: '{date}, {count} scan',
    other: '{date}, {count} scans',
  },
  memory: {
    one: '{count} year ago',
    other: '{count} years ago',
    number: {
      1: 'one',
      2: 'two',
      3: 'three',
      4: 'four',
      5: 'five',
      6: 'six',
      7: 'seven',
      8: 'eight',
      9: 'nine',
      10: 'ten',
    },
    note: '{ago} · a note',
    scan: '{ago} · a scan',
    menu: 'Options for this memory',
    hideOnce: 'Hide this one',
    hideAll: 'Stop showing them',
    hidden: 'Hidden. You can bring it back in Config.',
    setting: 'Show a memory of the same day',
  },
  waiting: {
    one: '{count} item is waiting to be sent, kept on this device',
    other: '{count} items are waiting to be sent, kept on this device',
  },
  empty: 'Your first scan will appear here.',
  readable: 'From now on, everything can be read here offline too.',
  emptyMore: 'Seven questions, one for each colour. A few minutes are enough.',
  keys: 'On this page, the keys S and N open a scan and a note',
  sealing: 'Your pages are being sealed: {done} of {total}',
} satisfies BaseNamespace;

export default en_today;
