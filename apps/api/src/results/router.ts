import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { pageOf } from '@nuances/domain/paging';
import { scanContent, scanFields } from '@nuances/domain/scan/fields';
import { scanTexts } from '@nuances/domain/scan/texts';
import { listScansSchema, ownScansSchema } from '@nuances/domain/scan/lists';
import { createdAtOf } from '@nuances/domain/scan/time';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { isSameValue, namesOf, settled } from '@nuances/domain/thing';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Context } from '../context.ts';
import { described, describedShape, field, idField, idOf, pageTexts } from '../fields.ts';
import { claimProcedure, optionalProcedure, router, userProcedure } from '../trpc.ts';
import { openedEvents } from '../usage/record-event.ts';
import { WrittenJson, WrittenOutput } from '../written-json.ts';
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
import { listedScan, listedScanSchema, listedWholeScanSchema, scanSchema } from './scan-answers.ts';
import { scanEnvelopes, sentTagsSchema, storedTagsSchema } from './scan-envelopes.ts';

const scanInput = z.object({ ...describedShape(scanFields, 'sent', scanTexts), ...scanEnvelopes.sent });
const sentNames = namesOf(scanInput.shape);
/** Of a program that seals scans where there is a vault, and may not know yet that there is one. */
const newScanInput = scanInput
  .extend({
    unlessVault: field(
      z.boolean().nullish(),
      'Whether an account with a vault refuses it (`vaultSealed`): to be sealed and sent again.',
      true,
    ),
  })
  .meta({ examples: [{ answers: [4, 6, 9, 8, 5, 7, 9], duration: 60 }] });
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

/**
 * Whether a stored scan has the time of a retry. If the client's clock was ahead, the server's time of receipt was
 * stored: that is the same scan, too.
 */
function sameTime(stored: { createdAt: Date; receivedAt: Date }, claimed: string | null | undefined): boolean {
  if (claimed == null) return true;
  const at = Date.parse(claimed);
  return at === stored.createdAt.getTime() || at > stored.receivedAt.getTime() + limits.clockAheadMs;
}

