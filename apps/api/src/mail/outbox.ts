import { open, seal } from '@nuances/crypto/seal';
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database, Transaction } from '@nuances/db/client';
import { mailOutbox } from '@nuances/db/schema';
import { and, asc, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { secondsFromNow } from '../database/seconds-from-now.ts';

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

/** A mail that is ready to go. */
export type Mail = z.infer<typeof mailSchema>;

/** A mail and how long it says something true, seconds: as long as its link works. */
export interface OutgoingMail extends Mail {
  readonly goodForS: number;
}

/** Mails whose text is only decided when it is their turn. */
const draftKinds = ['reset'] as const;
type DraftKind = (typeof draftKinds)[number];

const payloadSchema = z.union([
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

/** How a transport says that it could not send. The message is logged and stored: no address, no link. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed';
  /** Trying again would fail again. */
  readonly isPermanent: boolean;
  /** Seconds before the next attempt, at least. */
  readonly retryAfterS: number;

  constructor(message: string, { isPermanent = false, retryAfterS = 0 } = {}) {
    super(message);
    this.isPermanent = isPermanent;
    this.retryAfterS = retryAfterS;
  }
}

/** Where the outbox says what it does; pino fits. Never an address, a text or a link. */
export interface OutboxLog {
  warn(details: object, message: string): void;
}

/** Mails to send, kept in the database beside what caused them. */
export interface Outbox {
  /** Puts a mail in, inside the caller's transaction: it goes out if and only if that commits. */
  enqueue(transaction: Transaction, mail: OutgoingMail): Promise<void>;
  /** Puts in what a mail is about; its writer decides later whether there is one, and to whom. */
  enqueueDraft(transaction: Transaction, kind: DraftKind, about: string): Promise<void>;
  /** Call after the commit, to send at once instead of at the next round. */
  wake(): void;
  /** Sends what is due. Resolves to how many went out. */
  flush(): Promise<number>;
  /** Begins to send by itself. */
  start(): void;
  /** Lets the round under way end, but not for long, then sends no more. */
  stop(): Promise<void>;
  /** Forgets mails that were given up long ago. */
  removeOld(): Promise<void>;
  /** How many mails wait to be sent, and how many were given up and are not forgotten yet. */
  count(): Promise<{ readonly waiting: number; readonly givenUp: number }>;
}

const label = 'mail-outbox';
/** Rounds happen this often without a wake, milliseconds. */
const roundMs = 5_000;
/** A mail taken by an instance that died is free again after this long. */
const lease = sql`interval '60 seconds'`;
const atOnce = 10;
/** First pause after a failure, doubled each time up to the longest, seconds. */
const firstPauseS = 5;
/** Short enough that everything is out two minutes after a provider has come back. */
const longestPauseS = 60;
/** A provider may ask for a longer pause than ours, up to this, seconds. */
const longestAskedS = 3_600;
/** A request for a mail that could not be written for this long is answered by nobody any more, seconds. */
const draftGoodForS = 3_600;
/** How long the reason of a mail that was given up can be read. */
const givenUpKept = sql`interval '30 days'`;
/** What is being sent when the product ends gets this long, milliseconds. */
const stopGraceMs = 2_000;

/** Mails that wait in the database, and whoever sends them from this instance. */
export function createOutbox(parts: {
  readonly db: Database;
  readonly keys: MasterKeys;
  readonly transport: Transport;
  readonly writers: Readonly<Record<DraftKind, Writer>>;
  readonly log: OutboxLog;
}): Outbox {
  const { db, keys, transport, writers, log } = parts;
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let ending = new AbortController();
  let round: Promise<unknown> = Promise.resolve();

  const sealed = (id: string, text: string) => seal(keys.current, label, [id], Buffer.from(text, 'utf8'));

  async function insert(transaction: Transaction, payload: object, goodForS: number): Promise<void> {
    const id = randomUUID();
    await transaction.insert(mailOutbox).values({
      id,
      payloadSealed: sealed(id, JSON.stringify(payload)),
      createdAt: sql`now()`,
      nextAttemptAt: sql`now()`,
      expiresAt: secondsFromNow(goodForS),
    });
  }

  const enqueue = (transaction: Transaction, { goodForS, ...mail }: OutgoingMail) =>
    insert(transaction, mailSchema.parse(mail), goodForS);

  /** Takes due mails for this instance. SKIP LOCKED keeps instances from waiting for each other. */
  async function claim() {
    const due = db
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(
        and(
          isNull(mailOutbox.sentAt),
          isNull(mailOutbox.givenUpAt),
          lte(mailOutbox.nextAttemptAt, sql`now()`),
          or(isNull(mailOutbox.lockedUntil), lte(mailOutbox.lockedUntil, sql`now()`)),
        ),
      )
      .orderBy(asc(mailOutbox.nextAttemptAt))
      .limit(atOnce)
      .for('update', { skipLocked: true });
    return db
      .update(mailOutbox)
      .set({
        lockedUntil: sql`now() + ${lease}`,
        attempts: sql`${mailOutbox.attempts} + 1`,
      })
      .where(inArray(mailOutbox.id, due))
      .returning({
        id: mailOutbox.id,
        payload: mailOutbox.payloadSealed,
        attempts: mailOutbox.attempts,
        isExpired: sql<boolean>`${mailOutbox.expiresAt} <= now()`,
      });
  }

  type Taken = Awaited<ReturnType<typeof claim>>[number];

  const settle = (
    id: string,
    change: { lastError: string; nextAttemptAt?: SQL; givenUpAt?: SQL; payloadSealed?: string },
  ) =>
    db
      .update(mailOutbox)
      .set({ lockedUntil: null, ...change })
      .where(eq(mailOutbox.id, id));

  async function postpone({ id, attempts }: Taken, error: unknown): Promise<void> {
    const known = error instanceof MailFailed ? error : null;
    const reason = known?.message ?? (error instanceof Error ? error.name : 'unknown');
    const ownS = Math.min(firstPauseS * 2 ** (attempts - 1), longestPauseS);
    const pauseS = Math.max(ownS, Math.min(known?.retryAfterS ?? 0, longestAskedS));
    log.warn({ mail: id, attempts, pauseS, reason }, 'A mail could not be sent and waits');
    await settle(id, { lastError: reason, nextAttemptAt: secondsFromNow(pauseS) });
  }

  /** Keeps the reason, for whoever looks after the installation, and nothing of the mail. */
  async function giveUp({ id, attempts }: Taken, reason: string): Promise<void> {
    log.warn({ mail: id, attempts, reason }, 'A mail will not be sent any more');
    await settle(id, { lastError: reason, givenUpAt: sql`now()`, payloadSealed: sealed(id, '') });
  }

  /** Replaces a draft by its mail, if it has one: both or neither, whoever dies meanwhile. */
  async function write(id: string, kind: DraftKind, about: string): Promise<void> {
    await db.transaction(async (transaction) => {
      const mail = await writers[kind](transaction, about);
      if (mail) await enqueue(transaction, mail);
      await transaction.delete(mailOutbox).where(eq(mailOutbox.id, id));
    });
  }

  async function send(taken: Taken): Promise<number> {
    const { id } = taken;
    try {
      if (taken.isExpired) {
        await giveUp(taken, 'Expired');
        return 0;
      }
      const text = open(keys, label, [id], taken.payload).toString('utf8');
      const payload = payloadSchema.parse(JSON.parse(text));
      if ('draft' in payload) {
        await write(id, payload.draft, payload.about);
        return 0;
      }
      await transport(id, payload.mail, ending.signal);
    } catch (error) {
      await (error instanceof MailFailed && error.isPermanent ? giveUp(taken, error.message) : postpone(taken, error));
      return 0;
    }
    // Nothing is kept of a mail that went out: it holds an address and a link.
    await db.delete(mailOutbox).where(eq(mailOutbox.id, id));
    return 1;
  }

  async function flush(): Promise<number> {
    let sent = 0;
    for (let taken = await claim(); taken.length > 0; taken = ending.signal.aborted ? [] : await claim()) {
      const results = await Promise.all(taken.map(send));
      sent += results.reduce<number>((sum, one) => sum + one, 0);
    }
    return sent;
  }

  /** Rounds follow each other; one that fails (database away) is made up for by the next. */
  function nextRound(): void {
    clearTimeout(timer);
    round = round
      .then(() => (running ? flush() : 0))
      .catch(() => undefined)
      .then(() => {
        clearTimeout(timer);
        if (running) timer = setTimeout(nextRound, roundMs).unref();
      });
  }

  return {
    flush,
    enqueue,
    enqueueDraft: (transaction, kind, about) => insert(transaction, { draft: kind, about }, draftGoodForS),
    wake() {
      if (running) nextRound();
    },
    start() {
      ending = new AbortController();
      running = true;
      nextRound();
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      // A mail that is cut off is free for the next attempt at once, under the same id.
      const cut = setTimeout(() => ending.abort(), stopGraceMs);
      await round;
      clearTimeout(cut);
    },
    async removeOld() {
      await db
        .delete(mailOutbox)
        .where(and(isNotNull(mailOutbox.givenUpAt), lte(mailOutbox.givenUpAt, sql`now() - ${givenUpKept}`)));
    },
    async count() {
      const [row] = await db
        .select({
          waiting: sql<number>`count(*) filter (where ${mailOutbox.givenUpAt} is null)::int`,
          givenUp: sql<number>`count(${mailOutbox.givenUpAt})::int`,
        })
        .from(mailOutbox);
      return row ?? { waiting: 0, givenUp: 0 };
    },
  };
}
