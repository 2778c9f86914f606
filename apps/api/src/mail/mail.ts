import type { Transaction } from '@nuances/db/client';
import * as z from 'zod';

export const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

/** A mail that is ready to go. */
export type Mail = z.infer<typeof mailSchema>;

/** A mail and its lifetime in seconds: as long as its link works. */
export interface OutgoingMail extends Mail {
  readonly goodForS: number;
}

/** Mails whose text is decided only when they are sent. */
const draftKinds = ['reset'] as const;
export type DraftKind = (typeof draftKinds)[number];

/** What the outbox stores, sealed: a mail, or what it will be about. */
export const payloadSchema = z.union([
  z.object({ draft: z.enum(draftKinds), about: z.string() }),
  mailSchema.transform((mail) => ({ mail })),
]);

/** Writes the mail of a draft in the transaction that takes the draft away; null when there is none to write. */
export type Writer = (transaction: Transaction, about: string) => Promise<OutgoingMail | null>;

/**
 * Sends one mail; rejects when that failed. The id is the same at every attempt. The signal aborts
 * when the product ends.
 */
export type Transport = (id: string, mail: Mail, signal: AbortSignal) => Promise<void>;

/** A transport could not send. The message is logged and stored, so it holds no address and no link. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed';
  /** Another attempt would fail again. */
  readonly isPermanent: boolean;
  /** Seconds before the next attempt, at least. */
  readonly retryAfterS: number;

  constructor(message: string, { isPermanent = false, retryAfterS = 0 } = {}) {
    super(message);
    this.isPermanent = isPermanent;
    this.retryAfterS = retryAfterS;
  }
}

/** The logger of the outbox; pino fits. It never gets an address, a text or a link. */
export interface OutboxLog {
  warn(details: object, message: string): void;
}
