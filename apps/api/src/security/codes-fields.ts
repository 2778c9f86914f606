import { limits } from '@nuances/domain/limits';
import { backupCode, codeFormSchema } from '@nuances/domain/second-factor';
import { passwordProofSchema } from '@nuances/domain/validation';
import * as z from 'zod';
import { described, passwordText } from '../fields.ts';

/** One-time codes as their owner sees them. */
export const codesSchema = z.object({
  since: z.date().meta({ description: 'When one-time codes were turned on.', examples: ['2026-11-02T08:15:00.000Z'] }),
  backupCodesLeft: z.int().meta({ description: 'Backup codes that were not used.', examples: [backupCode.count] }),
});
export const codesOutput = z.object({
  codes: codesSchema.nullable().meta({ description: 'Null when a login asks for no code.' }),
});

export const proofInput = described(passwordProofSchema, { password: passwordText('The password of the account.') });

const codeText = {
  description: 'Six digits of the code app, or eight of a backup code; spaces and hyphens are left out.',
  examples: ['417 293'],
  maxLength: limits.codeMax,
};
export const codeInput = described(codeFormSchema, { code: codeText });

export const secretOutput = z.object({
  secret: z.string().meta({
    description: 'The secret in base32, to type into a code app (RFC 6238: SHA-1, six digits, 30 seconds).',
    examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  }),
  address: z.string().meta({
    description: 'The same as an `otpauth:` address, to show as a QR code.',
    examples: ['otpauth://totp/Nuances:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  }),
});

export const backupCodesOutput = z.object({
  backupCodes: z
    .array(z.string())
    .meta({ description: 'Ten codes of eight digits, each accepted once.', examples: [['40719283', '55820174']] }),
});
