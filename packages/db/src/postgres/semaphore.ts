/** The semaphore was not acquired in time. */
export class AcquireTimeout extends Error {
  override readonly name = 'AcquireTimeout';
}

/** Limits how many callers do something at the same time. The others wait in order of arrival, with a timeout. */
export interface Semaphore {
  /**
   * Waits for a permit.
   * @returns the function that releases it; calling it again does nothing
   * @throws AcquireTimeout
   */
  acquire(): Promise<() => void>;
  /** How many hold a permit, how many wait for one, and how many got none so far. */
  load(): { readonly running: number; readonly waiting: number; readonly refused: number };
}

/**
 * @param permits how many callers may hold one at the same time
 * @param timeoutMs how long a caller may wait: one that has given up must not delay the next
 */
export function createSemaphore(permits: number, timeoutMs: number): Semaphore {
  let free = permits;
  let refused = 0;
  const waiting = new Set<() => void>();

  function createRelease(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = waiting;
      if (next) next();
      else free += 1;
    };
  }

  return {
    load: () => ({ running: permits - free, waiting: waiting.size, refused }),
    async acquire() {
      if (free > 0) {
        free -= 1;
        return createRelease();
      }
      return new Promise((resolve, reject) => {
        const grant = () => {
          waiting.delete(grant);
          clearTimeout(timer);
          resolve(createRelease());
        };
        const timer = setTimeout(() => {
          waiting.delete(grant);
          refused += 1;
          reject(new AcquireTimeout('Too many transactions are waiting for the database'));
        }, timeoutMs);
        waiting.add(grant);
      });
    },
  };
}
