/** The strength of passwords, estimated in a thread of its own (password-strength.worker.mjs). */
import { createBoundedQueue, QueueFull } from '@nuances/crypto/bounded-queue';
import { AppError } from '@nuances/domain/errors';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';

/** Longest time of an estimate, the start of the thread included, milliseconds: on an idle machine it is below 700. */
const timeoutMs = 15_000;
/** The dictionaries take 100 MB, and new passwords are rare: the thread ends after this time without any, milliseconds. */
const idleMs = 300_000;
/** Nobody waits longer for an estimate, milliseconds: the rest of a call that sets a password needs its time, too. */
const waitMs = 3_000;
/** Retry-After of an estimate that failed, seconds. */
const retryAfterS = 2;

const queue = createBoundedQueue({ concurrency: 1, waiting: 32 });
let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** Beside this file as it is in the sources, beside the bundle as the build names it. */
const file = new URL(
  import.meta.url.endsWith('.ts') ? './password-strength.worker.mjs' : './password-strength.cjs',
  import.meta.url,
);

async function end(): Promise<void> {
  const ending = thread;
  thread = undefined;
  await ending?.terminate();
}

function start(): Worker {
  const started = new Worker(file);
  // A failure while nobody waits would end the process; the next estimate starts another thread.
  started.on('error', () => undefined);
  started.once('exit', () => {
    if (thread === started) thread = undefined;
  });
  started.unref();
  return started;
}

async function estimate(texts: readonly string[], words: readonly string[]): Promise<readonly number[]> {
  clearTimeout(idle);
  thread ??= start();
  try {
    const answer = once(thread, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    thread.postMessage({ texts, words });
    const [guesses] = z.tuple([z.array(z.number()).length(texts.length)]).parse(await answer);
    idle = setTimeout(() => void end(), idleMs).unref();
    return guesses;
  } catch (error) {
    await end();
    throw new AppError('unavailable', { retryAfterS, cause: error });
  }
}

/**
 * How many guesses each text withstands, as logarithms to the base of 10; null when there is no estimate in time, as while a
 * busy machine starts the thread.
 * @param words what a guesser would try first
 * @throws AppError `unavailable` when the thread failed
 */
export async function log10GuessesOf(
  texts: readonly string[],
  words: readonly string[],
): Promise<readonly number[] | null> {
  const late = new AbortController();
  const estimated = queue.run(() => (late.signal.aborted ? Promise.resolve(null) : estimate(texts, words)));
  try {
    return await Promise.race([estimated, wait(waitMs, null, { signal: late.signal })]);
  } catch (error) {
    if (error instanceof QueueFull) return null;
    throw error;
  } finally {
    late.abort();
    estimated.catch(() => undefined);
  }
}

/** Starts the thread before somebody waits for it. */
export const loadPasswordStrength = () => log10GuessesOf([], []);
