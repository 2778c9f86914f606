import { limits } from '@nuances/domain/limits';
import { tokenScopes } from '@nuances/domain/script-tokens';
import * as z from 'zod';
import { field } from '../fields.ts';

export const nameText = {
  description: 'What the token is for, in words of its owner.',
  examples: ['nightly export'],
  minLength: 1,
  maxLength: limits.name.max,
};
export const scopeText = {
  description: 'What the token may do: `read`, or `write`, which includes `read`.',
  examples: ['read'],
};

/** The fields of a script token that its owner sees, besides its id. */
export const tokenFields = {
  name: z.string().meta({ description: nameText.description, examples: nameText.examples }),
  scope: z.enum(tokenScopes).meta(scopeText),
  createdAt: field(z.date(), 'When it was made: a moment in UTC.', '2026-11-02T08:15:00.000Z'),
  lastUsedAt: field(
    z.date().nullable(),
    'The last call with it, to a minute; null when there was none.',
    '2026-11-03T03:00:00.000Z',
  ),
  expiresAt: field(z.date(), 'From then on it is refused: a moment in UTC.', '2027-01-31T08:15:00.000Z'),
};
