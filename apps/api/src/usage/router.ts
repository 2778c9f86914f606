import { AppError } from '@nuances/domain/errors';
import { locales } from '@nuances/domain/locales';
import { openedScreenSchema } from '@nuances/domain/scan/lists';
import { visitSchema } from '@nuances/domain/validation';
import * as z from 'zod';
import { described, field } from '../fields.ts';
import { withTimeout } from '../timeout.ts';
import { optionalProcedure, publicProcedure, router } from '../trpc.ts';
import { version } from '../observability/version.ts';
import { openedEvents, recordSingleEvent } from './record-event.ts';

/** How long the health check waits for the database. */
const healthTimeoutMs = 2_000;

/** Retry-After of a readiness check, seconds: while an instance ends, another one answers. */
const notReadyRetryS = 1;

const serving = field(z.literal('ok'), 'It serves.', 'ok');

/** What our own client counts besides the calls that it makes anyway. */
export const usageRouter = router({
  /** For a login, as `results.list` counts it for whoever calls that. */
  opened: optionalProcedure
    .meta({ rest: 'POST /api/usage/opened', about: 'Counts that a screen of the own scans was opened.' })
    .input(described(openedScreenSchema, { source: { description: 'Which screen.', examples: ['history'] } }))
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      if (ctx.visitor && ctx.countsAsView)
        await recordSingleEvent(ctx.services.db, ctx.visitor.userId, openedEvents[input.source]);
      return {};
    }),
});

/** Public calls. */
export const publicRouter = router({
  /** Counts by the token, not by the body. */
  visit: optionalProcedure
    .meta({ rest: 'POST /api/public/visit', about: 'Counts a visit of the home page.' })

    .input(
      described(visitSchema, {
        isUserAuthenticated: { description: 'Ignored: a visit is counted by its token.', examples: [false] },
      }),
    )
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      await recordSingleEvent(ctx.services.db, ctx.visitor?.userId ?? null, 'landing');
      return {};
    }),

  health: publicProcedure
    .meta({
      rest: 'GET /api/health',
      about: 'Answers 200 once the product can serve, and 503 while it cannot or is about to end.',
    })
    .output(
      z.object({
        status: serving,
        version: field(z.string(), 'The version of the product.', version),
        clockAheadS: field(
          z.int().optional(),
          "How many seconds the clock of this instance is ahead of the database's, negative when it is behind. Absent while they agree; otherwise the database's time is used, and the clock has to be set right.",
          7_200,
        ),
        lowDisk: field(
          z.array(z.string()).optional(),
          'The folders, by the variable that names them, whose disk has less than 512 MiB left. Absent while there are none.',
          ['DATA_DIR'],
        ),
      }),
    )
    .query(async ({ ctx }) => {
      if (ctx.services.drain.isOn()) throw new AppError('unavailable', { retryAfterS: notReadyRetryS });
      // Any error counts: a renamed database is as unusable as an unreachable one.
      await withTimeout(healthTimeoutMs, ctx.services.clock.compare()).catch((cause: unknown) => {
        throw new AppError('unavailable', { retryAfterS: notReadyRetryS, cause });
      });
      const clockAheadS = Math.round(ctx.services.clock.aheadMs() / 1_000);
      const lowDisk = [...ctx.services.disk.low()];
      return {
        status: 'ok' as const,
        version,
        ...(clockAheadS !== 0 && { clockAheadS }),
        ...(lowDisk.length > 0 && { lowDisk }),
      };
    }),

  /** Does not query the database, because a restart would not end its outage. */
  live: publicProcedure
    .meta({
      rest: 'GET /api/health/live',
      about: 'Answers 200 while the process works, also without its database and while it is about to end.',
    })
    .output(z.object({ status: serving }))
    .query(() => ({ status: 'ok' as const })),

  /** Whoever doubts it compares what arrives with a build of their own. */
  build: publicProcedure
    .meta({
      rest: 'GET /api/build',
      about: 'Answers the version, and the SHA-256 of every file of the web app as it is served.',
    })
    .output(
      z.object({
        version: field(z.string(), 'The version of the product.', version),
        commit: field(z.nullable(z.string()), 'What was built, by git; null when the build was not told.', null),
        files: z.array(
          z.object({
            path: field(z.string(), 'What to ask for.', '/sw.js'),
            language: field(z.nullable(z.enum(locales)), 'Of a page: its Accept-Language.', null),
            sha256: field(
              z.string(),
              'Of the content, uncompressed.',
              'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
            ),
          }),
        ),
      }),
    )
    .query(async ({ ctx }) => {
      const { files, ...build } = await ctx.services.build();
      return { ...build, files: [...files] };
    }),
});
