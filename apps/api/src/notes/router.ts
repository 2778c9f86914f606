import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { noteContentNames, noteFields, sentNoteFields } from '@nuances/domain/note/fields';
import { noteTexts } from '@nuances/domain/note/texts';
import { categoryOf } from '@nuances/domain/notes';
import { pageOf, pageSchema } from '@nuances/domain/paging';
import { createdAtOf } from '@nuances/domain/scan/time';
import { picked } from '@nuances/domain/thing';
import { instantSchema } from '@nuances/domain/validation';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { documentTimeoutMs, writeDocument } from '../database/account-document.ts';
import { described, describedShape, field, idField, idOf, pageTexts, userKeyField } from '../fields.ts';
import { claimProcedure, router, userProcedure } from '../trpc.ts';
import { WrittenOutput } from '../written-json.ts';
import { allNotesPieces, bytesOfNotes } from './note-pages.ts';
import { noteEnvelopes } from './envelope-fields.ts';
import { addNewNote, changeNote, type NoteChange, putNote, readHash, removeNote } from './queries.ts';
import { findSealedKey } from './present-key.ts';
import { keyFields, keyFieldsOf } from '../vault/key-state.ts';
import { listedNoteSchema, sealedNoteSchema } from './sealed-note.ts';

const { category, movedTo } = described(z.object(sentNoteFields), {
  category: { description: 'Another name for `categoryId`, which wins.', examples: ['yellow'] },
  movedTo: {
    description: 'Files the note under another moment, also one that is stored: as `createdAt`.',
    examples: ['2026-11-01T20:00:00.000Z'],
  },
}).shape;
const sentFields = {
  ...describedShape(noteFields, 'sent', noteTexts),
  category,
  movedTo,
  ...noteEnvelopes.sent,
};
const [envelope] = noteTexts.text.sent.examples;
/** An example with the usual fields. */
const example = {
  categoryId: 'yellow',
  scanResultId: noteTexts.scanResultId.sent.examples[0],
  title: envelope,
  text: envelope,
};
const newNoteSchema = z.object(sentFields).meta({ examples: [example] });
const changedNoteSchema = z.object({ ...sentFields, _id: idField }).meta({ examples: [example] });

const savedSchema = z.object({
  note: sealedNoteSchema.meta({ description: 'The note as it is stored.' }),
  conflict: sealedNoteSchema.optional().meta({
    description:
      'Only when `revision` was not that of the stored note: what stood there is kept beside it, as this note.',
  }),
});

const hashInput = z.object({
  log: field(z.union([z.boolean(), z.enum(['true', 'false'])]).optional(), 'Counts the notes as opened.', 'true'),
});
const pageInput = described(pageSchema, pageTexts);
const hashField = field(
  z.string(),
  'SHA-256, in hexadecimal, of every `id:revision` of the own notes, sorted and joined by commas.',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
);

/** @throws AppError `badRequest` on `categoryId` when neither of its names is there */
function changeOf(_id: string, input: z.infer<typeof newNoteSchema>, now: Date): NoteChange {
  const categoryId = categoryOf(input);
  if (categoryId === undefined) throw new AppError('badRequest', { fields: { categoryId: 'badRequest' } });
  return {
    _id,
    content: { ...picked(noteContentNames, input), title: input.title ?? undefined, categoryId },
    movedTo: input.movedTo == null ? undefined : createdAtOf(input.movedTo, now),
    revision: input.revision ?? undefined,
    seen: input.updatedAt == null ? undefined : Date.parse(input.updatedAt),
  };
}

