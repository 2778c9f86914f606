import type { BaseNamespace } from '../../namespace';

const en_stats = {
  further: 'More from these scans',
  period: {
    label: 'Select a period',
    start: 'Start of the period',
    end: 'End of the period',
    range: '{start} – {end}',
    all: 'Whole period',
    lastYear: 'Last 12 months',
    dates: 'Type the dates',
  },
  view: {
    label: 'View',
    pie: 'Bloom',
    line: 'Lines',
  },
  play: {
    start: 'Play the scans one by one',
    pause: 'Pause',
    slider: 'Scan shown',
    value: 'Scan {index} of {total}, {date} at {time}',
    dot: 'Go to the scan of {date}',
    end: 'Last scan of the period.',
  },
  shown: 'Scan shown',
  count: {
    one: '{count} scan in this period',
    other: '{count} scans in this period',
  },
  empty: 'No scan to show yet.',
  emptyMore: 'The lines take shape once there are two scans.',
  emptyPeriod: 'No scan in this period.',
  single: 'One scan here: a dot, not yet a line.',
  variation: {
    label: 'Notable change',
    note: 'Compared with the previous scan.',
    progress: {
      slight: 'Slight progress towards {pole}: {delta} point',
      clear: 'Clear progress towards {pole}: {delta} points',
      strong: 'Strong progress towards {pole}: {delta} points',
    },
    shift: {
      slight: 'Slight shift towards {pole}: {delta} point',
      clear: 'Clear shift towards {pole}: {delta} points',
      strong: 'Strong shift towards {pole}: {delta} points',
    },
    less: {
      slight: 'A little less {pole}: {delta} point',
      clear: 'Clearly less {pole}: {delta} points',
      strong: 'Much less {pole}: {delta} points',
    },
    still: 'Still on the side of {pole}.',
    none: 'Nothing has moved since the previous scan.',
    first: 'This is the first scan: nothing to compare yet.',
  },
  trend: {
    label: 'Average trend',
    note: 'Mean of the seven answers, since the first scan of the period.',
    changed: {
      one: '{delta} point since the first scan of the period',
      other: '{delta} points since the first scan of the period',
    },
    same: 'The same mean as the first scan of the period',
    first: 'This is the first scan of the period.',
  },
  balance: {
    label: 'Overall balance',
    note: 'The seven answers taken together.',
    positive: 'Mostly positive',
    negative: 'Mostly negative',
    evenPositive: 'About even, leaning positive',
    evenNegative: 'About even, leaning negative',
  },
  dominant: {
    label: 'Stable dominant value',
    note: 'The most frequent answer, when it comes up at least half the time.',
    value: '{pole}: {value} of 10, {count} times out of {total}',
  },
  since: {
    label: 'Since the previous scan',
    zero: 'The same day',
    one: '{count} day',
    other: '{count} days',
  },
  analysis: {
    title: 'Reading this scan',
  },
  how: {
    show: 'See how: {label}',
    previous: 'Previous scan: {date} at {time}.',
    change: '{pole}: {before}, then {now}',
    grades: 'Slight: 1 point. Clear: 2 points. Strong: 3 or more.',
    trend:
      'Sum of the seven answers: {now} for this scan, {first} for the first of the period, {date}. The difference divided by 7 is {delta}.',
    shares: 'Each answer counts 2 × answer − 10, from −8 to +10. Here: {list}. Their mean is {mean}.',
    even: 'From 0 it is positive. Between −1 and +1 it is about even.',
    dominant: 'At least three scans, and a single answer ahead.',
    frequent: '{pole}: {values}, {count} times out of {total}',
    days: 'Calendar days in your time zone ({zone}).',
  },
  legend: {
    group: 'Lines shown',
    line: '{pole} line',
  },
  tooltip: {
    row: '{pole}: {value}',
  },
  chart: {
    name: 'Seven lines over time, from 1 to 10',
    summary: {
      one: '{count} scan, on {start}. {list}',
      other: '{count} scans, from {start} to {end}. {list}',
    },
    summaryItem: '{pole}: {first} at the start, {last} at the end, between {min} and {max}.',
  },
  preset: {
    group: 'Period',
    week: '7 days',
    month: '30 days',
    quarter: '3 months',
    year: '1 year',
    all: 'All',
    own: 'Choose dates',
  },
  range: {
    one: '{start} – {end} · {count} scan',
    other: '{start} – {end} · {count} scans',
  },
  many: {
    below: '{left} below',
    front: 'Bring {pole} to the front',
    back: 'Back to the same size',
    open: 'See these scans',
    mean: '{pole}: mean {mean}, {min} to {max}',
    week: {
      read: 'Line: mean of the week. Band: lowest to highest.',
      shown: 'Week shown',
      cursor: 'Week',
      chart: '{right}, weekly mean, {start} to {end}',
      line: {
        one: 'Week of {date} · {count} scan: {mean}',
        other: 'Week of {date} · {count} scans, mean {mean}, {min} to {max}',
      },
      play: 'Play the weeks one by one',
      table: 'Means by week, lowest to highest, from 1 to 10',
    },
    month: {
      read: 'Line: mean of the month. Band: lowest to highest.',
      shown: 'Month shown',
      cursor: 'Month',
      chart: '{right}, monthly mean, {start} to {end}',
      line: {
        one: 'Month of {date} · {count} scan: {mean}',
        other: 'Month of {date} · {count} scans, mean {mean}, {min} to {max}',
      },
      play: 'Play the months one by one',
      table: 'Means by month, lowest to highest, from 1 to 10',
    },
    weekRange: '{start} to {end}',
    scans: {
      one: '{count} scan',
      other: '{count} scans',
    },
    more: '+{count}',
    cell: '{mean}, {min} to {max}',
  },
  thinned: 'Lines simplified to stay readable. The reading and the table count every scan.',
  bloom: {
    name: 'Bloom of the scan of {date} at {time}',
  },
  table: {
    show: 'Show the table',
    hide: 'Hide the table',
    caption: 'Answers by scan, from 1 to 10',
    date: 'Date',
    range: 'Scans {from} to {to} of {total}',
    earlier: 'Earlier',
    later: 'Later',
  },
} satisfies BaseNamespace;

export default en_stats;
