import { genders } from '@nuances/domain/profile';
import { locales } from '@nuances/domain/locales';
import { roles } from '@nuances/domain/roles';
import * as z from 'zod';

/** A profile as its owner reads it; texts that were never given are empty. */
export const profileAnswer = z
  .object({
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** The address last given: the pending one, if there is one. */
    email: z.string(),
    /** Whether the address in `email` is proven. */
    isVerified: z.boolean(),
    /** The address that waits for its link to be opened; null when none does. */
    pendingEmail: z.string().nullable(),
    /** A day, as its midnight in UTC. */
    dateOfBirth: z.iso.datetime().nullable(),
    countryOfResidency: z.string(),
    gender: z.enum(genders),
    passion: z.string(),
    mission: z.string(),
    vocation: z.string(),
    profession: z.string(),
    birthTime: z.string(),
    birthPlace: z.string(),
    language: z.enum(locales),
    role: z.enum(roles),
  })
  .meta({ id: 'Profile' });

export type ProfileAnswer = z.infer<typeof profileAnswer>;