/** Sealed notes, which the server stores and counts but cannot read. */
export const notesRouter = router({
  /** The access is logged. */
  userKey: userProcedure
    .meta({
      scope: 'read',
      rest: 'GET /api/notes/userkey',
      about:
        'The key of the own notes, 64 hexadecimal digits: titles and texts are sealed with it before they are sent.',
    })
    .output(z.object({ userKey: userKeyField, ...keyFields }))
    .query(async ({ ctx }) => {
      const account = await findSealedKey(ctx.services.db, ctx.user.userId);
      if (!account) throw new AppError('sessionMissing');
      return { userKey: ctx.services.noteKeys.open(account), ...keyFieldsOf(account) };
    }),

  hash: userProcedure
    .meta({
      scope: 'read',
      rest: 'GET /api/notes/hash',
      about:
        'A hash over the own notes, which changes with each of them: SHA-256, in hexadecimal, of every `id:revision`, sorted and joined by commas. With `log=true` the notes are counted as opened.',
    })
    .input(hashInput.optional())
    .output(z.object({ hash: hashField }))
    .query(async ({ ctx, input }) => {
      const opens = ctx.countsAsView && (input?.log === true || input?.log === 'true');
      return { hash: await readHash(ctx.services.db, ctx.user.userId, opens) };
    }),

  all: userProcedure
    .meta({
      scope: 'read',
      timeoutMs: documentTimeoutMs,
      rest: 'GET /api/notes/all',
      about:
        'All own notes as they are stored, sealed, newest first; and the hash of all of them. With `limit` or `before` it is a part of them. While the hash stays the same, no note has changed between two pages.',
    })
    .input(z.optional(pageInput))
    .output(
      new WrittenOutput(
        z.object({ notes: z.array(listedNoteSchema).meta({ description: 'Newest first.' }), hash: hashField }),
      ),
    )
    .query(({ ctx, input, signal }) => {
      const { userId } = ctx.user;
      const page = pageOf(input);
      return writeDocument({ ctx, signal }, userId, {
        isList: true,
        bytes: (db) => bytesOfNotes(db, userId, page),
        pieces: (db, reading) => allNotesPieces(db, userId, reading, page),
      });
    }),

  create: claimProcedure
    .meta({
      scope: 'write',
      maxBodyBytes: limits.noteBodyMaxBytes,
      rest: 'POST /api/notes',
      failures: ['noteNotSealed', 'noteTitleTooLong', 'vaultSealed', 'vaultChanged', 'notFound', 'quotaReached'],
      about:
        'Stores a note. The own `_id` of a stored note with the same content answers that note; with other content it is an update, as PUT. The id of a note that was deleted in the last 30 days takes the note back, and counts as no new one. `category` is taken for `categoryId`. Without `createdAt` the note is of now. Without `title` and `scanResultId` a new note has none, and a stored one keeps its own.',
    })
    .input(newNoteSchema)
    .output(savedSchema)
    .mutation(async ({ ctx, input }) => {
      const now = new Date(ctx.services.clock.now());
      const change = changeOf(input._id ?? randomUUID(), input, now);
      const createdAt = change.movedTo ?? createdAtOf(input.createdAt, now);
      const note = await addNewNote(ctx, ctx.caller, change, createdAt);
      if (note) return { note };
      const put = () => putNote(ctx.services, ctx.caller.userId, change, createdAt);
      // It may be deleted between insert and update, and then it is new; after repeated deletions the answer is 503.
      const saved = (await put()) ?? (await put());
      if (!saved) throw new AppError('unavailable', { retryAfterS: 1 });
      return saved;
    }),

  update: userProcedure
    .meta({
      scope: 'write',
      maxBodyBytes: limits.noteBodyMaxBytes,
      rest: 'PUT /api/notes/:_id',
      failures: ['noteNotSealed', 'noteTitleTooLong', 'vaultSealed', 'vaultChanged', 'notFound', 'quotaReached'],
      about:
        'Writes over an own note; its time stays, unless `movedTo` names another. With the `revision` that the change is based on, a note that was changed in the meantime is not lost: it is kept as another note and answered as `conflict`. Without `revision` the last write wins.',
    })
    .input(changedNoteSchema)
    .output(savedSchema)
    .mutation(async ({ ctx, input }) => {
      const change = changeOf(idOf(input._id), input, new Date(ctx.services.clock.now()));
      const saved = await changeNote(ctx.services, ctx.user.userId, change);
      if (!saved) throw new AppError('notFound');
      return saved;
    }),

  /** Errors: 409 `noteChanged` when the text is not of the `updatedAt` that our own client names; REST takes none. */
  delete: userProcedure
    .meta({ scope: 'write', rest: 'DELETE /api/notes/:_id', failures: ['notFound'], about: 'Removes an own note.' })
    .input(z.object({ _id: idField, updatedAt: z.nullish(instantSchema) }))
    .output(z.object({ _id: idField }))
    .mutation(async ({ ctx, input }) => {
      const _id = idOf(input._id);
      if (!(await removeNote(ctx.services.db, ctx.user.userId, _id, input.updatedAt))) throw new AppError('notFound');
      return { _id };
    }),
});
