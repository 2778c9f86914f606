import type { Transaction } from '@nuances/db/client';
import { type DraftKind, mailSchema, type OutgoingMail } from './mail.ts';
import { claimDueMails, countMails, deleteGivenUpMails, insertMail } from './outbox-table.ts';
import { sendClaimedMail, type SendingParts } from './send-mail.ts';

/** Mails to send, kept in the database beside what caused them. */
export interface Outbox {
  /** Stores a mail, inside the caller's transaction: it goes out if and only if that commits. */
  enqueue(transaction: Transaction, mail: OutgoingMail): Promise<void>;
  /** Stores what a mail is about; its writer decides later whether there is one, and to whom. */
  enqueueDraft(transaction: Transaction, kind: DraftKind, about: string): Promise<void>;
  /** Call after the commit, to send at once instead of at the next round. */
  wake(): void;
  /** Sends what is due. Resolves to how many went out. */
  flush(): Promise<number>;
  /** Begins to send on a schedule. */
  start(): void;
  /** Waits a short time for the round under way, then sends no more. */
  stop(): Promise<void>;
  /** Removes mails that were given up long ago. */
  removeOld(): Promise<void>;
  /** How many mails wait to be sent, and how many were given up and are still kept. */
  count(): Promise<{ readonly waiting: number; readonly givenUp: number }>;
}

/** Rounds happen this often without a wake, milliseconds. */
const roundMs = 5_000;
/** A draft that could not be written for this long is dropped, seconds. */
const draftLifetimeS = 3_600;
/** What is being sent when the product ends gets this long, milliseconds. */
const stopGraceMs = 2_000;

/** Mails that wait in the database, and the loop that sends them from this instance. */
export function createOutbox(parts: SendingParts): Outbox {
  const { db, keys } = parts;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let ending = new AbortController();
  let round: Promise<unknown> = Promise.resolve();

  async function flush(): Promise<number> {
    let sent = 0;
    for (let mails = await claimDueMails(db); mails.length > 0;) {
      const results = await Promise.all(mails.map((mail) => sendClaimedMail(parts, mail, ending.signal)));
      sent += results.reduce((sum, one) => sum + one, 0);
      mails = ending.signal.aborted ? [] : await claimDueMails(db);
    }
    return sent;
  }

  /** Rounds follow each other; one that fails (database away) is made up for by the next. */
  function nextRound(): void {
    clearTimeout(timer);
    round = round
      .then(() => (isRunning ? flush() : 0))
      .catch(() => undefined)
      .then(() => {
        clearTimeout(timer);
        if (isRunning) timer = setTimeout(nextRound, roundMs).unref();
      });
  }

  return {
    flush,
    enqueue: (transaction, { goodForS, ...mail }) => insertMail(transaction, keys, mailSchema.parse(mail), goodForS),
    enqueueDraft: (transaction, kind, about) => insertMail(transaction, keys, { draft: kind, about }, draftLifetimeS),
    wake() {
      if (isRunning) nextRound();
    },
    start() {
      ending = new AbortController();
      isRunning = true;
      nextRound();
    },
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      // A mail that is cut off is free for the next attempt at once, under the same id.
      const cut = setTimeout(() => ending.abort(), stopGraceMs);
      await round;
      clearTimeout(cut);
    },
    removeOld: () => deleteGivenUpMails(db),
    count: () => countMails(db),
  };
}
