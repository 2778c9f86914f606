import { languageSchema } from '@nuances/domain/validation';
import { router, userProcedure } from '../trpc.ts';
import { setLanguage } from './queries.ts';

export const profileRouter = router({
  /** Errors: 400 for a language that we do not speak. */
  setLanguage: userProcedure
    .input(languageSchema)
    .output(languageSchema)
    .mutation(async ({ ctx, input }) => {
      await setLanguage(ctx.db, ctx.user.userId, input.language);
      return { language: input.language };
    }),
});
