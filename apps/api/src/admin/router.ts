import { aggregationOutcomes, aggregationTriggers } from '@nuances/db/schema';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { adminProcedure, adminProcedureWithin, router } from '../trpc.ts';
import { listWeeks } from './queries.ts';
import { listRuns } from './runs.ts';

/** The button waits this long for the end of its run, milliseconds: a run of every day takes a second. */
const waitMs = 30_000;

const weekStart = z.date().meta({ description: 'Monday, 00:00 UTC' });
const isPartial = z.boolean().meta({ description: 'The week was not over when it was counted' });
const count = (description: string) => z.int().meta({ description });
const seconds = (description: string) => z.number().meta({ description: `${description}, seconds; 0 without any` });

const userWeekSchema = z.object({
  weekStart,
  nbLanding: count('Arrivals on the home page, logged in'),
  nbSessions: count('Activity of one person without a pause of 30 minutes or more, in the week in which it began'),
  avgSessionDuration: seconds('From the first to the last action of a session, on average'),
  nbQuizStarted: count('Quizzes whose first question was answered'),
  nbQuizCompleted: count('Quizzes that were finished and saved'),
  avgQuizDuration: seconds('Duration of a completed quiz, an hour at most, on average'),
  nbNotesCreated: count('New notes'),
  nbNotesUpdated: count('Changes of notes'),
  nbNotesOpened: count('Openings of the notes'),
  nbStatsOpened: count('Openings of the own statistics'),
  nbHistoryOpened: count('Openings of the history'),
  isPartial,
});
const globalWeekSchema = z.object({
  weekStart,
  nbSignups: count('Accounts created'),
  nbLanding: count('Arrivals on the home page without being logged in'),
  isPartial,
});

const runSchema = z
  .object({
    id: z.string(),
    trigger: z.enum(aggregationTriggers),
    by: z.string().nullable().meta({ description: 'User name of the administrator who pressed the button' }),
    startedAt: z.date(),
    finishedAt: z.date().nullable(),
    durationMs: z.int().meta({ description: 'So far, while it runs' }),
    weeksTotal: z.int(),
    weeksDone: z.int(),
    rows: z.int().meta({ description: 'Weekly rows written' }),
    outcome: z.enum(aggregationOutcomes),
  })
  .meta({ id: 'Run' });

const mean = (sum: number, of: number) => (of === 0 ? 0 : sum / of);

/** What administrators may ask and start. */
export const adminRouter = router({
  /** Every week that was counted, summed over all people. No row is anybody's. */
  stats: adminProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/api/admin/stats',
        about:
          'How the product is used, one row a week, summed over all people: `userStats` of what is done with an account, `globalStats` of sign-ups and of visitors without one. Weeks begin on Monday, 00:00 UTC; the oldest stands first and none is missing. Counted by the last aggregation.',
      },
    })
    .output(z.object({ userStats: z.array(userWeekSchema), globalStats: z.array(globalWeekSchema) }))
    .query(async ({ ctx }) => {
      const weeks = (await listWeeks(ctx.db)).map((week) => ({
        ...week,
        weekStart: new Date(`${week.weekStart}T00:00:00Z`),
      }));
      return {
        userStats: weeks.map(({ nbSignups: _s, nbAnonymousLanding: _a, sessionMs, quizS, nbQuizTimed, ...week }) => ({
          ...week,
          avgSessionDuration: mean(sessionMs / 1_000, week.nbSessions),
          avgQuizDuration: mean(quizS, nbQuizTimed),
        })),
        globalStats: weeks.map(({ weekStart: start, nbSignups, nbAnonymousLanding, isPartial: partial }) => ({
          weekStart: start,
          nbSignups,
          nbLanding: nbAnonymousLanding,
          isPartial: partial,
        })),
      };
    }),

  /** The last runs of the aggregation, newest first. */
  runs: adminProcedure.output(z.array(runSchema)).query(({ ctx }) => listRuns(ctx.db)),

  /**
   * Counts every event there is by now. Does not fail for what happens to the run: `outcome` tells it, `busy` when another
   * one is under way. A long one is answered with `running` and goes on.
   */
  aggregate: adminProcedureWithin(waitMs + 5_000)
    .meta({
      rest: {
        method: 'POST',
        path: '/api/admin/aggregate',
        about:
          'Counts every event that there is by now, the running week included. `success` is false when it failed, and when a run is under way already: `outcome` tells which. After 30 seconds the answer is `running`, and the run goes on by itself.',
      },
    })
    .output(
      z.object({
        success: z.boolean(),
        outcome: z.enum(['done', 'running', 'busy', 'failed']),
        run: runSchema.nullable(),
      }),
    )
    .mutation(async ({ ctx }) => {
      await ctx.activity.flush();
      const begun = await ctx.aggregation.begin({ trigger: 'button', userId: ctx.user.userId });
      const ended = begun && (await Promise.race([begun.ended, sleep(waitMs, 'running' as const, { ref: false })]));
      const runs = await listRuns(ctx.db);
      const run = runs.find(({ id, outcome }) => (begun ? id === begun.id : outcome === 'running')) ?? null;
      const outcome = ended === null ? 'busy' : ended === 'done' || ended === 'running' ? ended : 'failed';
      return { success: outcome === 'done' || outcome === 'running', outcome, run };
    }),
});
