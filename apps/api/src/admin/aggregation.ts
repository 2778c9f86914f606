import type { Database, Transaction } from '@nuances/db/client';
import { sql } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPeriodicTask } from '../jobs/periodic-task.ts';
import { errorForLog } from '../observability/error-logging.ts';
import { longTransaction } from './long-transaction.ts';
import {
  recordHeartbeat,
  startRun,
  finishRun,
  holdsLease,
  type Outcome,
  type Progress,
  type RunRequest,
} from './runs.ts';
import { weeksWithOldCohorts, writeCohorts } from './cohorts.ts';
import { weeksWithoutFunnel, writeFunnel } from './funnel.ts';
import { writeWeek } from './week-counting.ts';
import { openWeeks, prepareWeeks, type Week } from './weeks.ts';
import type { Log } from '../observability/log.ts';

/** A run that began here. */
export interface StartedRun {
  readonly id: string;
  /** Never rejects. */
  readonly ended: Promise<Exclude<Outcome, 'running'>>;
}

/** Aggregates events into weekly rows: only weeks with new events, each in one transaction. */
export interface Aggregation {
  /**
   * Starts a run in the background. It counts every event that was committed before.
   * @returns null while another one runs, in this instance or another
   */
  begin(request: RunRequest, onProgress?: (progress: Progress) => void): Promise<StartedRun | null>;
  /** Waits a short time for the weeks in progress and leaves the others to the next run. No run starts any more. */
  stop(): Promise<void>;
}

/** Concurrent weeks, each on its own connection: half the pool is left for requests. */
const atOnce = 2;
/** Interval of the heartbeat with the progress, milliseconds. */
const beatMs = 2_000;
/** How long weeks in progress may take at shutdown, milliseconds. */
const stopGraceMs = 3_000;
/** Another run has taken the lease: this one must not write any more. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Writes a week in one transaction: after a crash its rows are the old ones or the new ones.
 * @returns what `write` does
 * @throws LeaseLost
 */
const inWeek = <Result>(
  db: Database,
  runId: string,
  week: Week,
  write: (transaction: Transaction, week: Week) => Promise<Result>,
): Promise<Result> =>
  longTransaction(db, async (transaction) => {
    // From here on no other run writes this week, and no account in it is erased; the next statements see what
    // was committed before.
    await transaction.execute(sql`select from usage_weeks where week_start = ${week} for update`);
    if (!(await holdsLease(transaction, runId))) throw new LeaseLost();
    return write(transaction, week);
  });

/**
 * Renews the lease of a run, with its progress, until it is stopped.
 * @param halt aborted when another run has taken the lease
 * @returns stops it, and waits for a heartbeat in progress
 */
function startHeartbeat(db: Database, runId: string, halt: AbortController, progress: () => Progress) {
  const work = async () => {
    if (!(await recordHeartbeat(db, runId, progress()))) halt.abort();
  };
  // The next heartbeat makes up for a failed one; without any, the lease expires.
  const task = createPeriodicTask({ work, pauseMs: beatMs, firstMs: beatMs, graceMs: 0 });
  task.start();
  return () => task.stop();
}

/** The aggregation of one instance; at most one run at a time over all instances. */
export function createAggregation({
  db,
  log,
}: {
  readonly db: Database;
  readonly log: Pick<Log, 'info' | 'error'>;
}): Aggregation {
  let isStopping = false;
  let underWay: Promise<unknown> = Promise.resolve();

  /** @returns whether every pending week was aggregated, with cohorts and funnel */
  async function countAll(runId: string, halt: AbortController, onProgress: (progress: Progress) => void) {
    // The first run reads all events.
    await longTransaction(db, prepareWeeks);
    const weeks = await openWeeks(db);
    let progress: Progress = { weeksTotal: weeks.length, weeksDone: 0, rows: 0 };
    onProgress(progress);
    const inWeeks = async (pending: readonly Week[], write: (week: Week) => Promise<void>) => {
      const left = pending.values();
      const work = async () => {
        for (const week of left) {
          if (isStopping || halt.signal.aborted) return;
          await write(week);
        }
      };
      const workers = Array.from({ length: atOnce }, () =>
        work().catch((error: unknown) => {
          // A failure stops the others.
          halt.abort();
          throw error;
        }),
      );
      for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason;
      return !isStopping && !halt.signal.aborted;
    };
    const isCounted = await inWeeks(weeks, async (week) => {
      const rows = await inWeek(db, runId, week, writeWeek);
      progress = { ...progress, weeksDone: progress.weeksDone + 1, rows: progress.rows + rows };
      onProgress(progress);
    });
    if (!isCounted) return false;
    // Only now, because they need the rows of earlier weeks, and that later ones are final.
    for (const [weeksLeft, write] of [
      [weeksWithOldCohorts, writeCohorts],
      [weeksWithoutFunnel, writeFunnel],
    ] as const)
      if (!(await inWeeks(await weeksLeft(db), (week) => inWeek(db, runId, week, write)))) return false;
    return true;
  }

  async function run(runId: string, request: RunRequest, onProgress: (progress: Progress) => void) {
    const began = performance.now();
    const halt = new AbortController();
    let progress: Progress = { weeksTotal: 0, weeksDone: 0, rows: 0 };
    const stopHeartbeat = startHeartbeat(db, runId, halt, () => progress);
    const end = async (outcome: Exclude<Outcome, 'running'>) => {
      await stopHeartbeat();
      const isOurs = await finishRun(db, runId, outcome, progress);
      return isOurs ? outcome : 'lost';
    };
    try {
      const isComplete = await countAll(runId, halt, (next) => {
        progress = next;
        onProgress(next);
      });
      const outcome = await end(isComplete ? 'done' : 'stopped');
      const details = { trigger: request.trigger, outcome, ...progress, ms: Math.round(performance.now() - began) };
      log.info(details, 'The weeks were counted');
      return outcome;
    } catch (error) {
      const isLost = error instanceof LeaseLost;
      log.error(
        { trigger: request.trigger, ...progress, ...(isLost ? {} : { fault: errorForLog(error) }) },
        'The weeks could not be counted',
      );
      return await end(isLost ? 'lost' : 'failed').catch(() => 'failed' as const);
    } finally {
      await stopHeartbeat();
    }
  }

  return {
    async begin(request, onProgress = () => undefined) {
      if (isStopping) return null;
      const id = await startRun(db, request);
      if (id === null) return null;
      const ended = run(id, request, onProgress);
      underWay = ended;
      return { id, ended };
    },

    async stop() {
      isStopping = true;
      await Promise.race([underWay, sleep(stopGraceMs, undefined, { ref: false })]);
    },
  };
}
