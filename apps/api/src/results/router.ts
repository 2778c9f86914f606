import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { pageOf } from '@nuances/domain/paging';
import { listScansSchema, ownScansSchema } from '@nuances/domain/scan-lists';
import { createdAtOf } from '@nuances/domain/scan-time';
import { scoreOf } from '@nuances/domain/scoring';
import { idSchema, newScanSchema } from '@nuances/domain/validation';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Context } from '../context.ts';
import { createdAtField, described, idField, pageTexts } from '../fields.ts';
import { openedEvents } from '../usage/record-event.ts';
import { answersText } from './answers-text.ts';
import { claimProcedure, optionalProcedure, router, userProcedure } from '../trpc.ts';
import {
  addScan,
  bytesOfTags,
  countQuizStart,
  listScans,
  listWholeScans,
  readScan,
  removeScan,
  replaceTags,
  type ScanList,
} from './queries.ts';
import { WrittenJson, WrittenOutput } from '../written-json.ts';
import { sentTagsSchema, storedTagsSchema, tagsText } from './sealed-tags.ts';

const scanFields = described(newScanSchema, {
  _id: {
    description:
      'A UUID made by the client, so that sending the scan twice stores it once. Without one the server makes it.',
    examples: ['0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90'],
  },
  answers: answersText,
  scoring: {
    description: 'Ignored: the server computes the score. A scan is never refused for it.',
    examples: [26],
  },
  duration: {
    description: `Seconds from the first question to the end, at least 0; rounded, and at most ${limits.durationMaxS}.`,
    examples: [60],
  },
  createdAt: {
    description:
      'When the scan was taken: a moment with its zone, from 2000 on. More than five minutes ahead of the server reads as now; without one it is now.',
    examples: ['2026-11-02T08:15:00.000Z'],
  },
}).shape;
const scanInput = z
  .object({
    ...scanFields,
    tags: sentTagsSchema.optional().meta({
      ...tagsText,
      description: `${tagsText.description} A scan that is stored already takes them only if it has none.`,
    }),
  })
  .meta({ examples: [{ answers: answersText.examples[0], duration: 60 }] });
const countedOnce = 'it is counted as opened, but not by a list that goes on at `before`';
const listInput = described(listScansSchema, {
  source: { description: `Which screen asks; ${countedOnce}.`, examples: ['history'] },
  ...pageTexts,
});

const ownInput = described(ownScansSchema, {
  source: { description: `Which screen asks, if one does; ${countedOnce}.`, examples: ['history'] },
  ...pageTexts,
});

/** What the scans of a full account take while they are answered, without their tags; bytes. */
const scanListBytes = 2.5 * 1024 * 1024;
/**
 * Lists of one account that are read at a time: a view waits for its commit, in company with others. Fewer than the default
 * pool has connections, so that one account cannot occupy all of them.
 */
const listsPerAccount = 8;

/** What is asked for. A list that goes on from a page before it is no further view of its screen. */
function scanListOf({ countsAsView }: Context, input: z.output<typeof ownScansSchema> | undefined): ScanList {
  const page = pageOf(input);
  return { page, opened: countsAsView && input?.source && !page?.before ? openedEvents[input.source] : null };
}

const summarySchema = z
  .object({
    _id: idField,
    scoring: z.int().meta({
      description: 'The sum of 2 × answer − 10 over the seven answers, from −56 to 70. Computed by the server.',
      examples: [26],
    }),
    answers: z.array(z.int()).meta(answersText),
    createdAt: createdAtField,
  })
  .meta({ id: 'ScanSummary' });
const scanSchema = summarySchema
  .extend({
    duration: z
      .int()
      .nullable()
      .meta({
        description: 'Seconds from the first question to the end; null when it is not known.',
        examples: [60],
      }),
  })
  .meta({ id: 'Scan' });
const wholeScanSchema = scanSchema
  .extend({
    tags: storedTagsSchema,
    receivedAt: z.date().meta({
      description:
        'When the server stored it: a moment in UTC. More than a day after `createdAt` the scan was entered later.',
      examples: ['2026-11-02T08:15:01.000Z'],
    }),
  })
  .meta({ id: 'WholeScan' });

