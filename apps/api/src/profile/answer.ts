import { profileFields } from '@nuances/domain/profile/fields';
import { profileTexts } from '@nuances/domain/profile/texts';
import * as z from 'zod';
import { keyFields } from '../vault/key-state.ts';
import { describedShape, field, languageField, roleField, usernameText } from '../fields.ts';

/** The editable fields of a profile. */
export const profileInput = z.object(describedShape(profileFields, 'sent', profileTexts));

/** A profile as its owner reads it; texts that were never given are empty. */
export const profileOutput = z
  .object({
    username: z.string().meta(usernameText),
    ...describedShape(profileFields, 'answered', profileTexts),
    isVerified: field(z.boolean(), 'Whether the address in `email` is proven by its link.', true),
    pendingEmail: field(
      z.string().nullable(),
      'An address that waits for its link to be opened; null when none does.',
      null,
    ),
    language: languageField,
    role: roleField,
    ...keyFields,
    profileSealed: field(
      z.string().nullable().optional(),
      'With `keyMode`: the fields of the profile in one envelope of the vault; null where they are not sealed.',
      null,
    ),
    profileKeyVersion: field(
      z.int().optional(),
      'With `keyMode`: the number of the key that the profile was stored under.',
      2,
    ),
  })
  .meta({ id: 'Profile' });

export type ProfileOutput = z.infer<typeof profileOutput>;
