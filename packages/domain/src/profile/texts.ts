/** What the OpenAPI document says of the fields of a profile. Not with the fields, which travel to the browser. */
import { limits } from '../limits.ts';
import type { FieldText, TextsOf } from '../thing.ts';
import type { profileFields } from './fields.ts';

/** Bounds are of what is sent. */
const text = (description: string, example: string, bounds: Pick<FieldText, 'minLength' | 'maxLength'> = {}) => {
  const answered = { description, examples: [example] };
  return { sent: { ...answered, ...bounds }, answered };
};

export const profileTexts = {
  firstName: text('Letters of any script, spaces, hyphens, apostrophes and dots. Trimmed.', 'Ada', {
    maxLength: limits.name.max,
  }),
  lastName: text('As the first name.', 'Lovelace', { maxLength: limits.name.max }),
  email: {
    sent: {
      description:
        'Letters, digits, dot, underscore or hyphen, `@`, a domain and an ending of 2 to 6 letters. Forms that are sound elsewhere and not here (a plus sign, a longer ending) are told as such.',
      examples: ['ada@example.org'],
      maxLength: limits.email.max,
    },
    answered: {
      description: 'The address last given, proven or not; empty when its owner took it off.',
      examples: ['ada@example.org'],
    },
  },
  dateOfBirth: {
    sent: {
      description:
        'A day, as a date or as an ISO date-time, of which the first ten characters count. Not in the future.',
      examples: ['1990-12-10'],
    },
    answered: {
      description: 'A day, as its midnight in UTC; null when it was never given.',
      examples: ['1990-12-10T00:00:00.000Z'],
    },
  },
  countryOfResidency: text('Where the person lives. Trimmed.', 'France', {
    minLength: limits.country.min,
    maxLength: limits.country.max,
  }),
  gender: text('The empty one reads "prefer not to say".', 'female'),
  passion: text('Any text.', 'Engines that weave'),
  mission: text('Any text.', 'Poetical science'),
  vocation: text('Any text.', 'Numbers'),
  profession: text('Any text.', 'Mathematician'),
  birthTime: text('Hours and minutes, or empty.', '07:30'),
  birthPlace: text('Any text.', 'London'),
} satisfies TextsOf<typeof profileFields>;
