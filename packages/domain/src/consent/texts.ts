/** What the OpenAPI document says of the fields of an agreement. Not with the fields, which travel to the browser. */
import type { TextsOf } from '../thing.ts';
import type { consentFields } from './fields.ts';
import { currentConsentVersion } from './ledger.ts';

const purpose = {
  description:
    '`keep`: scans and notes are kept. `reminder`: a reminder is sent. `usage`: use is counted, without answers and texts.',
  examples: ['usage'],
};
const version = {
  description: 'The version of the words: the day on which they were written.',
  examples: [currentConsentVersion('usage')],
};

export const consentTexts = {
  purpose: { sent: purpose, answered: purpose },
  at: { answered: { description: 'When: a moment in UTC.', examples: ['2026-11-22T08:15:00.000Z'] } },
  given: { answered: { description: 'Whether it was given; false for a withdrawal.', examples: [true] } },
  version: { sent: version, answered: version },
} satisfies TextsOf<typeof consentFields>;
