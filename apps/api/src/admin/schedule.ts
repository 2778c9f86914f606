import type { Database } from '@nuances/db/client';
import { aggregationRuns } from '@nuances/db/schema';
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { createPeriodicTask } from '../jobs/periodic-task.ts';
import type { Aggregation } from './aggregation.ts';
import { hasEvents } from './weeks.ts';

/** A time of day, UTC. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

const dayMs = 86_400_000;
/** How often to check the clock, milliseconds: the machine may have slept, or its clock was changed. */
const checkIntervalMs = 60_000;
/** Instances whose clocks differ by this much still take a run for the same one. */
const clockDifferenceMs = 3_600_000;
/** After this many failed runs the next one is tomorrow's. */
const tries = 3;

/** The last time at which a run was due. */
export function lastTime({ hour, minute }: TimeOfDay, now: number): number {
  const today = Math.floor(now / dayMs) * dayMs + (hour * 60 + minute) * 60_000;
  return today <= now ? today : today - dayMs;
}

const answer = z.tuple([z.object({ is_taken: z.boolean(), tried: z.coerce.number() })]);

/** Runs from this time on are those of a due time. */
function startOf(due: number): Date {
  return new Date(due - clockDifferenceMs);
}

/** Whether no run has been done since, and there are events. */
async function isDue(db: Database, since: number): Promise<boolean> {
  const from = sql`${startOf(since).toISOString()}::timestamptz`;
  const [{ is_taken: isTaken, tried }] = answer.parse([
    ...(await db.execute(sql`
      select
        coalesce(bool_or(outcome = 'done'), false) as is_taken,
        count(*) as tried
      from ${aggregationRuns} where trigger = 'schedule' and started_at >= ${from}`)),
  ]);
  if (isTaken || tried >= tries) return false;
  return hasEvents(db, sql`at < ${new Date(since).toISOString()}::timestamptz`);
}

/**
 * Runs the aggregation daily at that time, in one of the instances. A missed time is caught up.
 * @returns the function to call every minute; it resolves when the run it started has ended
 */
export function createSchedule(
  db: Database,
  aggregation: Pick<Aggregation, 'begin'>,
  at: TimeOfDay,
  now: () => number = Date.now,
): () => Promise<void> {
  /** The due time that is done, so that the database is asked once a day. */
  let settled = 0;
  return async () => {
    const time = lastTime(at, now());
    if (time === settled) return;
    if (await isDue(db, time)) {
      const run = await aggregation.begin({ trigger: 'schedule', unlessDoneSince: startOf(time) });
      if ((await run?.ended) !== 'done') return; // checked again in a minute
    }
    settled = time;
  };
}

/** Starts the schedule; its timer does not keep the process alive. */
export function startAggregationSchedule(db: Database, aggregation: Aggregation, at: TimeOfDay): void {
  // An unavailable database is asked again in a minute.
  const work = createSchedule(db, aggregation, at);
  createPeriodicTask({ work, pauseMs: checkIntervalMs, firstMs: checkIntervalMs }).start();
}
