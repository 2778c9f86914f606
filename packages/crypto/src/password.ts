import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { createBoundedQueue, QueueFull } from './bounded-queue.ts';

/** OWASP's first choice for argon2id (type 2): 19 MiB, two passes, one lane. */
export const passwordParameters = {
  type: 2,
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
} as const;

/** How many hashes may wait. Each takes about 17 ms: the last one waits a second, beside a busy event loop up to eight. */
const maxWaiting = 64;

/** Too many passwords are being hashed; answer 503 with Retry-After. */
export class PasswordQueueFull extends Error {
  override readonly name = 'PasswordQueueFull';
}

/** Pause after a hash beside a busy event loop, as a multiple of the hash's own duration: a seventh of a core is left. */
const longestPause = 6;
/**
 * Utilization of the event loop up to which there is no pause, and from which it is the longest. Long lists keep the database busy
 * and the loop at about one half. Nothing but logins keeps it just above the lower limit, so these pause a little, too.
 */
const idleUtilization = 0.38;
const busyUtilization = 0.48;

let loopBefore = performance.eventLoopUtilization();

/** Leaves the core of a hash to other calls, the more of them there are. Returns milliseconds. */
function pauseAfterHash(tookMs: number): number {
  const loop = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(loop, loopBefore);
  loopBefore = loop;
  const share = Math.min(1, Math.max(0, (utilization - idleUtilization) / (busyUtilization - idleUtilization)));
  return share * longestPause * tookMs;
}

// argon2 shares libuv's thread pool with other work: one core stays free for it.
const queue = createBoundedQueue({
  concurrency: Math.max(1, availableParallelism() - 1),
  waiting: maxWaiting,
  pauseMs: pauseAfterHash,
});

/** Loads the native module of argon2 before the first hash needs it: about 25 ms, which a start need not wait for. */
export async function loadPasswordHashing(): Promise<typeof import('argon2')> {
  const { default: argon2 } = await import('argon2');
  return argon2;
}

/** How many passwords are being hashed in this process, how many wait, and how many were refused so far. */
export function hashingLoad(): { readonly running: number; readonly waiting: number; readonly refused: number } {
  return queue.load();
}

/** A hash of a random, discarded password with the same parameters: verifying it costs the same for an unknown user. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$eYAtmdFS2nLxrOdis1WIFg$svTSFgQKmUbLh7Tr6yzdwW9HKuKjba0xsL8Q4UzCab0';

/**
 * Hashes a new password, with a fresh salt.
 * @returns the encoded hash, parameters included
 * @throws PasswordQueueFull
 */
export function hashPassword(password: string): Promise<string> {
  return queued(async () => (await loadPasswordHashing()).hash(password, passwordParameters));
}

/**
 * Whether the password is right. A null hash (unusable password) takes the same time and is false.
 * @throws PasswordQueueFull, or argon2's error for a malformed stored hash
 */
export function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  return hash === null
    ? verifyAgainstDummyHash(password)
    : queued(async () => (await loadPasswordHashing()).verify(hash, password));
}

/** The work of {@link verifyPassword} when there is no such user. Always false. */
export async function verifyAgainstDummyHash(password: string): Promise<false> {
  await queued(async () => (await loadPasswordHashing()).verify(dummyHash, password));
  return false;
}

async function queued<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await queue.run(task);
  } catch (error) {
    if (error instanceof QueueFull)
      throw new PasswordQueueFull('Too many passwords wait to be checked', { cause: error });
    throw error;
  }
}
