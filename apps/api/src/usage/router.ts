import { visitSchema } from '@nuances/domain/validation';
import * as z from 'zod';
import { described } from '../fields.ts';
import { withTimeout } from '../timeout.ts';
import { optionalProcedure, publicProcedure, router } from '../trpc.ts';
import { version } from '../observability/version.ts';
import { countVisit, pingDatabase } from './queries.ts';

/** How long the health check waits for the database. */
const healthTimeoutMs = 2_000;

/** Public calls. */
export const publicRouter = router({
  /** Counts a visit of Home by the token, not by the body. */
  visit: optionalProcedure
    .meta({ rest: { method: 'POST', path: '/api/public/visit', about: 'Counts a visit of the home page.' } })

    .input(
      described(visitSchema, {
        isUserAuthenticated: { description: 'Ignored: a visit is counted by its token.', examples: [false] },
      }),
    )
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      await countVisit(ctx.db, ctx.visitor?.userId ?? null);
      return {};
    }),

  /** Errors: 503 while the database does not answer. */
  health: publicProcedure
    .meta({ rest: { method: 'GET', path: '/api/health', about: 'Answers 200 once the product can serve.' } })
    .output(
      z.object({
        status: z.literal('ok').meta({ description: 'It serves.', examples: ['ok'] }),
        version: z.string().meta({ description: 'The version of the product.', examples: [version] }),
      }),
    )
    .query(async ({ ctx }) => {
      await withTimeout(healthTimeoutMs, pingDatabase(ctx.db));
      return { status: 'ok' as const, version };
    }),
});
