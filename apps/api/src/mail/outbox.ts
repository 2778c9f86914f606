import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database, Transaction } from '@nuances/db/client';
import { createPeriodicTask } from '../jobs/periodic-task.ts';
import { type DraftKind, mailSchema, type OutgoingMail } from './mail.ts';
import { claimDueMails, countMails, deleteGivenUpMails, insertMail, type MailCounts } from './outbox-table.ts';
import { sendClaimedMail, type SendingParts } from './send-mail.ts';

export interface Outbox {
  /** Stores a mail in the caller's transaction: it is sent if and only if that commits. */
  enqueue(transaction: Transaction, mail: OutgoingMail): Promise<void>;
  /** Stores a draft; its renderer decides later whether a mail is due, and to whom. */
  enqueueDraft(transaction: Transaction, kind: DraftKind, about: string): Promise<void>;
  /** A transaction of the database that enqueues: the mails are sent as soon as it has committed. */
  readonly transaction: Database['transaction'];
  /** Sends due mails. Resolves to how many were sent. */
  flush(): Promise<number>;
  /** Starts the schedule. */
  start(): void;
  /** Waits a short time for the run in progress and stops. */
  stop(): Promise<void>;
  /** Removes mails that were given up long ago. */
  removeOld(): Promise<void>;
  /** How many mails wait to be sent, how long, and how many were given up and are still kept. */
  count(): Promise<MailCounts>;
}

/** Pause between two runs, milliseconds. */
const intervalMs = 5_000;
/** Lifetime of a draft, seconds. */
const draftLifetimeS = 3_600;
/** How long mails in progress may take at shutdown, milliseconds. */
const stopGraceMs = 2_000;

/** Stores a mail in the caller's transaction; a running product sends it. */
export function enqueueMail(
  transaction: Transaction,
  keys: MasterKeys,
  { goodForS, ...mail }: OutgoingMail,
): Promise<void> {
  return insertMail(transaction, keys, mailSchema.parse(mail), goodForS);
}

/** Creates the outbox and its sending loop. */
export function createOutbox(parts: SendingParts): Outbox {
  const { db, keys } = parts;
  async function flush(): Promise<number> {
    let sent = 0;
    for (let mails = await claimDueMails(db); mails.length > 0;) {
      // An aborted mail is free for the next attempt at once, under the same id.
      const signal = task.signal();
      const results = await Promise.all(mails.map((mail) => sendClaimedMail(parts, mail, signal)));
      sent += results.reduce((sum, one) => sum + one, 0);
      mails = signal.aborted ? [] : await claimDueMails(db);
    }
    return sent;
  }
  const task = createPeriodicTask({ work: flush, pauseMs: intervalMs, graceMs: stopGraceMs });

  return {
    flush,
    enqueue: (transaction, mail) => enqueueMail(transaction, keys, mail),
    enqueueDraft: (transaction, kind, about) => insertMail(transaction, keys, { draft: kind, about }, draftLifetimeS),
    async transaction(...work) {
      const result = await db.transaction(...work);
      task.wake();
      return result;
    },
    start: task.start,
    stop: task.stop,
    removeOld: () => deleteGivenUpMails(db),
    count: () => countMails(db),
  };
}
