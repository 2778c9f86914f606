import { aggregationOutcomes, aggregationTriggers } from '@nuances/db/schema';
import { retention } from '@nuances/domain/limits';
import { usagePeriodIds } from '@nuances/domain/usage/usage-periods';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { readFromReplica } from '../database/replicas.ts';
import { adminProcedure, router } from '../trpc.ts';
import { listFunnels } from './funnel.ts';
import { listCohorts, readStats } from './queries.ts';
import { readRunningWeek } from './running-week.ts';
import { listRuns } from './runs.ts';
import { field } from '../fields.ts';

/** How long the call waits for the end of its run, milliseconds; a daily run takes a second. */
const waitMs = 30_000;

const weekStart = field(z.date(), 'Monday, 00:00 UTC', '2026-11-02T00:00:00.000Z');
const isPartial = field(z.boolean(), 'The week was not over when it was counted', false);
const count = (description: string, example: number) => z.int().meta({ description, examples: [example] });
const seconds = (description: string, example: number) =>
  field(z.number(), `${description}, seconds; 0 without any`, example);

const userWeekSchema = z.object({
  weekStart,
  nbActive: count('People who did anything, logged in', 156),
  nbLanding: count('Arrivals on the home page, logged in', 412),
  nbSessions: count('Activity of one person without a pause of 30 minutes or more, in the week in which it began', 268),
  avgSessionDuration: seconds('From the first to the last action of a session, on average', 431.5),
  nbQuizStarted: count('Quizzes whose first question was answered', 190),
  nbQuizCompleted: count('Quizzes that were finished and saved', 171),
  avgQuizDuration: seconds('Duration of a completed quiz, an hour at most, on average', 96.2),
  nbNotesCreated: count('New notes', 84),
  nbNotesUpdated: count('Changes of notes', 31),
  nbNotesOpened: count('Openings of the notes', 120),
  nbStatsOpened: count('Openings of the own statistics', 77),
  nbHistoryOpened: count('Openings of the history', 93),
  isPartial,
});
const globalWeekSchema = z.object({
  weekStart,
  nbSignups: count('Accounts created', 23),
  nbLanding: count('Arrivals on the home page without being logged in', 412),
  isPartial,
});

const spanSchema = z.object({
  nbActive: count('People who did anything, logged in', 118),
  nbLanding: count('Arrivals on the home page without being logged in', 214),
  nbSignups: count('Accounts created', 31),
  nbQuizStarted: count('Quizzes whose first question was answered, logged in', 473),
  nbQuizCompleted: count('Quizzes that were finished and saved', 402),
});
const runningWeekSchema = z.object({
  weekStart,
  until: field(z.date(), 'Now: a moment in UTC', '2026-11-05T14:00:00.000Z'),
  week: spanSchema.meta({ description: 'From Monday, 00:00 UTC, until now.' }),
  before: spanSchema.meta({ description: 'The same hours of the week before.' }),
});

const cohortSchema = z.object({
  weekStart,
  accounts: field(z.int().nullable(), `Accounts created in the week; null below ${retention.minAccounts}`, 31),
  after: z
    .array(
      z.object({
        weeks: count('How many weeks later', 1),
        isOver: field(z.boolean(), 'That week is over and counted', true),
        people: field(
          z.int().nullable(),
          `How many of the accounts did anything in that week; null below ${retention.minAccounts}, and before it is over`,
          22,
        ),
      }),
    )
    .meta({ description: 'What became of them, oldest week first.' }),
});

const people = (description: string, example: number) =>
  field(z.int().nullable(), `${description}; null below ${retention.minAccounts}`, example);
const monday = field(z.string(), 'Monday, UTC', '2026-08-24');
const funnelSchema = z.object({
  period: field(z.enum(usagePeriodIds), 'The last 4, 12 or 52 whole weeks, or all there are.', 'quarter'),
  weeks: z
    .object({ first: monday, last: monday })
    .nullable()
    .meta({ description: 'The first and the last week of sign-ups that are counted; null without any.' }),
  accounts: people('Accounts created in these weeks', 262),
  scanned: people('Of these: a scan saved within seven days', 203),
  returned: people('Of these: at least one action between the eighth and the fourteenth day', 134),
});

