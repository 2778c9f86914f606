import { router, userProcedure } from '../trpc.ts';
import { consentsSchema, giveInput, withdrawInput } from './consent-fields.ts';
import { giveConsent, readConsents, withdrawConsent } from './queries.ts';

/** What a person agreed to, when, and in which words. Only a login may read or change it. */
export const consentsRouter = router({
  list: userProcedure
    .meta({
      rest: 'GET /api/consents',
      about:
        'Every agreement that the person gave or withdrew. Without an entry use is counted, and nothing else was agreed to.',
    })
    .output(consentsSchema)
    .query(({ ctx }) => readConsents(ctx.services.db, ctx.user.userId)),

  give: userProcedure
    .meta({
      rest: 'PUT /api/consents/:purpose',
      failures: ['quotaReached'],
      about: 'Records the agreement to a version of the words, unless it stands already. Answers every entry.',
    })
    .input(giveInput)
    .output(consentsSchema)
    .mutation(async ({ ctx, input }) => {
      const { userId } = ctx.user;
      await giveConsent(ctx.services.db, userId, input);
      return readConsents(ctx.services.db, userId);
    }),

  withdraw: userProcedure
    .meta({
      rest: 'DELETE /api/consents/:purpose',
      about:
        'Withdraws an agreement, and removes at once what it allowed: the reminder with its address, or the usage events of the person. That scans and notes are kept is withdrawn by erasing the account. Answers every entry.',
    })
    .input(withdrawInput)
    .output(consentsSchema)
    .mutation(async ({ ctx, input }) => {
      const { userId } = ctx.user;
      await withdrawConsent(ctx.services.db, userId, input.purpose);
      return readConsents(ctx.services.db, userId);
    }),
});
