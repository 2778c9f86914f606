import { profileSchema } from '@nuances/domain/profile';
import { emailOnlySchema, languageSchema } from '@nuances/domain/validation';
import * as z from 'zod';
import { router, userProcedure } from '../trpc.ts';
import { profileAnswer } from './answer.ts';
import { readProfile, resendVerification, updateProfile } from './change.ts';
import { setLanguage } from './queries.ts';

/** One's own profile, language, sessions and data. */
export const profileRouter = router({
  /** The own profile. */
  get: userProcedure.output(profileAnswer).query(({ ctx }) => readProfile(ctx, ctx.user.userId)),

  /**
   * Stores the own profile and answers it; what is no field of it is ignored, an optional field that
   * is missing stays as it was. A new address waits for its link. Errors: 400 with `fields`.
   */
  update: userProcedure
    .input(profileSchema)
    .output(profileAnswer)
    .mutation(({ ctx, input }) => updateProfile(ctx, ctx.user.userId, input)),

  /** Mails a new verification link to the address last given, whatever address is sent here. */
  resendVerification: userProcedure
    .input(emailOnlySchema)
    .output(z.object({ message: z.string() }))
    .mutation(async ({ ctx }) => ({ message: await resendVerification(ctx, ctx.user.userId) })),

  /** Errors: 400 for a language that we do not speak. */
  setLanguage: userProcedure
    .input(languageSchema)
    .output(languageSchema)
    .mutation(async ({ ctx, input }) => {
      await setLanguage(ctx.db, ctx.user.userId, input.language);
      return { language: input.language };
    }),
});
