import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns, OutOfTurn } from './semaphore.ts';

it('lets as many go as it says, the others in the order they came', async () => {
  const turns = createTurns(2, 5_000);
  const [first, second] = [await turns.take(), await turns.take()];
  const order: string[] = [];
  const third = turns.take().then((end) => (order.push('third'), end));
  const fourth = turns.take().then((end) => (order.push('fourth'), end));
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
  await Promise.all([turns.take(), turns.take()]);
});

it('refuses who would wait too long, and gives their turn to nobody else', async () => {
  const turns = createTurns(1, 20);
  const end = await turns.take();
  const late = await Promise.allSettled([turns.take(), turns.take()]);
  for (const one of late) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(OutOfTurn) });
  end();
  const next = await turns.take();
  await expect(turns.take()).rejects.toBeInstanceOf(OutOfTurn);
  next();
});
