/** Runs of the aggregation. The row of the active run is the lease. */
import type { Database, Transaction } from '@nuances/db/client';
import { aggregationRuns, type aggregationOutcomes, type aggregationTriggers, users } from '@nuances/db/schema';
import { isPostgresError } from '@nuances/db/postgres/error-codes';
import { and, desc, eq, gte, ne, notInArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

export type Trigger = (typeof aggregationTriggers)[number];
export type Outcome = (typeof aggregationOutcomes)[number];

export interface RunRequest {
  readonly trigger: Trigger;
  /** The administrator who pressed the button. */
  readonly userId?: string;
  /** No run of this trigger is wanted when one that started since then is done. */
  readonly unlessDoneSince?: Date;
}

export interface Progress {
  readonly weeksTotal: number;
  readonly weeksDone: number;
  /** Weekly rows written. */
  readonly rows: number;
}

/** A run as administrators see it. */
export interface Run extends Progress {
  readonly id: string;
  readonly trigger: Trigger;
  /** User name of the administrator who pressed the button; null otherwise, and once that account is erased. */
  readonly by: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** So far, while it runs. */
  readonly durationMs: number;
  readonly outcome: Outcome;
}

/** The lease expires this long after the last heartbeat. */
const lease = sql`interval '60 seconds'`;
const kept = 50;

const isRunning = eq(aggregationRuns.outcome, 'running');
const isStale = sql<boolean>`${aggregationRuns.heartbeatAt} < now() - ${lease}`;

/**
 * Starts a run; takes over an expired lease.
 * @returns its id; null while another one runs, or when {@link RunRequest.unlessDoneSince} says that none is wanted
 */
export async function startRun(db: Database, request: RunRequest): Promise<string | null> {
  try {
    return await db.transaction((transaction) => begin(transaction, request));
  } catch (error) {
    // Its lease has expired, but it still holds the lock of the week it is writing.
    if (isPostgresError(error, '55P03')) return null;
    throw error;
  }
}

async function begin(transaction: Transaction, request: RunRequest): Promise<string | null> {
  const { trigger, userId } = request;
  const last = transaction.select({ id: aggregationRuns.id, isStale }).from(aggregationRuns).where(isRunning);
  const [seen] = await last;
  if (seen) {
    if (!seen.isStale) return null;
    // From here on it writes no more: see holdsLease.
    const [taken] = await last.for('update');
    if (taken && !taken.isStale) return null;
    if (taken) await finishRun(transaction, taken.id, 'lost');
  }
  const begun = await transaction
    .insert(aggregationRuns)
    .values({
      id: randomUUID(),
      trigger,
      startedBy: userId ?? null,
      startedAt: sql`now()`,
      heartbeatAt: sql`now()`,
      outcome: 'running',
    })
    .onConflictDoNothing() // of several concurrent starts the unique index admits one
    .returning({ id: aggregationRuns.id });
  const id = begun[0]?.id ?? null;
  // Asked while this one has the lease: another instance may have run between the decision and here.
  if (id !== null && (await isDone(transaction, request))) {
    await transaction.delete(aggregationRuns).where(eq(aggregationRuns.id, id));
    return null;
  }
  const newest = transaction
    .select({ id: aggregationRuns.id })
    .from(aggregationRuns)
    .orderBy(desc(aggregationRuns.startedAt), desc(aggregationRuns.id))
    .limit(kept);
  await transaction
    .delete(aggregationRuns)
    .where(and(notInArray(aggregationRuns.id, newest), ne(aggregationRuns.outcome, 'running')));
  return id;
}

/** Whether a run like the wanted one has been done in its time. */
async function isDone(transaction: Transaction, { trigger, unlessDoneSince }: RunRequest): Promise<boolean> {
  if (unlessDoneSince === undefined) return false;
  const done = await transaction
    .select({ id: aggregationRuns.id })
    .from(aggregationRuns)
    .where(
      and(
        eq(aggregationRuns.trigger, trigger),
        eq(aggregationRuns.outcome, 'done'),
        gte(aggregationRuns.startedAt, unlessDoneSince),
      ),
    )
    .limit(1);
  return done.length > 0;
}

/** A heartbeat with the progress. @returns false when another run has taken over */
export async function recordHeartbeat(db: Database, id: string, progress: Progress): Promise<boolean> {
  const alive = await db
    .update(aggregationRuns)
    .set({ ...progress, heartbeatAt: sql`now()` })
    .where(and(eq(aggregationRuns.id, id), isRunning))
    .returning({ id: aggregationRuns.id });
  return alive.length > 0;
}

/** @returns false when it was over already */
export async function finishRun(
  db: Database | Transaction,
  id: string,
  outcome: Exclude<Outcome, 'running'>,
  progress?: Progress,
): Promise<boolean> {
  const ended = await db
    .update(aggregationRuns)
    .set({
      ...progress,
      outcome,
      // The time of the crash is unknown; the last heartbeat is the best estimate.
      finishedAt: outcome === 'lost' ? aggregationRuns.heartbeatAt : sql`now()`,
    })
    .where(and(eq(aggregationRuns.id, id), isRunning))
    .returning({ id: aggregationRuns.id });
  return ended.length > 0;
}

/**
 * Makes sure that a transaction writes only while its run has the lease: no other run can take over before it ends.
 * Heartbeats continue meanwhile.
 * @returns false when another run has taken over
 */
export async function holdsLease(transaction: Transaction, id: string): Promise<boolean> {
  const [held] = await transaction
    .select({ id: aggregationRuns.id })
    .from(aggregationRuns)
    .where(and(eq(aggregationRuns.id, id), isRunning))
    .for('key share');
  return held !== undefined;
}

/** The last runs, newest first. One with an expired lease is reported as lost. */
export async function listRuns(db: Database, count: number = kept): Promise<Run[]> {
  const isLost = sql`(${isRunning} and ${isStale})`;
  const finishedAt = sql`case when ${isLost} then ${aggregationRuns.heartbeatAt} else ${aggregationRuns.finishedAt} end`;
  const took = sql`coalesce(${finishedAt}, now()) - ${aggregationRuns.startedAt}`;
  return db
    .select({
      id: aggregationRuns.id,
      trigger: aggregationRuns.trigger,
      by: users.username,
      startedAt: aggregationRuns.startedAt,
      finishedAt: sql<Date | null>`${finishedAt}`.mapWith(aggregationRuns.finishedAt),
      durationMs: sql<number>`greatest(0, round(date_part('epoch', ${took}) * 1000))`,
      weeksTotal: aggregationRuns.weeksTotal,
      weeksDone: aggregationRuns.weeksDone,
      rows: aggregationRuns.rows,
      outcome: sql<Outcome>`case when ${isLost} then 'lost' else ${aggregationRuns.outcome} end`,
    })
    .from(aggregationRuns)
    .leftJoin(users, eq(users.id, aggregationRuns.startedBy))
    .orderBy(desc(aggregationRuns.startedAt), desc(aggregationRuns.id))
    .limit(count);
}

/** Seconds since the last run ended that counted everything; null when none of the kept ones did. */
export async function secondsSinceLastDone(db: Database): Promise<number | null> {
  const [row] = await db
    .select({ ago: sql<number | null>`extract(epoch from now() - max(${aggregationRuns.finishedAt}))::float8` })
    .from(aggregationRuns)
    .where(eq(aggregationRuns.outcome, 'done'));
  return row?.ago ?? null;
}
