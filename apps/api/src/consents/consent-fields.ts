/** What the calls about agreements take and answer. */
import { consentFields } from '@nuances/domain/consent/fields';
import { currentConsentVersion, giveConsentSchema, withdrawablePurposes } from '@nuances/domain/consent/ledger';
import { consentTexts } from '@nuances/domain/consent/texts';
import * as z from 'zod';
import { described, describedShape } from '../fields.ts';

export const consentsSchema = z
  .array(z.object(describedShape(consentFields, 'answered', consentTexts)).meta({ id: 'Consent' }))
  .meta({ description: 'Every agreement and withdrawal, the oldest first. The last one of a purpose decides.' });

export const giveInput = described(
  giveConsentSchema,
  { purpose: consentTexts.purpose.sent, version: consentTexts.version.sent },
  { version: currentConsentVersion('usage') },
);

export const withdrawInput = z.object({
  purpose: z.enum(withdrawablePurposes).meta({
    description: '`reminder` or `usage`. `keep` is withdrawn by erasing the account.',
    examples: consentTexts.purpose.sent.examples,
  }),
});
