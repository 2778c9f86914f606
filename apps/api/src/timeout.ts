import { AppError } from '@nuances/domain/errors';

/** Nobody waits longer than this for one step of an answer, milliseconds. */
export const requestTimeoutMs = 6_000;

/** Seconds after which whoever was refused may try again. */
const retryAfterS = 2;

/**
 * The work's result, or a refusal when it takes too long: a database that stalls must not hold its
 * callers. What was under way may still happen; clients repeat with the same id.
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
