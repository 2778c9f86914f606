import { envelopeLength, isEnvelope } from '@nuances/crypto/envelope-shape';
import { limits } from '@nuances/domain/limits';
import type { noteFields } from '@nuances/domain/note/fields';
import { noteTexts } from '@nuances/domain/note/texts';
import type { Form, SealedName } from '@nuances/domain/thing';
import * as z from 'zod';

/** A character of UTF-16 takes at most this many bytes in UTF-8. */
const bytesPerCharacter = 3;
const titleLength = envelopeLength(limits.noteTitle.max * bytesPerCharacter);
const textLength = envelopeLength(limits.noteText.maxBytes);

/** The title of a note as a client sends it: an envelope, or empty. */
const sealedTitleSchema = z
  .string({ error: 'noteNotSealed' })
  .refine((value) => value === '' || isEnvelope(value), { error: 'noteNotSealed' })
  .refine((value) => value.length <= titleLength, { error: 'noteTitleTooLong' })
  .meta({ ...noteTexts.title.restored, contentEncoding: 'base64', maxLength: titleLength });

/** The text of a note as a client sends it: an envelope. */
const sealedTextSchema = z
  .string({ error: 'noteNotSealed' })
  .refine(isEnvelope, { error: 'noteNotSealed' })
  .refine((value) => value.length <= textLength, { error: 'tooLarge' })
  .meta({ ...noteTexts.text.sent, contentEncoding: 'base64', maxLength: textLength });

/** The envelopes of a note, in each of their forms. */
export const noteEnvelopes = {
  sent: { title: sealedTitleSchema.nullish().meta(noteTexts.title.sent), text: sealedTextSchema },
  answered: { title: z.string().meta(noteTexts.title.answered), text: z.string().meta(noteTexts.text.answered) },
  restored: { title: sealedTitleSchema, text: sealedTextSchema },
} satisfies Record<Form, Record<SealedName<typeof noteFields>, z.ZodType>>;
