import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSemaphore, AcquireTimeout } from './semaphore.ts';

it('lets as many go as it says, the others in the order they came', async () => {
  const turns = createSemaphore(2, 5_000);
  const [first, second] = [await turns.acquire(), await turns.acquire()];
  const order: string[] = [];
  const third = turns.acquire().then((end) => (order.push('third'), end));
  const fourth = turns.acquire().then((end) => (order.push('fourth'), end));
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
  await Promise.all([turns.acquire(), turns.acquire()]);
});

it('refuses who would wait too long, and gives their turn to nobody else', async () => {
  const turns = createSemaphore(1, 20);
  const end = await turns.acquire();
  const late = await Promise.allSettled([turns.acquire(), turns.acquire()]);
  for (const one of late) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(AcquireTimeout) });
  end();
  const next = await turns.acquire();
  await expect(turns.acquire()).rejects.toBeInstanceOf(AcquireTimeout);
  next();
});
