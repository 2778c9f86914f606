import { AppError } from '@nuances/domain/errors';

/** Default timeout of one step of an answer, milliseconds. */
export const requestTimeoutMs = 6_000;

/** Retry-After of a timeout, seconds. */
const retryAfterS = 2;

/**
 * Bounds the time of some work, so that a stalled database does not block its callers. The work itself is not
 * cancelled and may still succeed; clients retry with the same id.
 * @throws AppError `unavailable` after `ms`, else whatever the work throws
 */
export function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  // Few promises, for each call: `Promise.race` and `finally` make more.
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('unavailable', { retryAfterS })), ms);
    const end = () => clearTimeout(timer);
    work.then(end, end);
    work.then(resolve, reject);
  });
}
