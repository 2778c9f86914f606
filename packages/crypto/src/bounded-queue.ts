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

/**
 * @param concurrency how many tasks run at a time, at least 1
 * @param waiting how many more may wait
 */
export function createBoundedQueue({ concurrency, waiting }: { concurrency: number; waiting: number }): BoundedQueue {
  const waiters: (() => void)[] = [];
  let running = 0;
  let refused = 0;

  return {
    load: () => ({ running, waiting: waiters.length, refused }),
    async run(task) {
      if (running < concurrency) running += 1;
      else if (waiters.length < waiting) await new Promise<void>((resolve) => waiters.push(resolve));
      else {
        refused += 1;
        throw new QueueFull('Too many tasks are waiting');
      }
      try {
        return await task();
      } finally {
        // The slot passes directly to the next waiting task; freed first, a new task could take it.
        const next = waiters.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
