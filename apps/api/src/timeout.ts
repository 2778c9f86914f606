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
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refusal = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('unavailable', { retryAfterS })), ms);
  });
  try {
    return await Promise.race([work, refusal]);
  } finally {
    clearTimeout(timer);
  }
}
