import type { Database } from '@nuances/db/client';
import { type Moment, recordActivity } from './record-event.ts';

/** Notes when people are active, so that sessions can be told apart; at most once a minute for each login. */
export interface Activity {
  /** Somebody signed in has called. Costs nothing but memory, and not much of that. */
  note(session: { readonly userId: string; readonly family: string }): void;
  /** Stores what was noted; a failure keeps it for the next time. Never rejects. */
  flush(): Promise<void>;
  /** Begins to store by itself. */
  start(): void;
  /** Stores what is left, then no more by itself. */
  stop(): Promise<void>;
}

const minuteMs = 60_000;
/** What a process that is killed loses at most, milliseconds. */
const flushMs = 10_000;
/** Rows in one statement. */
const batchSize = 1_000;
/** Noted and not stored, while the database is away; what comes on top is not counted. */
const heldMax = 20_000;
/** Later than this it is not stored any more: weeks would be closed already. */
const heldForMs = 10 * minuteMs;

/** @param now milliseconds on a clock that never goes back; tests move it */
export function createActivity(db: Database, now: () => number = () => performance.now()): Activity {
  /** When each login was noted last, in that order. */
  const noted = new Map<string, number>();
  let held: { userId: string; at: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;

  async function store(): Promise<void> {
    const at = now();
    for (const [family, last] of noted) {
      if (at - last < minuteMs) break; // the others are younger
      noted.delete(family);
    }
    const taken = held.filter((one) => at - one.at < heldForMs);
    held = [];
    for (let from = 0; from < taken.length; from += batchSize) {
      const batch = taken.slice(from, from + batchSize);
      const moments = batch.map((one): Moment => ({ userId: one.userId, agoMs: now() - one.at }));
      try {
        await recordActivity(db, moments);
      } catch {
        held = [...taken.slice(from), ...held].slice(0, heldMax);
        return;
      }
    }
  }

  const flush = () => (flushing ??= store().finally(() => (flushing = undefined)));

  return {
    note({ userId, family }) {
      const at = now();
      const last = noted.get(family);
      if ((last !== undefined && at - last < minuteMs) || held.length >= heldMax) return;
      noted.delete(family); // to the end of the order
      noted.set(family, at);
      held.push({ userId, at });
    },
    flush,
    start() {
      timer = setInterval(() => void flush(), flushMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