const runSchema = z
  .object({
    id: field(z.string(), 'A UUID.', '9f3c2b1a-6d5e-4f80-8a7b-0c1d2e3f4a5b'),
    trigger: field(
      z.enum(aggregationTriggers),
      'What began it: the button, the command line, or the time of day.',
      'button',
    ),
    by: field(z.string().nullable(), 'User name of the administrator who pressed the button', 'ada'),
    startedAt: field(z.date(), 'When it began: a moment in UTC.', '2026-11-02T08:15:00.000Z'),
    finishedAt: field(z.date().nullable(), 'When it ended; null while it runs.', '2026-11-02T08:15:01.400Z'),
    durationMs: count('So far, while it runs', 1_400),
    weeksTotal: count('Weeks that it counts anew.', 2),
    weeksDone: count('Weeks that it has counted.', 2),
    rows: count('Weekly rows written', 268),
    outcome: field(z.enum(aggregationOutcomes), 'How it ended, or that it runs.', 'done'),
  })
  .meta({ id: 'Run' });

const statsSchema = z.object({
  userStats: z
    .array(userWeekSchema)
    .meta({ description: 'What is done with an account, one row a week, oldest first.' }),
  globalStats: z
    .array(globalWeekSchema)
    .meta({ description: 'Sign-ups, and visitors without an account, one row a week, oldest first.' }),
});
const startedSchema = z.object({
  success: field(z.boolean(), 'Whether the run ended well, or is well under way.', true),
  outcome: field(
    z.enum(['done', 'running', 'busy', 'failed']),
    '`busy`: another run was under way. `running`: this one goes on, and its end is told by the next answer.',
    'done',
  ),
  run: runSchema.nullable().meta({
    description: 'The run that was begun, or the one that is under way; null when there is none to tell of.',
  }),
});

/** Usage statistics and aggregation, for administrators. */
export const adminRouter = router({
  stats: adminProcedure
    .meta({
      rest: 'GET /api/admin/stats',
      about:
        'How the product is used, one row a week, summed over all people: `userStats` of what is done with an account, `globalStats` of sign-ups and of visitors without one. Weeks begin on Monday, 00:00 UTC; the oldest stands first and none is missing. Counted by the last aggregation.',
    })
    .output(statsSchema)
    .query(({ ctx }) => readFromReplica(ctx.services, ctx.user.userId, readStats)),

  retention: adminProcedure
    .meta({
      rest: 'GET /api/admin/retention',
      about:
        'How many of the accounts of each week of sign-ups come back in the weeks after it; the oldest stands first. Counts below five people are null. Counted by the last aggregation.',
    })
    .output(z.array(cohortSchema))
    .query(({ ctx }) => readFromReplica(ctx.services, ctx.user.userId, listCohorts)),

  funnel: adminProcedure
    .meta({
      rest: 'GET /api/admin/funnel',
      about:
        'How far accounts get in their first fourteen days, one row a period. Only weeks of sign-ups whose fourteen days are over, and only accounts that were there at their end. Counts below five people are null. Counted by the aggregation.',
    })
    .output(z.array(funnelSchema))
    .query(({ ctx }) => readFromReplica(ctx.services, ctx.user.userId, listFunnels)),

  week: adminProcedure
    .meta({
      rest: 'GET /api/admin/week',
      about:
        'The running week from Monday, 00:00 UTC, until now, and the same hours of the week before. Counted at the call, not by the aggregation.',
    })
    .output(runningWeekSchema)
    .query(({ ctx }) => readFromReplica(ctx.services, ctx.user.userId, readRunningWeek)),

  runs: adminProcedure
    .meta({ rest: 'GET /api/admin/runs', about: 'The last runs of the aggregation, newest first.' })
    .output(z.array(runSchema))
    .query(({ ctx }) => listRuns(ctx.services.db)),

  aggregate: adminProcedure
    .meta({
      timeoutMs: waitMs + 5_000,
      rest: 'POST /api/admin/aggregate',
      about:
        'Counts every event that there is by now, the running week included. `success` is false when it failed, and when a run is under way already: `outcome` tells which. After 30 seconds the answer is `running`, and the run goes on by itself.',
    })
    .output(startedSchema)
    .mutation(async ({ ctx }) => {
      await ctx.services.activity.flush();
      const begun = await ctx.services.aggregation.begin({ trigger: 'button', userId: ctx.user.userId });
      const ended = begun && (await Promise.race([begun.ended, sleep(waitMs, 'running' as const, { ref: false })]));
      const runs = await listRuns(ctx.services.db);
      const run = runs.find(({ id, outcome }) => (begun ? id === begun.id : outcome === 'running')) ?? null;
      const outcome = ended === null ? 'busy' : ended === 'done' || ended === 'running' ? ended : 'failed';
      return { success: outcome === 'done' || outcome === 'running', outcome, run };
    }),
});
