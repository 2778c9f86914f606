import { AppError } from '@nuances/domain/errors';

/** Memory for concurrent reads of whole accounts, bytes: about two of the largest. */
const totalBytes = 160 * 2 ** 20;
/** Concurrent reads of one account, unless a read says otherwise. */
const perAccount = 2;
/** How long a read waits for others to end. */
const waitMs = 6_000;
const retryAfterS = 3;

export interface ReadOptions {
  /** How many reads of the account may run at a time, this one included. */
  readonly perAccount?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Limits concurrent reads of whole accounts, so that they cannot fill the memory. */
export interface AccountReads {
  /**
   * Waits until the read fits beside the others. One that is larger than the whole budget runs alone.
   * @param bytes what its answer will hold
   * @returns gives the bytes back; calling it again changes nothing
   * @throws AppError `unavailable` after 6 s, and the signal's reason when the caller has left
   */
  acquire(userId: string, bytes: number, options?: ReadOptions): Promise<() => void>;
}

interface Read {
  readonly userId: string;
  readonly bytes: number;
  readonly perAccount: number;
}

interface Waiting extends Read {
  readonly start: () => void;
}

/** @param limits for tests; the product's by default */
export function createAccountReads(limits = { totalBytes, perAccount, waitMs }): AccountReads {
  const reading = new Map<string, number>();
  let used = 0;
  /** First in, first out; a small read may overtake a large one that does not fit yet. */
  const queue = new Set<Waiting>();

  function fits({ userId, bytes, perAccount: limit }: Read): boolean {
    return (reading.get(userId) ?? 0) < limit && (used === 0 || used + bytes <= limits.totalBytes);
  }

  function reserve({ userId, bytes }: Pick<Read, 'userId' | 'bytes'>): () => void {
    reading.set(userId, (reading.get(userId) ?? 0) + 1);
    used += bytes;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      used -= bytes;
      const left = (reading.get(userId) ?? 1) - 1;
      if (left > 0) reading.set(userId, left);
      else reading.delete(userId);
      for (const waiting of queue) if (fits(waiting)) waiting.start();
    };
  }

  return {
    async acquire(userId, bytes, { perAccount: limit = limits.perAccount, signal } = {}) {
      const read = { userId, bytes, perAccount: limit };
      if (signal?.aborted !== true && fits(read)) return reserve(read);
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer);
          queue.delete(waiting);
          signal?.removeEventListener('abort', leave);
        };
        const waiting: Waiting = {
          ...read,
          start() {
            end();
            resolve(reserve(waiting));
          },
        };
        const leave = () => {
          end();
          reject(signal?.reason instanceof Error ? signal.reason : new AppError('unavailable', { retryAfterS }));
        };
        const timer = setTimeout(() => {
          end();
          reject(new AppError('unavailable', { retryAfterS }));
        }, limits.waitMs);
        if (signal?.aborted) return leave();
        signal?.addEventListener('abort', leave, { once: true });
        queue.add(waiting);
      });
    },
  };
}
