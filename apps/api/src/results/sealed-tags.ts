import { isEnvelope } from '@nuances/crypto/envelope-shape';
import { limits } from '@nuances/domain/limits';
import * as z from 'zod';

export const tagsText = {
  description:
    'The tags of the scan, or null for none: an envelope as in a note, around a JSON array of at most 8 strings of at most 24 characters.',
  examples: ['fxc8l3n88wRsJ3YwTSlHmePofYQOujCz66DQB2SmhPuh/C1LNp9mQF7PDhvGF5ydWhv7S1751NKm8Q=='],
};

/** Tags as a client sends them. The server sees an envelope and its length, nothing else. */
export const sentTagsSchema = z
  .string({ error: 'tagsNotSealed' })
  .refine(isEnvelope, { error: 'tagsNotSealed' })
  .refine((value) => value.length <= limits.sealedTagsMaxBytes, { error: 'badRequest' })
  .meta({ contentEncoding: 'base64', maxLength: limits.sealedTagsMaxBytes })
  .nullable()
  .meta(tagsText);

/** Tags as they are stored and answered. */
export const storedTagsSchema = z.string().nullable().meta(tagsText);
