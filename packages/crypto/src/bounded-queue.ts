/** The queue has as many waiting tasks as allowed. */
export class QueueFull extends Error {
  override readonly name: string = 'QueueFull';
}

/** Runs tasks in order of arrival, with bounded concurrency and a bounded number of waiting tasks. */
export interface BoundedQueue {
  /**
   * Runs the task when a slot is free and settles with it.
   * @throws QueueFull at once, when as many as allowed wait already
   */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** How many tasks run and wait, and how many were refused so far. */
  load(): { readonly running: number; readonly waiting: number; readonly refused: number };
}

/** The size of a queue, and its pauses. */
export interface BoundedQueueOptions {
  /** How many tasks run at a time, at least 1. */
  readonly concurrency: number;
  /** How many more may wait. */
  readonly waiting: number;
  /** Called after each task with its duration: how long its slot stays empty, milliseconds; without it not at all. */
  readonly pauseMs?: (tookMs: number) => number;
}

/** Creates an empty queue. */
export function createBoundedQueue({ concurrency, waiting, pauseMs = () => 0 }: BoundedQueueOptions): BoundedQueue {
  const waiters: (() => void)[] = [];
  let running = 0;
  let refused = 0;
  const freeSlot = () => {
    // The slot passes directly to the next waiting task; freed first, a new task could take it.
    const next = waiters.shift();
    if (next) next();
    else running -= 1;
  };

  return {
    load: () => ({ running, waiting: waiters.length, refused }),
    async run(task) {
      if (running < concurrency) running += 1;
      else if (waiters.length < waiting) await new Promise<void>((resolve) => waiters.push(resolve));
      else {
        refused += 1;
        throw new QueueFull('Too many tasks are waiting');
      }
      const began = performance.now();
      try {
        return await task();
      } finally {
        const pause = pauseMs(performance.now() - began);
        if (pause > 0) setTimeout(freeSlot, pause);
        else freeSlot();
      }
    },
  };
}