/**
 * Whether a stored scan has the time of a retry. If the client's clock was ahead, the server's time of receipt was
 * stored: that is the same scan, too.
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
   * Stores a scan, idempotent by `_id`, with the server's score.
   * Errors: 400, 409 `scanExists` for an own id with other content, 409 `quotaReached`.
   */
  create: claimProcedure
    .meta({
      scope: 'write',
      rest: {
        method: 'POST',
        path: '/api/results',
        status: 201,
        failures: ['answersInvalid', 'tagsNotSealed', 'scanExists', 'quotaReached'],
        about: 'Stores a scan and computes its score. The same `_id` with the same content answers the stored scan.',
      },
    })
    .input(scanInput)
    .output(z.object({ _id: idField, result: scanSchema.meta({ description: 'The scan as it is stored.' }) }))
    .mutation(async ({ ctx, input }) => {
      const durationS = input.duration ?? null;
      const scan = {
        id: input._id ?? randomUUID(),
        answers: input.answers,
        scoring: scoreOf(input.answers),
        durationS,
        createdAt: createdAtOf(input.createdAt, new Date(ctx.clock.now())),
        tags: input.tags ?? null,
      };
      const found = await addScan(ctx, ctx.caller, scan);
      if (!found) throw new AppError('unavailable', { retryAfterS: 1 });
      if (found === 'added') {
        const { id: _id, answers, scoring, createdAt } = scan;
        return { _id, result: { _id, answers, scoring, duration: durationS, createdAt } };
      }
      const isSame =
        sameAnswers(found.answers, input.answers) && found.duration === durationS && sameTime(found, input.createdAt);
      if (!isSame) throw new AppError('scanExists');
      // Its first answer was lost, and its tags were chosen since: whoever sends it again means both.
      if (input.tags != null && found.tags === null)
        await replaceTags(ctx.db, ctx.caller.userId, found._id, input.tags);
      const { receivedAt: _receivedAt, tags: _tags, ...result } = found;
      return { _id: result._id, result };
    }),

  /** All own scans, newest first, or a page of them. Errors: 400 for an unknown `source`, and on `limit` and `before`. */
  list: claimProcedure
    .meta({
      scope: 'read',
      rest: {
        method: 'GET',
        path: '/api/results',
        about:
          'All own scans, newest first; counts the screen that asks as opened. With `limit` or `before` it is a part of them.',
      },
    })
    .input(listInput)
    .output(new WrittenOutput(z.array(summarySchema)))
    .query(async ({ ctx, input }) => {
      const { accountReads, caller } = ctx;
      const release = await accountReads.acquire(caller.userId, scanListBytes, { perAccount: listsPerAccount });
      try {
        return new WrittenJson([await listScans(ctx, caller, scanListOf(ctx, input))]);
      } finally {
        release();
      }
    }),

  /**
   * The same for our own client, with all that is stored of each scan. Without a `source` no screen is counted as opened:
   * for whoever only looks up the scans that notes are linked to.
   */
  own: userProcedure
    .meta({
      scope: 'read',
      rest: {
        method: 'GET',
        path: '/api/results/own',
        about:
          'All own scans with all that is stored of them, newest first. Counts a screen as opened only if one is named. With `limit` or `before` it is a part of them.',
      },
    })
    .input(z.optional(ownInput))
    .output(new WrittenOutput(z.array(wholeScanSchema)))
    .query(async ({ ctx, input }) => {
      const { db, accountReads, user } = ctx;
      // No more reads of this account than there may be at a time.
      const release = await accountReads.acquire(user.userId, scanListBytes + (await bytesOfTags(db, user.userId)));
      try {
        const json = await listWholeScans(ctx, user.userId, scanListOf(ctx, input));
        // The account may have been erased while this waited for its turn.
        if (!(await ctx.sessionNow())) throw new AppError('sessionMissing');
        return new WrittenJson([json]);
      } finally {
        release();
      }
    }),

  /** One own scan. Errors: 404 for an id that is unknown, somebody else's, or none at all. */
  byId: userProcedure
    .meta({
      scope: 'read',
      rest: {
        method: 'GET',
        path: '/api/results/:_id',
        failures: ['notFound'],
        about: 'One own scan, with its tags and the time of its receipt.',
      },
    })
    .input(z.object({ _id: idField }))
    .output(wholeScanSchema)
    .query(async ({ ctx, input }) => {
      const id = idSchema.safeParse(input._id);
      const scan = id.success ? await readScan(ctx.db, ctx.user.userId, id.data) : null;
      if (!scan) throw new AppError('notFound');
      return scan;
    }),

  /**
   * Replaces the tags of an own scan; its answers stay as they are. Errors: 400 `tagsNotSealed`, 404 as for `byId`, 409
   * `quotaReached`.
   */
  setTags: userProcedure
    .meta({
      scope: 'write',
      rest: {
        method: 'PUT',
        path: '/api/results/:_id/tags',
        failures: ['tagsNotSealed', 'notFound', 'quotaReached'],
        about: 'Replaces the tags of an own scan; null takes them away. They are sealed like a note.',
      },
    })
    .input(z.object({ _id: idField, tags: sentTagsSchema }))
    .output(z.object({ _id: idField, tags: storedTagsSchema }))
    .mutation(async ({ ctx, input }) => {
      const id = idSchema.safeParse(input._id);
      if (!id.success || !(await replaceTags(ctx.db, ctx.user.userId, id.data, input.tags)))
        throw new AppError('notFound');
      return { _id: id.data, tags: input.tags };
    }),

  /** Errors: 404 for an id that is unknown, somebody else's, or none at all. */
  delete: userProcedure
    .meta({
      scope: 'write',
      rest: {
        method: 'DELETE',
        path: '/api/results/:_id',
        failures: ['notFound'],
        about: 'Removes an own scan; notes that are linked to it stay, without the link.',
      },
    })
    .input(z.object({ _id: idField }))
    .output(z.object({ _id: idField }))
    .mutation(async ({ ctx, input }) => {
      const id = idSchema.safeParse(input._id);
      if (!id.success || !(await removeScan(ctx.db, ctx.user.userId, id.data))) throw new AppError('notFound');
      return { _id: id.data };
    }),

  /** Counts the start of a quiz run, for signed-in users. */
  startScan: optionalProcedure
    .meta({ rest: { method: 'POST', path: '/api/results/startScan', about: 'Counts that a quiz was begun.' } })
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      if (ctx.visitor) await countQuizStart(ctx.db, ctx.visitor.userId);
      return {};
    }),
});
