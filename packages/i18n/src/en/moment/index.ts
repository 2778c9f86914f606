import type { BaseNamespace } from '../../namespace';

export default {
  title: 'For which moment?',
  morning: 'Morning',
  noon: 'Midday',
  evening: 'Evening',
  night: 'Night',
  nightRange: '{start} to {end}',
  hour: 'At a set time',
  hourField: 'Time',
  unknown: 'I no longer know',
  unknownMore: 'Only the day is kept.',
  note: 'The questions stay the same: answer as it was then. The scan will be marked “entered on {date}”.',
  start: 'Begin',
  future: 'That time has not come yet.',
  head: 'that day · {date}',
  dated: {
    day: '{date}',
    morning: '{date}, morning',
    noon: '{date}, midday',
    evening: '{date}, evening',
    night: '{date}, night',
  },
} satisfies BaseNamespace;
