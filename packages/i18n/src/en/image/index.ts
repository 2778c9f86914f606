import type { BaseNamespace } from '../../namespace';

export default {
  result0: {
    name: 'The ember',
    alt: 'The ember: a small light on the shore, at night.',
  },
  result1: {
    name: 'The night light',
    alt: 'The night light: a lamp on the far shore, its reflection in the water, a crescent moon.',
  },
  result2: {
    name: 'The blue hour',
    alt: 'The blue hour: the rim of the sun between two hills, under a blue and rose sky.',
  },
  result3: {
    name: 'Dawn',
    alt: 'Dawn: the whole sun resting between two hills, mist low over the water.',
  },
  result4: {
    name: 'Morning',
    alt: 'Morning: the sun above the hills, a blue sky, clear water.',
  },
  result5: {
    name: 'Full day',
    alt: 'Full day: the sun open like a seven-petalled flower above the hills.',
  },
  explain: 'The image follows your seven answers together. It is always the same shore, and its light is never out.',
} satisfies BaseNamespace;
