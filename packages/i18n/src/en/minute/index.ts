import type { BaseNamespace } from '../../namespace';

export default {
  in: 'Breathe in',
  hold: 'Hold',
  out: 'Breathe out',
  opens: 'The bloom opens.',
  rests: 'The bloom stays open.',
  closes: 'The bloom closes.',
  duration: 'Length',
  minutes: '{count} min',
  stop: 'Stop',
  again: 'Another one',
  end: 'That is all. Stay as long as you like.',
  name: 'Four seconds to breathe in, two to stay, six to breathe out.',
} satisfies BaseNamespace;
