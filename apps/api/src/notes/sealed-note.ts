import { notes } from '@nuances/db/schema';
import { noteCategories } from '@nuances/domain/axes';
import * as z from 'zod';
import { createdAtField } from '../fields.ts';

export const noteExamples = {
  _id: '5d0c4f3e-8b1a-4c6d-a2f7-9e3b1d7c5a48',
  text: 'fxc8l3n88wRsJ3YwTSlHmePofYQOujCz66DQB2SmhPuh/C1LNp9mQF7PDhvGF5ydWhv7S1751NKm8Q==',
} as const;
export const categoryText = { description: 'The axis that the note is about, or `other`.', examples: ['yellow'] };
export const scanLinkText = {
  description: 'The own scan that the note belongs to; null for none.',
  examples: ['0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90'],
};

/** A note as stored and sent: only its owner's browser can open it. */
export const sealedNoteSchema = z
  .object({
    _id: z.string().meta({ description: 'A UUID, in lower case.', examples: [noteExamples._id] }),
    title: z.string().meta({ description: 'An envelope, or empty.', examples: [''] }),
    text: z.string().meta({ description: 'An envelope.', examples: [noteExamples.text] }),
    categoryId: z.enum(noteCategories).meta(categoryText),
    scanResultId: z.string().nullable().meta(scanLinkText),
    createdAt: createdAtField,
    receivedAt: z
      .date()
      .nullish()
      .meta({
        description:
          'When the server stored it first: a moment in UTC. More than a day after `createdAt` the note was entered later. Null when it is not known.',
        examples: ['2026-11-02T08:20:01.000Z'],
      }),
    updatedAt: z.date().meta({
      description: 'When it was last changed: a moment in UTC.',
      examples: ['2026-11-02T08:20:00.000Z'],
    }),
    revision: z.int().meta({ description: 'Rises with every change of the note.', examples: [1] }),
  })
  .meta({ id: 'Note' });

export type SealedNote = z.infer<typeof sealedNoteSchema>;

/** The columns of {@link SealedNote} by its names. */
export const sealedNoteColumns = {
  _id: notes.id,
  title: notes.titleSealed,
  text: notes.textSealed,
  categoryId: notes.categoryId,
  scanResultId: notes.scanResultId,
  createdAt: notes.createdAt,
  receivedAt: notes.receivedAt,
  updatedAt: notes.updatedAt,
  revision: notes.revision,
};
