import { expect, it } from 'vitest';
import { paceOf } from './pace.ts';

it('pauses after many short items, and after few long ones', async () => {
  let pauses = 0;
  const pausesOf = async (length: number, items: number) => {
    pauses = 0;
    const pace = paceOf(async () => void (pauses += 1));
    for (let item = 0; item < items; item += 1) await pace(length);
    return pauses;
  };
  expect(await pausesOf(0, 1_000)).toBe(0);
  expect(await pausesOf(0, 20_000)).toBe(8);
  expect(await pausesOf(100_000, 30)).toBe(10);
});
