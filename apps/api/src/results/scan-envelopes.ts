import { isEnvelope } from '@nuances/crypto/envelope-shape';
import { limits } from '@nuances/domain/limits';
import type { scanFields } from '@nuances/domain/scan/fields';
import { scanTexts } from '@nuances/domain/scan/texts';
import type { Form, SealedName } from '@nuances/domain/thing';
import * as z from 'zod';

/** Tags as a client sends them. The server sees an envelope and its length, nothing else. */
export const sentTagsSchema = z
  .string({ error: 'tagsNotSealed' })
  .refine(isEnvelope, { error: 'tagsNotSealed' })
  .refine((value) => value.length <= limits.sealedTagsMaxBytes, { error: 'badRequest' })
  .meta({ contentEncoding: 'base64', maxLength: limits.sealedTagsMaxBytes })
  .nullable()
  .meta(scanTexts.tags.restored);

/** Tags as they are stored and answered. */
export const storedTagsSchema = z.string().nullable().meta(scanTexts.tags.answered);

/** The envelopes of a scan, in each of their forms. */
export const scanEnvelopes = {
  sent: { tags: sentTagsSchema.optional().meta(scanTexts.tags.sent) },
  answered: { tags: storedTagsSchema },
  restored: { tags: sentTagsSchema },
} satisfies Record<Form, Record<SealedName<typeof scanFields>, z.ZodType>>;
