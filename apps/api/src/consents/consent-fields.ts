/** What the calls about agreements take and answer. */
import {
  consentPurposes,
  currentConsentVersion,
  giveConsentSchema,
  withdrawablePurposes,
} from '@nuances/domain/consent/ledger';
import * as z from 'zod';
import { described } from '../fields.ts';

/** Of a purpose, wherever one is answered. */
export const purposeText = {
  description:
    '`keep`: scans and notes are kept. `reminder`: a reminder is sent. `usage`: use is counted, without answers and texts.',
  examples: ['usage'],
};
const versionText = {
  description: 'The version of the words: the day on which they were written.',
  examples: [currentConsentVersion('usage')],
};

export const consentsSchema = z
  .array(
    z
      .object({
        purpose: z.enum(consentPurposes).meta(purposeText),
        given: z.boolean().meta({ description: 'Whether it was given; false for a withdrawal.', examples: [true] }),
        version: z.string().meta(versionText),
        at: z.date().meta({ description: 'When: a moment in UTC.', examples: ['2026-11-22T08:15:00.000Z'] }),
      })
      .meta({ id: 'Consent' }),
  )
  .meta({ description: 'Every agreement and withdrawal, the oldest first. The last one of a purpose decides.' });

export const giveInput = described(
  giveConsentSchema,
  { purpose: purposeText, version: versionText },
  { version: currentConsentVersion('usage') },
);

export const withdrawInput = z.object({
  purpose: z.enum(withdrawablePurposes).meta({
    description: '`reminder` or `usage`. `keep` is withdrawn by erasing the account.',
    examples: purposeText.examples,
  }),
});
