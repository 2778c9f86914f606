import type { BaseNamespace } from '../../namespace';

export default {
  open: 'A booklet as PDF',
  openMore: 'Notes and scans of a period, to read or print. Prepared on your device.',
  with: 'What the booklet holds',
  notes: 'My notes',
  scans: 'My scans',
  words: 'My words',
  make: 'Prepare the booklet',
  print: 'Print or PDF',
  cover: 'Booklet, {start} to {end}',
  notesCount: {
    one: '{count} note',
    other: '{count} notes',
  },
  scansCount: {
    one: '{count} scan',
    other: '{count} scans',
  },
  entered: 'entered on {date}',
  made: 'Nuances · prepared on my device on {date}',
  private: 'Notes can be read in it by anyone. Put this file away like a notebook.',
  locked: {
    one: '{count} unreadable note, left out',
    other: '{count} unreadable notes, left out',
  },
  empty: 'Nothing in this period.',
} satisfies BaseNamespace;
