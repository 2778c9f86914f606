import { seal } from '@nuances/crypto/seal';
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database, Transaction } from '@nuances/db/client';
import { mailOutbox } from '@nuances/db/schema';
import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { dueRows } from '../database/due-rows.ts';
import { removeInSteps } from '../database/remove-in-steps.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';

/** Label of the key that seals the payloads. */
export const outboxKeyLabel = 'mail-outbox';
/** Lease of a claimed mail: after a crash of its instance it is free again after this time. */
const lease = sql`interval '60 seconds'`;
/** Mails that one claim takes at most. */
const claimMax = 10;
/** How long the reason of a mail that was given up is kept. */
const givenUpKept = sql`interval '30 days'`;

/** Changes of a row when its mail was not sent. */
interface Released {
  readonly lastError: string;
  readonly nextAttemptAt?: SQL;
  readonly givenUpAt?: SQL;
  readonly payloadSealed?: string;
}

export type ClaimedMail = Awaited<ReturnType<typeof claimDueMails>>[number];

/** Seals a payload for the row of this id. */
export const sealPayload = (keys: MasterKeys, id: string, text: string) =>
  seal(keys.current, outboxKeyLabel, [id], Buffer.from(text, 'utf8'));

/** Stores a payload, in the transaction of its cause. */
export async function insertMail(
  transaction: Transaction,
  keys: MasterKeys,
  payload: object,
  lifetimeS: number,
): Promise<void> {
  const id = randomUUID();
  await transaction.insert(mailOutbox).values({
    id,
    payloadSealed: sealPayload(keys, id, JSON.stringify(payload)),
    createdAt: sql`now()`,
    nextAttemptAt: sql`now()`,
    expiresAt: secondsFromNow(lifetimeS),
  });
}

/** Claims due mails for this instance. */
export async function claimDueMails(db: Database) {
  const { id, sentAt, givenUpAt, lockedUntil, nextAttemptAt } = mailOutbox;
  const where = and(isNull(sentAt), isNull(givenUpAt), or(isNull(lockedUntil), lte(lockedUntil, sql`now()`)));
  const due = dueRows(db.select({ id }).from(mailOutbox).$dynamic(), { at: nextAttemptAt, where, limit: claimMax });
  return db
    .update(mailOutbox)
    .set({ lockedUntil: sql`now() + ${lease}`, attempts: sql`${mailOutbox.attempts} + 1` })
    .where(inArray(mailOutbox.id, due))
    .returning({
      id: mailOutbox.id,
      payload: mailOutbox.payloadSealed,
      attempts: mailOutbox.attempts,
      isExpired: sql<boolean>`${mailOutbox.expiresAt} <= now()`,
    });
}

/** Ends the claim on a mail that was not sent. */
export async function releaseMail(db: Database, id: string, change: Released): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ lockedUntil: null, ...change })
    .where(eq(mailOutbox.id, id));
}

/** Removes a mail that was sent, or a draft that was rendered: the row contains an address and a link. */
export async function deleteMail(db: Database | Transaction, id: string): Promise<void> {
  await db.delete(mailOutbox).where(eq(mailOutbox.id, id));
}

/** Removes mails that were given up long ago. */
export async function deleteGivenUpMails(db: Database): Promise<void> {
  const { id, givenUpAt } = mailOutbox;
  const where = and(isNotNull(givenUpAt), lte(givenUpAt, sql`now() - ${givenUpKept}`));
  await removeInSteps(db, mailOutbox, { key: [id], where, by: givenUpAt });
}

export interface MailCounts {
  readonly waiting: number;
  /** How long the oldest waiting one has waited, seconds; 0 for none. */
  readonly oldestS: number;
  /** Given up, and still kept. */
  readonly givenUp: number;
}

/**
 * Counts the mails in the outbox; those that were sent are not in it any more. Each reading of the metrics asks: the two kinds
 * are found by an index of their own, so thousands of mails that were given up cost nothing but its pages.
 */
export async function countMails(db: Database): Promise<MailCounts> {
  const { createdAt, sentAt, givenUpAt } = mailOutbox;
  const [waiting] = await db
    .select({
      waiting: sql<number>`count(*)::int`,
      oldestS: sql<number>`coalesce(extract(epoch from now() - min(${createdAt})), 0)::float8`,
    })
    .from(mailOutbox)
    .where(and(isNull(sentAt), isNull(givenUpAt)));
  const givenUp = await db.$count(mailOutbox, isNotNull(givenUpAt));
  if (!waiting) throw new Error('an aggregate without a row');
  return { ...waiting, givenUp };
}
