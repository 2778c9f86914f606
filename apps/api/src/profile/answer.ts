import { limits } from '@nuances/domain/limits';
import { genders, profileSchema } from '@nuances/domain/profile/fields';
import * as z from 'zod';
import { described, languageField, roleField, textOf, usernameText } from '../fields.ts';

const anyText = (example: string) => ({
  description: 'Any text.',
  examples: [example],
});

/** The editable fields of a profile. */
export const profileInput = described(profileSchema, {
  firstName: {
    description: 'Letters of any script, spaces, hyphens, apostrophes and dots. Trimmed.',
    examples: ['Ada'],
    maxLength: limits.name.max,
  },
  lastName: { description: 'As the first name.', examples: ['Lovelace'], maxLength: limits.name.max },
  dateOfBirth: {
    description: 'A day, as a date or as an ISO date-time, of which the first ten characters count. Not in the future.',
    examples: ['1990-12-10'],
  },
  countryOfResidency: {
    description: 'Where the person lives. Trimmed.',
    examples: ['France'],
    minLength: limits.country.min,
    maxLength: limits.country.max,
  },
  gender: { description: 'The empty one reads "prefer not to say".', examples: ['female'] },
  passion: anyText('Engines that weave'),
  mission: anyText(''),
  vocation: anyText(''),
  profession: anyText('Mathematician'),
  birthPlace: anyText('London'),
  birthTime: { description: 'Hours and minutes, or empty.', examples: ['07:30'] },
});

const sent = profileInput.shape;
const asSent = (field: keyof typeof sent) => z.string().meta(textOf(sent[field]));

/** A profile as its owner reads it; texts that were never given are empty. */
export const profileOutput = z
  .object({
    username: z.string().meta(usernameText),
    firstName: asSent('firstName'),
    lastName: asSent('lastName'),
    email: z.string().meta({
      description: 'The address last given, proven or not; empty when its owner took it off.',
      examples: ['ada@example.org'],
    }),
    isVerified: z
      .boolean()
      .meta({ description: 'Whether the address in `email` is proven by its link.', examples: [true] }),
    pendingEmail: z
      .string()
      .nullable()
      .meta({
        description: 'An address that waits for its link to be opened; null when none does.',
        examples: [null],
      }),
    dateOfBirth: z.iso
      .datetime()
      .nullable()
      .meta({
        description: 'A day, as its midnight in UTC; null when it was never given.',
        examples: ['1990-12-10T00:00:00.000Z'],
      }),
    countryOfResidency: asSent('countryOfResidency'),
    gender: z.enum(genders).meta(textOf(sent.gender)),
    passion: asSent('passion'),
    mission: asSent('mission'),
    vocation: asSent('vocation'),
    profession: asSent('profession'),
    birthTime: asSent('birthTime'),
    birthPlace: asSent('birthPlace'),
    language: languageField,
    role: roleField,
  })
  .meta({ id: 'Profile' });

export type ProfileOutput = z.infer<typeof profileOutput>;