/** One's own scans. */
export const resultsRouter = router({
  create: claimProcedure
    .meta({
      scope: 'write',
      rest: 'POST /api/results',
      status: 201,
      failures: ['answersInvalid', 'tagsNotSealed', 'vaultSealed', 'vaultChanged', 'scanExists', 'quotaReached'],
      about: 'Stores a scan and computes its score. The same `_id` with the same content answers the stored scan.',
    })
    .input(newScanInput)
    .output(z.object({ _id: idField, result: scanSchema.meta({ description: 'The scan as it is stored.' }) }))
    .mutation(async ({ ctx, input }) => {
      const scan = {
        ...settled(sentNames, input),
        _id: input._id ?? randomUUID(),
        scoring: scoreOf(input.answers),
        createdAt: createdAtOf(input.createdAt, new Date(ctx.services.clock.now())),
      };
      const found = await addScan(ctx, ctx.caller, scan, input.unlessVault === true);
      if (!found) throw new AppError('unavailable', { retryAfterS: 1 });
      if (found === 'added') return { _id: scan._id, result: scan };
      const { answers, scoring } = found;
      // What a vault has sealed since cannot be compared, not by a hash either (docs/vault.md): its id says that it is the same.
      if (answers === null || scoring === null) {
        if (!sameTime(found, input.createdAt)) throw new AppError('scanExists');
        // As `setTags`: what is beside a sealed scan is sealed by a device.
        if (input.tags != null && found.tags === null) throw new AppError('vaultSealed');
        return { _id: found._id, result: { ...scan, createdAt: found.createdAt } };
      }
      const stored = { ...found, answers, scoring };
      if (!isSameValue(scanContent(stored), scanContent(scan)) || !sameTime(found, input.createdAt))
        throw new AppError('scanExists');
      // Its first answer was lost, and its tags were chosen since: whoever sends it again means both.
      if (input.tags != null && found.tags === null)
        await replaceTags(ctx.services, ctx.caller.userId, found._id, input.tags, null);
      return { _id: found._id, result: stored };
    }),

  list: claimProcedure
    .meta({
      scope: 'read',
      rest: 'GET /api/results',
      about:
        'All own scans, newest first; counts the screen that asks as opened. With `limit` or `before` it is a part of them.',
    })
    .input(listInput)
    .output(new WrittenOutput(z.array(listedScanSchema)))
    .query(async ({ ctx, input }) => {
      const { accountReads } = ctx.services;
      const { caller } = ctx;
      const release = await accountReads.acquire(caller.userId, scanListBytes, { perAccount: listsPerAccount });
      try {
        return new WrittenJson([await listScans(ctx, caller, scanListOf(ctx, input))]);
      } finally {
        release();
      }
    }),

  /** For our own client. Whoever only looks up the scans that notes are linked to names no `source`. */
  own: userProcedure
    .meta({
      scope: 'read',
      rest: 'GET /api/results/own',
      about:
        'All own scans with all that is stored of them, newest first. Counts a screen as opened only if one is named. With `limit` or `before` it is a part of them.',
    })
    .input(z.optional(ownInput))
    .output(new WrittenOutput(z.array(listedWholeScanSchema)))
    .query(async ({ ctx, input }) => {
      const { db, accountReads } = ctx.services;
      const { user } = ctx;
      // No more reads of this account than there may be at a time.
      const release = await accountReads.acquire(user.userId, scanListBytes + (await bytesOfTags(db, user.userId)));
      try {
        const pieces = await listWholeScans(ctx, user.userId, scanListOf(ctx, input));
        // The account may have been erased while this waited for its turn.
        if (!(await ctx.sessionNow())) throw new AppError('sessionMissing');
        return new WrittenJson(pieces);
      } finally {
        release();
      }
    }),

  byId: userProcedure
    .meta({
      scope: 'read',
      rest: 'GET /api/results/:_id',
      failures: ['notFound'],
      about: 'One own scan, with its tags and the time of its receipt.',
    })
    .input(z.object({ _id: idField }))
    .output(listedWholeScanSchema)
    .query(async ({ ctx, input }) => {
      const scan = await readScan(ctx.services.db, ctx.user.userId, idOf(input._id));
      if (!scan) throw new AppError('notFound');
      return listedScan(scan);
    }),

  setTags: userProcedure
    .meta({
      scope: 'write',
      rest: 'PUT /api/results/:_id/tags',
      failures: ['tagsNotSealed', 'vaultSealed', 'vaultChanged', 'notFound', 'quotaReached'],
      about: 'Replaces the tags of an own scan; null takes them away. They are sealed like a note.',
    })
    .input(
      z.object({
        _id: idField,
        tags: sentTagsSchema,
        tagsBefore: field(
          sentTagsSchema.optional(),
          'The tags that these replace: where others are stored, those stay and are answered. Without it any are replaced.',
          null,
        ),
      }),
    )
    .output(z.object({ _id: idField, tags: storedTagsSchema }))
    .mutation(async ({ ctx, input }) => {
      const _id = idOf(input._id);
      const stored = await replaceTags(ctx.services, ctx.user.userId, _id, input.tags, input.tagsBefore);
      if (!stored) throw new AppError('notFound');
      return { _id, ...stored };
    }),

  delete: userProcedure
    .meta({
      scope: 'write',
      rest: 'DELETE /api/results/:_id',
      failures: ['notFound'],
      about: 'Removes an own scan; notes that are linked to it stay, without the link.',
    })
    .input(z.object({ _id: idField }))
    .output(z.object({ _id: idField }))
    .mutation(async ({ ctx, input }) => {
      const _id = idOf(input._id);
      if (!(await removeScan(ctx.services.db, ctx.user.userId, _id))) throw new AppError('notFound');
      return { _id };
    }),

  startScan: optionalProcedure
    .meta({ rest: 'POST /api/results/startScan', about: 'Counts that a quiz was begun.' })
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      if (ctx.visitor) await countQuizStart(ctx.services.db, ctx.visitor.userId);
      return {};
    }),
});
