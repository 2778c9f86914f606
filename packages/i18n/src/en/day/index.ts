import type { BaseNamespace } from '../../namespace';

export default {
  previous: 'Previous day with a scan or a note',
  next: 'Next day with a scan or a note',
  empty: 'Nothing that day.',
  moods: 'Moods of other journals',
  mood: '{line}: {value} of {scale}',
  write: 'Write',
  addScan: 'Add a scan',
  dated: 'Dated {date}, marked “entered on {entered}”.',
  tooOld: 'You can write up to {days} days back.',
} satisfies BaseNamespace;
