import { envelopeLength, isEnvelope } from '@nuances/crypto/envelope-shape';
import { limits } from '@nuances/domain/limits';
import * as z from 'zod';
import { noteExamples } from './sealed-note.ts';

/** A character of UTF-16 takes at most this many bytes in UTF-8. */
const bytesPerCharacter = 3;
const titleLength = envelopeLength(limits.noteTitle.max * bytesPerCharacter);
const textLength = envelopeLength(limits.noteText.maxBytes);

const envelopeFacts = {
  description: 'An envelope: base64 of IV (12 bytes), tag (16) and ciphertext, AES-256-GCM with the userKey.',
  contentEncoding: 'base64',
  examples: [noteExamples.text],
} as const;

/** The title of a note as a client sends it: an envelope, or empty. */
export const sealedTitleSchema = z
  .string({ error: 'noteNotSealed' })
  .refine((value) => value === '' || isEnvelope(value), { error: 'noteNotSealed' })
  .refine((value) => value.length <= titleLength, { error: 'noteTitleTooLong' })
  .meta({ ...envelopeFacts, description: `${envelopeFacts.description} Or empty.`, maxLength: titleLength });

/** The text of a note as a client sends it: an envelope. */
export const sealedTextSchema = z
  .string({ error: 'noteNotSealed' })
  .refine(isEnvelope, { error: 'noteNotSealed' })
  .refine((value) => value.length <= textLength, { error: 'tooLarge' })
  .meta({ ...envelopeFacts, maxLength: textLength });
