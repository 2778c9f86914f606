import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { createdAtOf } from '@nuances/domain/scan-time';
import { scoreOf } from '@nuances/domain/scoring';
import { idSchema, listScansSchema, newScanSchema, type scanSources } from '@nuances/domain/validation';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { UsageEvent } from '../usage/record-event.ts';
import { optionalProcedure, router, userProcedure } from '../trpc.ts';
import { addScan, countQuizStart, listScans, removeScan } from './queries.ts';

const summarySchema = z
  .object({
    _id: z.string(),
    scoring: z.int(),
    answers: z.array(z.int()),
    createdAt: z.date(),
  })
  .meta({ id: 'ScanSummary' });
const scanSchema = summarySchema.extend({ duration: z.int().nullable() }).meta({ id: 'Scan' });

const opened: Readonly<Record<(typeof scanSources)[number], UsageEvent>> = {
  history: 'history_opened',
  stats: 'stats_opened',
};

/**
 * Whether a stored scan was filed under the time that a retry claims. A claim that was ahead of the
 * server when the scan arrived was filed under the server's time: that is the same scan, too.
 */
function sameTime(stored: { createdAt: Date; receivedAt: Date }, claimed: string | null | undefined): boolean {
  if (claimed == null) return true;
  const at = Date.parse(claimed);
  return at === stored.createdAt.getTime() || at > stored.receivedAt.getTime() + limits.clockAheadMs;
}

function sameAnswers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((answer, index) => answer === b[index]);
}

/** One's own scans. */
export const resultsRouter = router({
  /**
   * Stores a scan once, however often it is sent with the same `_id`; the score is ours.
   * Errors: 400, 409 `scanExists` for an own id with other content.
   */
  create: userProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/api/results',
        status: 201,
        failures: ['answersInvalid', 'scanExists'],
        about: 'Stores a scan and computes its score. The same `_id` with the same content answers the stored scan.',
      },
    })
    .input(newScanSchema)
    .output(z.object({ _id: z.string(), result: scanSchema }))
    .mutation(async ({ ctx, input }) => {
      const durationS = input.duration ?? null;
      const stored = await addScan(ctx.db, ctx.user.userId, {
        id: input._id ?? randomUUID(),
        answers: input.answers,
        scoring: scoreOf(input.answers),
        durationS,
        createdAt: createdAtOf(input.createdAt, new Date()),
      });
      if (!stored) throw new AppError('unavailable', { retryAfterS: 1 });
      const isSame =
        sameAnswers(stored.answers, input.answers) &&
        stored.duration === durationS &&
        sameTime(stored, input.createdAt);
      if (!isSame) throw new AppError('scanExists');
      const { receivedAt: _receivedAt, ...result } = stored;
      return { _id: result._id, result };
    }),

  /** All own scans, newest first. Errors: 400 for an unknown `source`. */
  list: userProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/api/results',
        about: 'All own scans, newest first; counts the screen that asks as opened.',
      },
    })
    .input(listScansSchema)
    .output(z.array(summarySchema))
    .query(({ ctx, input }) => listScans(ctx.db, ctx.user.userId, ctx.countsAsView ? opened[input.source] : null)),

  /** The same for whoever only looks up the scans that notes are linked to: no screen is counted as opened. */
  own: userProcedure.output(z.array(summarySchema)).query(({ ctx }) => listScans(ctx.db, ctx.user.userId, null)),

  /** Errors: 404 for an id that is unknown, somebody else's, or none at all. */
  delete: userProcedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/api/results/:_id',
        failures: ['notFound'],
        about: 'Removes an own scan; notes that are linked to it stay, without the link.',
      },
    })
    .input(z.object({ _id: z.string() }))
    .output(z.object({ _id: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const id = idSchema.safeParse(input._id);
      if (!id.success || !(await removeScan(ctx.db, ctx.user.userId, id.data))) throw new AppError('notFound');
      return { _id: id.data };
    }),

  /** The first answer of a run. A visitor's is in no row. */
  startScan: optionalProcedure
    .meta({ rest: { method: 'POST', path: '/api/results/startScan', about: 'Counts that a quiz was begun.' } })
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      if (ctx.visitor) await countQuizStart(ctx.db, ctx.visitor.userId);
      return {};
    }),
});
