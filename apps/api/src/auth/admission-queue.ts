/** Lets in only as much work as begins in time, and tells the rest when its turn would be. */
import { createBoundedQueue } from '@nuances/crypto/bounded-queue';
import { AppError } from '@nuances/domain/errors';

/** Nobody waits longer, milliseconds: the rest of the time of an answer (timeout.ts) is for the work. */
export const longestWaitMs = 4_000;
/** Longest Retry-After, milliseconds: who was told so much may never come back. */
const longestRetryMs = 60_000;
/** Time between two ends of work as long as none was measured, milliseconds. */
const firstIntervalMs = 40;
/** Weight of the latest measurement. */
const weight = 0.1;

/** A queue of work that is costly for everybody, as a login is by its hash. */
export interface AdmissionQueue {
  /**
   * Does the work at its turn and settles with it.
   * @throws AppError `unavailable`, at once, when the turn would not come in time
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How much work is done and waits, and how much was refused so far. */
  load(): { readonly running: number; readonly waiting: number; readonly refused: number };
}

/** @param concurrency how much work at a time: enough to keep its slowest step busy */
export function createAdmissionQueue(concurrency: number): AdmissionQueue {
  const queue = createBoundedQueue({ concurrency, waiting: Infinity });
  let refused = 0;
  let intervalMs = firstIntervalMs;
  /** When work ended last, if more waited then: from there to the next end the queue is never idle. */
  let endedMs: number | undefined;
  /** Until when turns are told to those who were refused. */
  let toldMs = 0;

  function refuse(): AppError {
    refused += 1;
    const now = performance.now();
    // One turn after the other, so that those who come back then do not meet.
    const turnMs = Math.max(toldMs, now + queue.load().waiting * intervalMs) + intervalMs;
    toldMs = Math.min(turnMs, now + longestRetryMs);
    return new AppError('unavailable', { retryAfterS: Math.ceil((toldMs - now) / 1_000) });
  }

  function measure(): void {
    const now = performance.now();
    if (endedMs !== undefined) intervalMs += weight * (now - endedMs - intervalMs);
    endedMs = queue.load().waiting > 0 ? now : undefined;
  }

  return {
    load: () => ({ ...queue.load(), refused }),
    async run(work) {
      if (queue.load().waiting * intervalMs > longestWaitMs) throw refuse();
      const arrivedMs = performance.now();
      return queue.run(async () => {
        // Slower than expected; its caller has no time left for the work.
        if (performance.now() - arrivedMs > longestWaitMs) throw refuse();
        try {
          return await work();
        } finally {
          measure();
        }
      });
    },
  };
}
