import { emailOnlySchema, languageSchema } from '@nuances/domain/validation';
import { messageOutput } from '../fields.ts';
import { translations } from '../translations.ts';
import { claimProcedure, router, userProcedure } from '../trpc.ts';
import { emailFailures } from '../auth/form-failures.ts';
import { profileOutput, profileInput } from './answer.ts';
import { resendVerification, updateProfile } from './change.ts';
import { readOwnProfile, setLanguage } from './queries.ts';

/** One's own profile, language, sessions and data. */
export const profileRouter = router({
  get: claimProcedure
    .meta({
      scope: 'read',
      rest: 'GET /api/profile',
      about: 'The own profile. An address that waits for its link is shown as the e-mail, not verified.',
    })
    .output(profileOutput)
    .query(({ ctx }) => readOwnProfile(ctx, ctx.caller)),

  update: userProcedure
    .meta({
      rest: 'PUT /api/profile',
      failures: [
        'firstNameRequired',
        'lastNameRequired',
        'nameLength',
        'nameChars',
        ...emailFailures,
        'dateOfBirthRequired',
        'dateOfBirthInvalid',
        'dateOfBirthFuture',
        'countryRequired',
        'countryLength',
        'tooLong',
        'timeInvalid',
        'vaultSealed',
      ],
      about:
        'Stores the own profile and answers it. Other fields are ignored, missing optional ones stay. A new address waits for its link, and the old one is told; in place of one that was never proven it is set at once.',
    })
    .input(profileInput)
    .output(profileOutput)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),

  resendVerification: userProcedure
    .meta({
      rest: 'PUT /api/profile/resend-verification-email',
      failures: emailFailures,
      about: 'Mails a new verification link to the own address that waits for one, never to another.',
    })
    .input(emailOnlySchema)
    .output(messageOutput(translations.en.auth.signup.successFallback()))
    .mutation(async ({ ctx }) => ({ message: await resendVerification(ctx, ctx.user.userId) })),

  setLanguage: userProcedure
    .meta({
      scope: 'write',
      rest: 'PUT /api/profile/language',
      about: 'The language of the interface, of mails, and of answers to requests that name none.',
    })
    .input(languageSchema)
    .output(languageSchema)
    .mutation(async ({ ctx, input }) => {
      await setLanguage(ctx.services.db, ctx.user.userId, input.language);
      return { language: input.language };
    }),
});
