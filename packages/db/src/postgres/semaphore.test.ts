import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSemaphore, AcquireTimeout } from './semaphore.ts';

it('grants its permits, and the next ones in order of arrival', async () => {
  const semaphore = createSemaphore(2, 5_000);
  const [first, second] = [await semaphore.acquire(), await semaphore.acquire()];
  const order: string[] = [];
  const third = semaphore.acquire().then((end) => (order.push('third'), end));
  const fourth = semaphore.acquire().then((end) => (order.push('fourth'), end));
  await sleep(5);
  expect(order).toEqual([]);
  first();
  first();
  await third;
  await sleep(5);
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
  const late = await Promise.allSettled([semaphore.acquire(), semaphore.acquire()]);
  for (const one of late) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(AcquireTimeout) });
  end();
  const next = await semaphore.acquire();
  await expect(semaphore.acquire()).rejects.toBeInstanceOf(AcquireTimeout);
  next();
});
