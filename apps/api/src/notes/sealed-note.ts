import { notes } from '@nuances/db/schema';
import { noteCategories } from '@nuances/domain/axes';
import * as z from 'zod';

/** A note as it is stored and as it travels: only its writer's browser can open it. */
export const sealedNoteSchema = z
  .object({
    _id: z.string(),
    /** An envelope, or empty. */
    title: z.string(),
    /** An envelope. */
    text: z.string(),
    categoryId: z.enum(noteCategories),
    scanResultId: z.string().nullable(),
    createdAt: z.date(),
    updatedAt: z.date(),
    revision: z.int().meta({ description: 'Rises with every change of the note.' }),
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
  updatedAt: notes.updatedAt,
  revision: notes.revision,
};
