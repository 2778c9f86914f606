import type { BaseNamespace } from '../../namespace';

export default {
  open: 'As last time, except…',
  ask: 'What has changed since?',
  lead: 'Touch a petal to give it its value now. The others stay as last time, and this is noted.',
  legendKept: 'as last time',
  legendNow: 'now',
  nothing: 'Nothing has changed',
  was: 'Last time: {value}',
  putBack: 'Back to {value}',
  petalKept: '{left} – {right}, {value}, as last time. Change',
  petalNow: '{left} – {right}, {value} now, {was} last time. Change',
  unchangedSince: 'Unchanged since {date}',
  closed: 'Touch a petal, or “Nothing has changed”.',
  marked: {
    one: '{count} answer kept from last time',
    other: '{count} answers kept from last time',
  },
  markedMore: 'Kept answers have an outlined marker. “What takes shape” does not count them.',
  marker: '{value}, kept from the scan of {date}',
} satisfies BaseNamespace;
