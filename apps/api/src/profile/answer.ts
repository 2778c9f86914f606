import { profileFields } from '@nuances/domain/profile/fields';
import { profileTexts } from '@nuances/domain/profile/texts';
import * as z from 'zod';
import { keyFields } from '../vault/key-state.ts';
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
    ...keyFields,
    profileSealed: z
      .string()
      .nullable()
      .optional()
      .meta({
        description:
          'With `keyMode`: the fields of the profile in one envelope of the vault; null where they are not sealed.',
        examples: [null],
      }),
    profileKeyVersion: z
      .int()
      .optional()
      .meta({ description: 'With `keyMode`: the number of the key that the profile was stored under.', examples: [2] }),
  })
  .meta({ id: 'Profile' });

export type ProfileOutput = z.infer<typeof profileOutput>;
