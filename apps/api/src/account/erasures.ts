/**
 * Finishes erasures: removes what is left of erased accounts, in steps of one short transaction each. Several instances
 * may work at once. A step that is done twice changes nothing, so the lease only keeps two instances from doing the
 * same work.
 */
import type { Database, Transaction } from '@nuances/db/client';
import { aggregationRuns, deletedNotes, erasures, moods, notes, scans, users } from '@nuances/db/schema';
import { itemAt } from '@nuances/domain/item-at';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { longTransaction } from '../admin/long-transaction.ts';
import { foldFinalWeeks, foldIntoAnonymous, removeFinalEvents } from '../admin/week-erasure.ts';
import { prepareWeeks } from '../admin/weeks.ts';
import { dueRows } from '../database/due-rows.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { createPeriodicTask } from '../jobs/periodic-task.ts';
import { errorForLog } from '../observability/error-logging.ts';
import type { Log } from '../observability/log.ts';

/** Pause between two runs, milliseconds. */
const intervalMs = 5_000;
/** What is under way when the product ends gets this long, milliseconds. */
const stopGraceMs = 2_000;
/** Another instance takes over this long after the last step, seconds. */
const leaseS = 60;
/** Longest pause after a failure, seconds. */
const pauseMaxS = 300;
/** Rows of a person that one step removes; a note may take 400 KB. */
const batchSize = 500;

export interface WaitingErasure {
  readonly userId: string;
  readonly requestedAt: Date;
  readonly nextAttemptAt: Date;
  readonly attempts: number;
  readonly lastError: string | null;
}

/** Finishes erasures from this instance. */
export interface Erasures {
  /** Finishes those that may be taken now. Resolves to how many it finished. */
  flush(): Promise<number>;
  /** Runs at once; call it after the commit. */
  wake(): void;
  /** Runs at once, then every 5 seconds. */
  start(): void;
  /** Waits a short time for the step in progress; another instance goes on. */
  stop(): Promise<void>;
}

/** Every erasure that is not finished, the oldest first. */
export function waitingErasures(db: Database): Promise<WaitingErasure[]> {
  return db.select().from(erasures).orderBy(asc(erasures.requestedAt));
}

/** How many erasures are not finished, and for how long the oldest has not been, seconds; 0 for none. */
export async function countErasures(db: Database): Promise<{ readonly waiting: number; readonly oldestS: number }> {
  const rows = await db
    .select({
      waiting: sql<number>`count(*)::int`,
      oldestS: sql<number>`coalesce(extract(epoch from now() - min(${erasures.requestedAt})), 0)::float8`,
    })
    .from(erasures);
  return itemAt(rows, 0);
}

/** Takes one that is due; null when there is none. */
async function claim(db: Database): Promise<WaitingErasure | null> {
  const { userId, nextAttemptAt, attempts } = erasures;
  const due = dueRows(db.select({ userId }).from(erasures).$dynamic(), { at: nextAttemptAt, limit: 1 });
  const [claimed] = await db
    .update(erasures)
    .set({ nextAttemptAt: secondsFromNow(leaseS), attempts: sql`${attempts} + 1` })
    .where(eq(userId, due))
    .returning();
  return claimed ?? null;
}

async function postpone(db: Database, userId: string, seconds: number, lastError?: string): Promise<void> {
  await db
    .update(erasures)
    .set({ nextAttemptAt: secondsFromNow(seconds), lastError })
    .where(eq(erasures.userId, userId));
}

/** Removes some rows of a person. @returns whether there may be more */
type Step = (db: Database, userId: string) => Promise<boolean>;

const removeFrom =
  (table: typeof notes | typeof scans | typeof deletedNotes | typeof moods): Step =>
  async (db, userId) => {
    const some = db.select({ id: table.id }).from(table).where(eq(table.userId, userId)).limit(batchSize);
    const gone = await db
      .delete(table)
      .where(and(eq(table.userId, userId), inArray(table.id, some)))
      .returning({ id: table.id });
    return gone.length === batchSize;
  };

/** In this order: a note refers to its scan. */
const steps: readonly Step[] = [
  removeFrom(notes),
  removeFrom(deletedNotes),
  removeFrom(scans),
  removeFrom(moods),
  (db, userId) => longTransaction(db, (transaction) => foldFinalWeeks(transaction, userId)),
  removeFinalEvents,
];

/** Removes the account from the runs of the aggregation that it started. */
export async function clearRunStarter(transaction: Transaction, userId: string): Promise<void> {
  await transaction.update(aggregationRuns).set({ startedBy: null }).where(eq(aggregationRuns.startedBy, userId));
}

/**
 * The end, in one transaction. Whoever was still writing for the person holds their row of `users`, shared; its deletion
 * waits for them and takes with it what they wrote.
 */
async function finish(db: Database, userId: string): Promise<void> {
  await longTransaction(db, async (transaction) => {
    await transaction.delete(users).where(eq(users.id, userId));
    // On Citus no foreign key does it. Whoever wrote has committed by now.
    for (const table of [notes, deletedNotes, scans, moods])
      await transaction.delete(table).where(eq(table.userId, userId));
    await foldIntoAnonymous(transaction, userId);
    await clearRunStarter(transaction, userId); // known in a restored backup
    await transaction.delete(erasures).where(eq(erasures.userId, userId));
  });
}

/** @returns false when it was interrupted */
async function eraseRest(db: Database, userId: string, isEnding: () => boolean): Promise<boolean> {
  await longTransaction(db, prepareWeeks);
  for (const step of steps)
    for (let isMore = true; isMore;) {
      if (isEnding()) return false;
      isMore = await step(db, userId);
      await postpone(db, userId, leaseS);
    }
  await finish(db, userId);
  return true;
}

/** The loop that finishes erasures. */
export function createErasures({
  db,
  log,
}: {
  readonly db: Database;
  readonly log: Pick<Log, 'info' | 'warn'>;
}): Erasures {
  let isEnding = false;

  /** @returns whether it was finished */
  async function work({ userId, attempts }: WaitingErasure): Promise<boolean> {
    const began = performance.now();
    try {
      const isDone = await eraseRest(db, userId, () => isEnding);
      // Another instance may go on at once.
      if (!isDone) await postpone(db, userId, 0);
      else log.info({ attempts, ms: Math.round(performance.now() - began) }, 'An erased account was removed');
      return isDone;
    } catch (error) {
      const fault = errorForLog(error);
      log.warn({ attempts, fault }, 'An erased account could not be removed yet');
      await postpone(db, userId, Math.min(2 ** attempts, pauseMaxS), JSON.stringify(fault).slice(0, 500));
      return false;
    }
  }

  async function flush(): Promise<number> {
    let done = 0;
    for (let next = await claim(db); next !== null; next = isEnding ? null : await claim(db))
      if (await work(next)) done += 1;
    return done;
  }

  const task = createPeriodicTask({ work: flush, pauseMs: intervalMs, graceMs: stopGraceMs });
  return {
    flush,
    wake: task.wake,
    start() {
      isEnding = false;
      task.start();
    },
    stop() {
      isEnding = true;
      return task.stop();
    },
  };
}
