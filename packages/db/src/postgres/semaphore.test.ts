import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSemaphore, AcquireTimeout } from './semaphore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('grants its permits, and the next ones in order of arrival', async () => {
  const semaphore = createSemaphore(2, 5_000);
  const [first, second] = [await semaphore.acquire(), await semaphore.acquire()];
  const order: string[] = [];
  const third = semaphore.acquire().then((end) => (order.push('third'), end));
  const fourth = semaphore.acquire().then((end) => (order.push('fourth'), end));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(order).toEqual([]);
  first();
  first();
  await third;
  await vi.advanceTimersByTimeAsync(500);
  expect(order).toEqual(['third']);
  second();
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
  (await third)();
  (await fourth)();
  await Promise.all([semaphore.acquire(), semaphore.acquire()]);
});

it('refuses a waiter after the timeout, and grants its permit to a later one', async () => {
  const semaphore = createSemaphore(1, 20);
  const end = await semaphore.acquire();
  const waiting = Promise.allSettled([semaphore.acquire(), semaphore.acquire()]);
  await vi.advanceTimersByTimeAsync(20);
  for (const one of await waiting)
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(AcquireTimeout) });
  end();
  const next = await semaphore.acquire();
  const refused = expect(semaphore.acquire()).rejects.toBeInstanceOf(AcquireTimeout);
  await vi.advanceTimersByTimeAsync(20);
  await refused;
  next();
});
