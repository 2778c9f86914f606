import { limits } from '@nuances/domain/limits';
import { createdAtOf } from '@nuances/domain/scan/time';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { isOnScale, moodFields } from '@nuances/domain/moods/fields';
import { moodTexts } from '@nuances/domain/moods/texts';
import { noteFields } from '@nuances/domain/note/fields';
import { noteTexts } from '@nuances/domain/note/texts';
import { scanFields } from '@nuances/domain/scan/fields';
import { scanTexts } from '@nuances/domain/scan/texts';
import { namesOf, settled } from '@nuances/domain/thing';
import { idSchema } from '@nuances/domain/validation';
import * as z from 'zod';
import { forgetQuotas } from '../database/quota-memory.ts';
import { described, describedShape } from '../fields.ts';
import { scanEnvelopes } from '../results/scan-envelopes.ts';
import { noteEnvelopes } from '../notes/envelope-fields.ts';
import { router, userProcedure } from '../trpc.ts';
import { restore, undoRestore } from './queries.ts';
import { idsText, noteRevisionsText, restoredSchema } from './restored.ts';

const [scanExample] = scanTexts._id.answered.examples;
const [noteExample] = noteTexts._id.answered.examples;

const scanSchema = z.object({
  ...describedShape(scanFields, 'restored', scanTexts),
  ...scanEnvelopes.restored,
});
const scanNames = namesOf(scanSchema.shape);
const noteSchema = z.object({
  ...describedShape(noteFields, 'restored', noteTexts),
  ...noteEnvelopes.restored,
});
const noteNames = namesOf(noteSchema.shape);

const moodsSchema = z
  .object(describedShape(moodFields, 'restored', moodTexts))
  .refine(isOnScale, { error: 'badRequest' });

const addInput = z
  .object({
    scans: z
      .array(scanSchema)
      .max(limits.restorePart)
      .meta({ description: 'Scans of an export, with the ids they had.' }),
    notes: z
      .array(noteSchema)
      .max(limits.restorePart)
      .meta({ description: 'Notes of an export, sealed with the own userKey.' }),
    moods: z
      .array(moodsSchema)
      .max(limits.restorePart)
      .default([])
      .meta({ description: 'Moods of other journals, in parts; none for an account with a vault.', examples: [[]] }),
  })
  .meta({
    examples: [
      {
        scans: [
          {
            _id: scanExample,
            answers: [4, 6, 9, 8, 5, 7, 9],
            duration: 60,
            createdAt: '2026-11-02T08:15:00.000Z',
            tags: null,
          },
        ],
        notes: [
          {
            _id: noteExample,
            title: '',
            text: noteTexts.text.restored.examples[0],
            categoryId: 'yellow',
            scanResultId: scanExample,
            createdAt: '2026-11-02T08:20:00.000Z',
          },
        ],
      },
    ],
  });

const undoInput = z
  .object({
    scans: z.array(idSchema).max(limits.restorePart).meta(idsText),
    notes: z
      .array(
        z.object({
          ...described(z.object({ _id: idSchema }), { _id: noteTexts._id.restored }).shape,
          revision: z.int().gte(1).lte(limits.revisionMax).meta(noteTexts.revision.answered),
        }),
      )
      .max(limits.restorePart)
      .meta(noteRevisionsText),
  })
  .meta({ examples: [{ scans: [scanExample], notes: [{ _id: noteExample, revision: 1 }] }] });

const undoAnswer = z
  .object({
    scans: z.array(z.string()).meta(idsText),
    notes: z.array(z.string()).meta({ description: 'Ids of notes.', examples: [[noteExample]] }),
  })
  .meta({ id: 'RestoreUndone' });

/** Brings an export back, in parts. */
export const restoreRouter = router({
  add: userProcedure
    .meta({
      scope: 'write',
      maxBodyBytes: limits.noteBodyMaxBytes,
      rest: 'POST /api/restore',
      about:
        'Adds scans, notes and moods of an export, at most 200 of each in a call, and no more than fit into its body. What has the id of a stored one stays as it is, so a call may be repeated. Answers what was new.',
      failures: [
        'quotaReached',
        'noteNotSealed',
        'vaultSealed',
        'vaultChanged',
        'noteTitleTooLong',
        'tagsNotSealed',
        'answersInvalid',
      ],
    })
    .input(addInput)
    .output(restoredSchema)
    .mutation(async ({ ctx, input }) => {
      const now = new Date(ctx.services.clock.now());
      const { userId } = ctx.user;
      const added = await restore(ctx.services, userId, {
        scans: input.scans.map((scan) => ({
          ...settled(scanNames, scan),
          scoring: scoreOf(scan.answers),
          sealed: null,
          createdAt: createdAtOf(scan.createdAt, now),
          receivedAt: createdAtOf(scan.receivedAt, now),
        })),
        notes: input.notes.map((note) => ({
          ...settled(noteNames, note),
          sealed: null,
          createdAt: createdAtOf(note.createdAt, now),
          receivedAt: note.receivedAt == null ? null : createdAtOf(note.receivedAt, now),
          updatedAt: createdAtOf(note.updatedAt, now),
        })),
        moods: input.moods.map((part) => ({ ...part, sealed: null, receivedAt: createdAtOf(part.receivedAt, now) })),
      });
      forgetQuotas(ctx.services, userId);
      return added;
    }),

  undo: userProcedure
    .meta({
      scope: 'write',
      rest: 'POST /api/restore/undo',
      about:
        'Removes restored scans and notes again. A note that was changed since stays, and so does a scan that a remaining note is linked to. Answers the ids that were removed.',
    })
    .input(undoInput)
    .output(undoAnswer)
    .mutation(({ ctx, input }) =>
      ctx.services.db.transaction((transaction) => undoRestore(transaction, ctx.user.userId, input)),
    ),
});
