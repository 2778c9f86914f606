import type { BaseNamespace } from '../../namespace';

const en_insight = {
  title: 'What takes shape',
  lead: 'Things that go together in your scans. Nothing says that one brings about the other.',
  /** Where scans are given "as last time, except …". */
  givenOnly:
    'Only answers that were given count: those kept from last time are left out. So each feeling is looked at by itself, in the scans in which you gave it, and it takes more of them to see a pattern.',
  tag: 'On days marked “{tag}”, your answers lean more towards {pole}.',
  weekday: 'On {weekday}s, your answers lean more towards {pole}.',
  weekdayHour: 'On {weekday} {part}s, your answers lean more towards {pole}.',
  hour: '{part}, your answers lean more towards {pole}.',
  together: 'When your answers lean more towards {other}, they also lean more towards {pole}.',
  since: 'Since {date}, your answers lean more towards {pole}.',
  usual: 'For {left} and {right}, your answers mostly stay between {min} and {max}.',
  outside: 'Over the last two weeks they have been closer to {mean}.',
  part: {
    morning: 'In the morning',
    afternoon: 'In the afternoon',
    evening: 'In the evening',
    night: 'At night',
  },
  partShort: {
    morning: 'morning',
    afternoon: 'afternoon',
    evening: 'evening',
    night: 'night',
  },
  with: 'with: {mean}',
  without: 'without: {mean}',
  rest: 'the rest: {mean}',
  group: '{name}: {mean}',
  name: {
    weekdayHour: '{weekday} {part}',
    recent: 'these two weeks',
    since: 'since',
    before: 'before',
    together: 'then',
  },
  countTag: '{with} scans with, {without} without · {period}',
  countTime: '{with} scans then, {without} elsewhere · {period}',
  countSince: '{with} scans since, {without} before · {period}',
  period: '{start} to {end}',
  size: 'Difference: {delta} points, most likely between {low} and {high}',
  sizeMany: 'Difference: {delta} points, most likely between {low} and {high}',
  chance: 'By chance, fewer than one person in twenty would see such a difference.',
  open: 'See the scans',
  close: 'Hide the scans',
  hide: 'Stop showing this one',
  hidden: 'Hidden.',
  fewTag: '“{tag}”: {count} scans with it. Not enough scans yet to see a pattern (from {min} on).',
  few: 'Not enough scans yet to see a pattern (from {min} on).',
  fewMore: 'You have {count}. There is no hurry: they will all count, however long between two.',
  fewWhy: {
    one: '{count} more is needed: with fewer, chance draws a pattern too often.',
    other: '{count} more are needed: with fewer, chance draws a pattern too often.',
  },
  fewDays: 'Not enough days yet to see a pattern (from {min} on).',
  fewDaysMore: 'Your scans lie within {count} days. In so short a time, something passing looks like a pattern.',
  none: 'Nothing stands out clearly, and that is an answer too.',
  noneMore: 'Your scans vary without a marked link to a word, a day or an hour.',
  visibleFrom:
    'With {count} scans, a difference of {size} points is found four times out of five; a smaller one may be there unseen.',
  visibleFromMany:
    'With {count} scans, a difference of {size} points is found four times out of five; a smaller one may be there unseen.',
  visibleLater: 'For one point, it takes about {scans} scans.',
  scan: 'Start a scan',
  method: 'How it is worked out',
  methodText:
    'Everything is worked out on your device. A pattern appears only with {min} scans on each side, and if the difference stays on the same side of zero once chance and the number of patterns tried are taken into account.',
  change: {
    title: 'Before and after a date',
    label: 'A date that matters to you',
    compare: 'Compare',
    outside: 'Choose a day between {from} and {to}.',
    none: 'Nothing changes clearly around {date}, and that is an answer too.',
    few: '{min} scans are needed on each side: there are {before} before and {after} since.',
  },
  range: {
    title: 'Your usual range',
    text: 'The range of eight answers out of ten (band), and their mean (circle). {count} scans, {period}.',
    row: '{pole}: mostly between {min} and {max}, mean {mean}',
  },
} satisfies BaseNamespace;

export default en_insight;
