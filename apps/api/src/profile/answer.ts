import { profileFields } from '@nuances/domain/profile/fields';
import { profileTexts } from '@nuances/domain/profile/texts';
import * as z from 'zod';
import { describedShape, languageField, roleField, usernameText } from '../fields.ts';

/** The editable fields of a profile. */
export const profileInput = z.object(describedShape(profileFields, 'sent', profileTexts));

/** A profile as its owner reads it; texts that were never given are empty. */
export const profileOutput = z
  .object({
    username: z.string().meta(usernameText),
    ...describedShape(profileFields, 'answered', profileTexts),
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
    language: languageField,
    role: roleField,
  })
  .meta({ id: 'Profile' });

export type ProfileOutput = z.infer<typeof profileOutput>;
