/** No turn came in time. */
export class AcquireTimeout extends Error {
  override readonly name = 'AcquireTimeout';
}

/** Lets only so many do something at a time; the others wait in line, and none of them for long. */
export interface Semaphore {
  /**
   * Waits for a turn.
   * @returns what ends it
   * @throws AcquireTimeout
   */
  acquire(): Promise<() => void>;
}

/**
 * @param atOnce how many have a turn at a time
 * @param waitMs how long one may wait for it, milliseconds: who comes so late that they give up must not hold up the next
 */
export function createSemaphore(atOnce: number, waitMs: number): Semaphore {
  let free = atOnce;
  const line = new Set<() => void>();

  function pass(): void {
    const [next] = line;
    if (next) next();
    else free += 1;
  }

  /** The end of a turn, which comes once however often it is told. */
  function ending(): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      pass();
    };
  }

  return {
    async acquire() {
      if (free > 0) {
        free -= 1;
        return ending();
      }
      return new Promise((resolve, reject) => {
        const begin = () => {
          line.delete(begin);
          clearTimeout(timer);
          resolve(ending());
        };
        const timer = setTimeout(() => {
          line.delete(begin);
          reject(new AcquireTimeout('Too many are waiting for the database'));
        }, waitMs);
        line.add(begin);
      });
    },
  };
}
