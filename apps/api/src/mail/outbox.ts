import { open, seal } from '@nuances/crypto/seal';
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database, Transaction } from '@nuances/db/client';
import { mailOutbox } from '@nuances/db/schema';
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

/** A mail that is ready to go. */
export type Mail = z.infer<typeof mailSchema>;

/** Sends one mail; rejects when it should be tried again. The id is the same at every attempt. */
export type Transport = (id: string, mail: Mail) => Promise<void>;

/** Where the outbox says what it does; pino fits. Never an address, a text or a link. */
export interface OutboxLog {
  warn(details: object, message: string): void;
}

/** Mails to send, kept in the database beside what caused them. */
export interface Outbox {
  /** Puts a mail in, inside the caller's transaction: it goes out if and only if that commits. */
  enqueue(transaction: Transaction, mail: Mail): Promise<void>;
  /** Call after the commit, to send at once instead of at the next round. */
  wake(): void;
  /** Sends what is due. Resolves to how many went out. */
  flush(): Promise<number>;
  /** Begins to send by itself. */
  start(): void;
  /** Lets the round under way end, then sends no more. */
  stop(): Promise<void>;
}

const label = 'mail-outbox';
/** Rounds happen this often without a wake, milliseconds. */
const roundMs = 5_000;
/** A mail taken by an instance that died is free again after this long. */
const lease = sql`interval '60 seconds'`;
const atOnce = 10;
/** First pause after a failure, doubled each time up to the longest, seconds. */
const firstPauseS = 5;
const longestPauseS = 300;

export function createOutbox(parts: { db: Database; keys: MasterKeys; transport: Transport; log: OutboxLog }): Outbox {
  const { db, keys, transport, log } = parts;
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let round: Promise<unknown> = Promise.resolve();

  /** Takes due mails for this instance. SKIP LOCKED keeps instances from waiting for each other. */
  async function claim() {
    const due = db
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(
        and(
          isNull(mailOutbox.sentAt),
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
      });
  }

  async function postpone(id: string, attempts: number, error: unknown): Promise<void> {
    const pauseS = Math.min(firstPauseS * 2 ** (attempts - 1), longestPauseS);
    const reason = error instanceof Error ? error.name : 'unknown';
    log.warn({ mail: id, attempts, pauseS, reason }, 'A mail could not be sent and waits');
    await db
      .update(mailOutbox)
      .set({
        lockedUntil: null,
        lastError: reason,
        nextAttemptAt: sql`now() + make_interval(secs => ${pauseS})`,
      })
      .where(eq(mailOutbox.id, id));
  }

  async function send({ id, payload, attempts }: Awaited<ReturnType<typeof claim>>[number]) {
    try {
      const text = open(keys, label, [id], payload).toString('utf8');
      await transport(id, mailSchema.parse(JSON.parse(text)));
    } catch (error) {
      await postpone(id, attempts, error);
      return 0;
    }
    // Nothing is kept of a mail that went out: it holds an address and a link.
    await db.delete(mailOutbox).where(eq(mailOutbox.id, id));
    return 1;
  }

  async function flush(): Promise<number> {
    let sent = 0;
    for (let taken = await claim(); taken.length > 0; taken = await claim()) {
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
    async enqueue(transaction, mail) {
      const id = randomUUID();
      await transaction.insert(mailOutbox).values({
        id,
        payloadSealed: seal(keys.current, label, [id], Buffer.from(JSON.stringify(mail), 'utf8')),
        createdAt: sql`now()`,
        nextAttemptAt: sql`now()`,
      });
    },
    wake() {
      if (running) nextRound();
    },
    start() {
      running = true;
      nextRound();
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      await round;
    },
  };
}
