import { limits } from '@nuances/domain/limits';
import { createdAtOf } from '@nuances/domain/scan/time';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { exportedNoteFields } from '@nuances/domain/export-file';
import { scanFields } from '@nuances/domain/scan/fields';
import { scanTexts } from '@nuances/domain/scan/texts';
import { namesOf, settled } from '@nuances/domain/thing';
import { idSchema } from '@nuances/domain/validation';
import * as z from 'zod';
import { described, describedShape } from '../fields.ts';
import { categoryText, noteExamples, scanLinkText } from '../notes/sealed-note.ts';
import { scanEnvelopes } from '../results/scan-envelopes.ts';
import { sealedTextSchema, sealedTitleSchema } from '../notes/envelope-fields.ts';
import { router, userProcedure } from '../trpc.ts';
import { restore, undoRestore } from './queries.ts';

const scanExample = '0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90';

const idText = { description: 'The id that it had in the export: a UUID.', examples: [scanExample] };
const createdAtText = {
  description:
    'The moment that it was filed under, with its zone, from 2000 on. More than five minutes ahead of the server reads as now.',
  examples: ['2026-11-02T08:15:00.000Z'],
};
const receivedAtText = {
  description: 'When the server stored it first, as the export says.',
  examples: ['2026-11-02T08:15:01.000Z'],
};

const scanSchema = z.object({
  ...describedShape(scanFields, 'restored', scanTexts),
  ...scanEnvelopes.restored,
});
const scanNames = namesOf(scanSchema.shape);
const noteSchema = z.object({
  ...described(z.object(exportedNoteFields), {
    _id: idText,
    categoryId: categoryText,
    scanResultId: scanLinkText,
    createdAt: createdAtText,
    receivedAt: receivedAtText,
    updatedAt: { description: 'When it was last changed, as the export says.', examples: ['2026-11-02T08:20:00.000Z'] },
  }).shape,
  title: sealedTitleSchema,
  text: sealedTextSchema,
});

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
            _id: noteExamples._id,
            title: '',
            text: noteExamples.text,
            categoryId: 'yellow',
            scanResultId: scanExample,
            createdAt: '2026-11-02T08:20:00.000Z',
          },
        ],
      },
    ],
  });

const idsText = { description: 'Ids of scans.', examples: [[scanExample]] };
const noteRevisionsText = {
  description: 'Notes with the revision that they were given: a deleted note that comes back continues its own.',
  examples: [[{ _id: noteExamples._id, revision: 1 }]],
};
const revisionText = { description: 'Rises with every change of the note.', examples: [1] };

const addAnswer = z
  .object({
    scans: z.array(z.string()).meta(idsText),
    notes: z
      .array(
        z.object({
          _id: z.string().meta({ description: 'A UUID, in lower case.', examples: [noteExamples._id] }),
          revision: z.int().meta(revisionText),
        }),
      )
      .meta(noteRevisionsText),
  })
  .meta({ id: 'Restored' });

const undoInput = z
  .object({
    scans: z.array(idSchema).max(limits.restorePart).meta(idsText),
    notes: z
      .array(
        z.object({
          ...described(z.object({ _id: idSchema }), { _id: idText }).shape,
          revision: z.int().gte(1).lte(limits.revisionMax).meta(revisionText),
        }),
      )
      .max(limits.restorePart)
      .meta(noteRevisionsText),
  })
  .meta({ examples: [{ scans: [scanExample], notes: [{ _id: noteExamples._id, revision: 1 }] }] });

const undoAnswer = z
  .object({
    scans: z.array(z.string()).meta(idsText),
    notes: z.array(z.string()).meta({ description: 'Ids of notes.', examples: [[noteExamples._id]] }),
  })
  .meta({ id: 'RestoreUndone' });

/** Brings an export back, in parts. */
export const restoreRouter = router({
  /** Adds a part of an export; what is stored already stays as it is. Errors: 409 `quotaReached`. */
  add: userProcedure
    .meta({
      scope: 'write',
      rest: {
        method: 'POST',
        path: '/api/restore',
        about:
          'Adds scans and notes of an export, at most 200 of each in a call, and no more than fit into its body. What has the id of a stored one stays as it is, so a call may be repeated. Answers what was new.',
        failures: ['quotaReached', 'noteNotSealed', 'noteTitleTooLong', 'tagsNotSealed', 'answersInvalid'],
        maxBodyBytes: limits.noteBodyMaxBytes,
      },
    })
    .input(addInput)
    .output(addAnswer)
    .mutation(async ({ ctx, input }) => {
      const now = new Date(ctx.services.clock.now());
      const { userId } = ctx.user;
      const added = await restore(ctx.services.db, userId, {
        scans: input.scans.map((scan) => ({
          ...settled(scanNames, scan),
          scoring: scoreOf(scan.answers),
          createdAt: createdAtOf(scan.createdAt, now),
          receivedAt: createdAtOf(scan.receivedAt, now),
        })),
        notes: input.notes.map(({ _id, createdAt, receivedAt, updatedAt, scanResultId, ...note }) => ({
          ...note,
          id: _id,
          scanResultId: scanResultId ?? null,
          createdAt: createdAtOf(createdAt, now),
          receivedAt: receivedAt == null ? null : createdAtOf(receivedAt, now),
          updatedAt: createdAtOf(updatedAt, now),
        })),
      });
      ctx.services.scanQuota.forget(userId);
      ctx.services.noteQuota.forget(userId);
      return added;
    }),

  /** Takes back what `add` has added; what was changed since stays. */
  undo: userProcedure
    .meta({
      scope: 'write',
      rest: {
        method: 'POST',
        path: '/api/restore/undo',
        about:
          'Removes restored scans and notes again. A note that was changed since stays, and so does a scan that a remaining note is linked to. Answers the ids that were removed.',
      },
    })
    .input(undoInput)
    .output(undoAnswer)
    .mutation(({ ctx, input }) => undoRestore(ctx.services.db, ctx.user.userId, input)),
});
