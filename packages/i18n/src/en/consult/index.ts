import type { BaseNamespace } from '../../namespace';

const en_consult = {
  open: 'Consultation page',
  openMore: 'One A4 page to print or save, prepared on your device.',
  prepare: 'Prepare a page',
  kind: 'For a consultation',
  title: 'My scans, {start} to {end}',
  titleDay: 'My scans of {date}',
  count: '{scans} scan{{s}} on {days} days, out of {period} calendar days.',
  countOneDay: '{scans} scan{{s}} on one day, out of {period} calendar days.',
  countSameDay: '{scans} scan{{s}} on one day.',
  how: 'With each scan I place seven feelings between two poles, from 1 to 10, as they are at that moment. The middle lies between 5 and 6.',
  col: {
    axis: 'From 1 to 10',
    strip: 'Mean (circle), usual (bar)',
    mean: 'Mean',
    usual: 'Usual',
    trend: 'Week by week',
    trendMonth: 'Month by month',
    sides: 'Answers 1–5 / 6–10',
  },
  range: '{min} – {max}',
  sides: '{left} / {right}',
  alt: {
    strip: 'From 1 to 10: usual {min} to {max}, mean {mean}',
  },
  usualDef:
    '“Usual”: the range of eight answers out of ten. The small line gives each week’s mean on a scale from 1 to 10; a gap is a week without a scan.',
  usualDefMonth:
    '“Usual”: the range of eight answers out of ten. The small line gives each month’s mean on a scale from 1 to 10; a gap is a month without a scan.',
  tags: 'Words noted with the scans',
  tag: '{tag} {count}',
  notes: 'Chosen notes (titles only)',
  say: 'What I would like to bring up',
  lines: 'Lines to write on',
  is: 'This page shows my own answers, given at moments I chose. It helps to tell the story of a period.',
  isNot: 'It does not measure a state of health, and it replaces neither a conversation nor advice.',
  made: 'Nuances · page prepared on my device on {date}',
  page: '1 / 1',
  set: {
    tags: 'Add my words',
    tagsNone: 'No scan of this period has a word.',
    notes: 'Choose notes',
    notesHelp: 'Nothing is added unless you choose it: of notes only the title, or without one the first words.',
    notesMost: 'The page has room for {max} titles.',
    notesNone: 'No note in this period.',
    say: 'Leave lines to write on',
  },
  preview: 'Preview',
  print: 'Print or PDF',
  few: 'Two scans are enough to prepare a page.',
} satisfies BaseNamespace;

export default en_consult;
