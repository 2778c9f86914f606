import { columnsOf } from '@nuances/db/field-columns';
import { notes } from '@nuances/db/schema';
import { noteFields } from '@nuances/domain/note/fields';
import { noteTexts } from '@nuances/domain/note/texts';
import * as z from 'zod';
import { describedShape } from '../fields.ts';
import { noteEnvelopes } from './envelope-fields.ts';

/** A note as stored and sent: only its owner's browser can open it. */
export const sealedNoteSchema = z
  .object({ ...describedShape(noteFields, 'answered', noteTexts), ...noteEnvelopes.answered })
  .meta({ id: 'Note' });

export type SealedNote = z.infer<typeof sealedNoteSchema>;

/** The columns of {@link SealedNote} by its names. */
export const sealedNoteColumns = columnsOf(notes, noteFields);
