import * as z from 'zod/mini';
import { shapeOf, type ThingField } from '../thing.ts';

/** What a person can agree to, each on its own (SPEC.md CONSENT-1). */
export const consentPurposes = ['keep', 'reminder', 'usage'] as const;

export type ConsentPurpose = (typeof consentPurposes)[number];

const own = { purpose: 'consents', isSealed: false } as const;

/** The fields of an agreement that was given or withdrawn: an entry of a person's ledger. */
export const consentFields = {
  purpose: { ...own, column: 'purpose', sent: z.enum(consentPurposes), answered: z.enum(consentPurposes) },
  at: { ...own, column: 'at', answered: z.date() },
  /** False for a withdrawal. */
  given: { ...own, column: 'given', answered: z.boolean() },
  /** Of the words that were agreed to; for a withdrawal, those that were withdrawn from. */
  version: { ...own, column: 'version', sent: z.string(), answered: z.string() },
} as const satisfies Readonly<Record<string, ThingField>>;

const answered = z.object(shapeOf(consentFields, 'answered'));

/** An entry of a person's ledger, but its time. */
export type ConsentEntry = Readonly<Omit<z.output<typeof answered>, 'at'>>;
