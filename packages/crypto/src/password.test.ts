import argon2 from 'argon2';
import { performance } from 'node:perf_hooks';
import { describe, expect, it, vi } from 'vitest';
import { createBoundedQueue, QueueFull } from './bounded-queue.ts';
import {
  hashPassword,
  dummyHash,
  hashingLoad,
  passwordParameters,
  PasswordQueueFull,
  verifyAgainstDummyHash,
  verifyPassword,
} from './password.ts';

describe('a password', () => {
  it('matches its hash only', async () => {
    const hash = await hashPassword('Correct Horse 1! é😊');
    expect(await verifyPassword(hash, 'Correct Horse 1! é😊')).toBe(true);
    expect(await verifyPassword(hash, 'Correct Horse 1! é')).toBe(false);
    expect(await verifyPassword(hash, '')).toBe(false);
    expect(await hashPassword('Correct Horse 1! é😊')).not.toBe(hash);
  });

  it('is hashed with argon2id, 19 MiB, two passes, one lane', async () => {
    expect(await hashPassword('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('never matches when the account has none', async () => {
    expect(await verifyPassword(null, '')).toBe(false);
    expect(await verifyPassword(null, 'null')).toBe(false);
  });

  it('rejects when a stored hash is malformed', async () => {
    await expect(verifyPassword('damaged', 'x')).rejects.toBeInstanceOf(Error);
  });
});

describe('an unknown user', () => {
  it('costs the same work: same algorithm, parameters and lengths', async () => {
    const real = await hashPassword('x');
    expect(dummyHash).toHaveLength(real.length);
    expect(dummyHash.split('$').slice(0, 4)).toEqual(real.split('$').slice(0, 4));
    expect(argon2.needsRehash(dummyHash, passwordParameters)).toBe(false);
    expect(await verifyAgainstDummyHash('x')).toBe(false);
  });

  it('takes the same time', async () => {
    const hash = await hashPassword('x');
    const timed = async (check: () => Promise<boolean>) => {
      const began = performance.now();
      await check();
      return performance.now() - began;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let pair = 0; pair < 25; pair += 1) {
      known.push(await timed(() => verifyPassword(hash, 'y')));
      unknown.push(await timed(() => verifyAgainstDummyHash('y')));
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[12] ?? 0;
    // A verification that skips the hash would give a ratio near 0; the API has a finer test of the timing.
    expect(median(unknown) / median(known)).toBeGreaterThan(0.5);
    expect(median(unknown) / median(known)).toBeLessThan(2);
  });
});

describe('too many at once', () => {
  it('are refused, and the others are hashed', async () => {
    const results = await Promise.allSettled(Array.from({ length: 120 }, () => verifyAgainstDummyHash('x')));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const result of refused) expect(result.reason).toBeInstanceOf(PasswordQueueFull);
    // One more runs, unless its slot still pauses after an earlier hash.
    expect(results.length - refused.length).toBeGreaterThanOrEqual(64);
    expect(await verifyAgainstDummyHash('x')).toBe(false);
  });
});

describe('the event loop', () => {
  const running = () => hashingLoad().running;

  it.each([
    [0.2, 0],
    [1, 1],
  ])('used %d: after a hash %d slots are kept empty', async (utilization, slots) => {
    await expect.poll(running).toBe(0);
    const measured = vi.spyOn(performance, 'eventLoopUtilization');
    measured.mockReturnValue({ idle: 1 - utilization, active: utilization, utilization });
    await verifyAgainstDummyHash('x');
    expect(running()).toBe(slots);
    measured.mockRestore();
    await expect.poll(running).toBe(0);
  });
});

describe('the queue', () => {
  const task = () => {
    let finish: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (finish = resolve));
    return { done, finish };
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('runs a few at a time, in order, and refuses more than may wait', async () => {
    const queue = createBoundedQueue({ concurrency: 2, waiting: 2 });
    const tasks = [0, 1, 2, 3].map(task);
    const started: number[] = [];
    const runs = tasks.map(({ done }, at) =>
      queue.run(() => {
        started.push(at);
        return done;
      }),
    );
    await expect(queue.run(async () => started.push(99))).rejects.toBeInstanceOf(QueueFull);
    await settle();
    expect(started).toEqual([0, 1]);
    tasks[1]?.finish();
    await settle();
    expect(started).toEqual([0, 1, 2]);
    for (const { finish } of tasks) finish();
    await Promise.all(runs);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('keeps a slot empty for the pause, while the result is there at once', async () => {
    vi.useFakeTimers();
    const pauses: number[] = [];
    const pauseMs = (tookMs: number) => {
      pauses.push(tookMs);
      return 4 * tookMs;
    };
    const queue = createBoundedQueue({ concurrency: 1, waiting: 2, pauseMs });
    const [first, second] = [task(), task()];
    const started: string[] = [];
    const runs = [
      queue.run(() => first.done),
      queue.run(() => {
        started.push('second');
        return second.done;
      }),
    ];
    await vi.advanceTimersByTimeAsync(20);
    first.finish();
    await runs[0];
    expect(pauses).toEqual([20]);
    await vi.advanceTimersByTimeAsync(79);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['second']);
    second.finish();
    await runs[1];
    vi.useRealTimers();
  });

  it('continues after a task that fails', async () => {
    const queue = createBoundedQueue({ concurrency: 1, waiting: 2 });
    const failing = queue.run(async () => Promise.reject(new Error('no')));
    const next = queue.run(async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
    expect(await queue.run(async () => 'again')).toBe('again');
  });
});
