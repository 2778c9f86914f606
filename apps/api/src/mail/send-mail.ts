import { open } from '@nuances/crypto/seal';
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database } from '@nuances/db/client';
import { sql } from 'drizzle-orm';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { type DraftKind, MailFailed, mailSchema, payloadSchema, type Transport, type Writer } from './mail.ts';
import { type ClaimedMail, deleteMail, insertMail, outboxKeyLabel, releaseMail, sealPayload } from './outbox-table.ts';
import type { Log } from '../observability/log.ts';

/** First pause after a failure, doubled each time up to the longest, seconds. */
const firstPauseS = 5;
/** Short enough that everything is sent two minutes after the end of an outage. */
const longestPauseS = 60;
/** A provider may ask for a longer pause than ours, up to this, seconds. */
const longestRequestedPauseS = 3_600;

export interface SendingParts {
  readonly db: Database;
  readonly keys: MasterKeys;
  readonly transport: Transport;
  readonly writers: Readonly<Record<DraftKind, Writer>>;
  /** Never gets an address, a text or a link. */
  readonly log: Pick<Log, 'warn'>;
}

async function postpone({ db, log }: SendingParts, { id, attempts }: ClaimedMail, error: unknown): Promise<void> {
  const known = error instanceof MailFailed ? error : null;
  const reason = known?.message ?? (error instanceof Error ? error.name : 'unknown');
  const backoffS = Math.min(firstPauseS * 2 ** (attempts - 1), longestPauseS);
  const requestedS = known === null ? 0 : Math.min(known.retryAfterS, longestRequestedPauseS);
  const pauseS = Math.max(backoffS, requestedS);
  log.warn({ mail: id, attempts, pauseS, reason }, 'A mail could not be sent and waits');
  await releaseMail(db, id, { lastError: reason, nextAttemptAt: secondsFromNow(pauseS) });
}

/** Keeps the reason, for the operator, and nothing of the mail. */
async function giveUp(parts: SendingParts, { id, attempts }: ClaimedMail, reason: string): Promise<void> {
  parts.log.warn({ mail: id, attempts, reason }, 'A mail will not be sent any more');
  const payloadSealed = sealPayload(parts.keys, id, '');
  await releaseMail(parts.db, id, { lastError: reason, givenUpAt: sql`now()`, payloadSealed });
}

/** Replaces a draft by its mail, if it has one: atomically. */
async function writeDraft(
  { db, keys, writers }: SendingParts,
  id: string,
  draft: { readonly kind: DraftKind; readonly about: string },
): Promise<void> {
  await db.transaction(async (transaction) => {
    const written = await writers[draft.kind](transaction, draft.about);
    if (written) {
      const { goodForS, ...mail } = written;
      await insertMail(transaction, keys, mailSchema.parse(mail), goodForS);
    }
    await deleteMail(transaction, id);
  });
}

/**
 * Sends one claimed mail, writes its draft, or releases it for a later attempt.
 * @returns how many mails were sent: 0 or 1
 */
export async function sendClaimedMail(parts: SendingParts, mail: ClaimedMail, signal: AbortSignal): Promise<number> {
  const { id } = mail;
  try {
    if (mail.isExpired) {
      await giveUp(parts, mail, 'Expired');
      return 0;
    }
    const text = open(parts.keys, outboxKeyLabel, [id], mail.payload).toString('utf8');
    const payload = payloadSchema.parse(JSON.parse(text));
    if ('draft' in payload) {
      await writeDraft(parts, id, { kind: payload.draft, about: payload.about });
      return 0;
    }
    await parts.transport(id, payload.mail, signal);
  } catch (error) {
    const isPermanent = error instanceof MailFailed && error.isPermanent;
    await (isPermanent ? giveUp(parts, mail, error.message) : postpone(parts, mail, error));
    return 0;
  }
  await deleteMail(parts.db, id);
  return 1;
}
