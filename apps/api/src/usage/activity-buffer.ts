import type { Database } from '@nuances/db/client';
import { createPeriodicTask } from '../jobs/periodic-task.ts';
import { type ActivityEntry, recordActivity } from './record-event.ts';

/** Records activity, from which sessions are computed; at most once a minute for each login. */
export interface ActivityBuffer {
  /** Records a call of a signed-in user, in memory. */
  note(session: { readonly userId: string; readonly family: string }): void;
  /** Stores the buffer; after a failure it is kept for the next time. Never rejects. */
  flush(): Promise<void>;
  /** Starts to store regularly. */
  start(): void;
  /** Stores the rest and stops. */
  stop(): Promise<void>;
}

const minuteMs = 60_000;
/** Interval between stores, which a killed process loses at most, milliseconds. */
const flushMs = 10_000;
/** Rows in one statement. */
const batchSize = 1_000;
/** Maximum of buffered entries, while the database is unavailable; further ones are dropped. */
const pendingMax = 20_000;
/** Older entries are dropped: their week may be final already. */
const maxAgeMs = 10 * minuteMs;

/** @param now milliseconds on a clock that never goes back; tests move it */
export function createActivityBuffer(db: Database, now: () => number = () => performance.now()): ActivityBuffer {
  /** Time of the last entry of each login, in that order. */
  const noted = new Map<string, number>();
  let pending: { userId: string; at: number }[] = [];
  let flushing: Promise<void> | undefined;

  async function store(): Promise<void> {
    const at = now();
    for (const [family, last] of noted) {
      if (at - last < minuteMs) break; // the others are newer
      noted.delete(family);
    }
    const taken = pending.filter((one) => at - one.at < maxAgeMs);
    pending = [];
    for (let from = 0; from < taken.length; from += batchSize) {
      const batch = taken.slice(from, from + batchSize);
      const moments = batch.map((one): ActivityEntry => ({ userId: one.userId, agoMs: now() - one.at }));
      try {
        await recordActivity(db, moments);
      } catch {
        pending = [...taken.slice(from), ...pending].slice(0, pendingMax);
        return;
      }
    }
  }

  const flush = () => (flushing ??= store().finally(() => (flushing = undefined)));
  const task = createPeriodicTask({ work: flush, pauseMs: flushMs, firstMs: flushMs });

  return {
    note({ userId, family }) {
      const at = now();
      const last = noted.get(family);
      if ((last !== undefined && at - last < minuteMs) || pending.length >= pendingMax) return;
      noted.delete(family); // to the end of the order
      noted.set(family, at);
      pending.push({ userId, at });
    },
    flush,
    start: () => task.start(),
    async stop() {
      await task.stop();
      await flush();
    },
  };
}
