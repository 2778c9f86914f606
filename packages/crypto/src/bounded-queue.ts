/** A queue that is full refuses work instead of letting it pile up. */
export class QueueFull extends Error {
  override readonly name: string = 'QueueFull';
}

/** Runs tasks in order of arrival, a few at a time. */
export interface BoundedQueue {
  /**
   * Runs the task when its turn comes and settles as it does.
   * @throws QueueFull at once, when as many as allowed wait already
   */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/**
 * @param concurrency how many tasks run at a time, at least 1
 * @param waiting how many more may wait
 */
export function createBoundedQueue({ concurrency, waiting }: { concurrency: number; waiting: number }): BoundedQueue {
  const turns: (() => void)[] = [];
  let running = 0;

  return {
    async run(task) {
      if (running < concurrency) running += 1;
      else if (turns.length < waiting) await new Promise<void>((resolve) => turns.push(resolve));
      else throw new QueueFull('Too many tasks wait already');
      try {
        return await task();
      } finally {
        // The place passes straight to the next: freeing it first would let a newcomer jump in.
        const next = turns.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
