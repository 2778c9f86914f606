import type { Transaction } from '@nuances/db/client';
import * as z from 'zod';

export const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

/** A rendered mail. */
export type Mail = z.infer<typeof mailSchema>;

/** A mail with its lifetime in seconds, that of its link. */
export interface OutgoingMail extends Mail {
  readonly goodForS: number;
}

/** Drafts: mails that are rendered when they are sent. */
const draftKinds = ['reset'] as const;
export type DraftKind = (typeof draftKinds)[number];

/** The sealed payload of the outbox: a mail or a draft. */
export const payloadSchema = z.union([
  z.object({ draft: z.enum(draftKinds), about: z.string() }),
  mailSchema.transform((mail) => ({ mail })),
]);

/** Renders a draft in the transaction that removes it; null when no mail is due. */
export type Writer = (transaction: Transaction, about: string) => Promise<OutgoingMail | null>;

/**
 * Sends one mail; rejects when that failed. The id is the same at every attempt. The signal aborts
 * when the product ends.
 */
export type Transport = (id: string, mail: Mail, signal: AbortSignal) => Promise<void>;

/** Failure of a transport. The message is logged and stored, so it contains no address and no link. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed';
  /** Whether retries are useless. */
  readonly isPermanent: boolean;
  /** Minimum pause before the next attempt, seconds. */
  readonly retryAfterS: number;

  constructor(message: string, { isPermanent = false, retryAfterS = 0 } = {}) {
    super(message);
    this.isPermanent = isPermanent;
    this.retryAfterS = retryAfterS;
  }
}
