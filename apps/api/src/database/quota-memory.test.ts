import { expect, it } from 'vitest';
import { createQuotaMemory } from './quota-memory.ts';

const quota = { count: 100, bytes: 1_000 };
const one = { count: 1, bytes: 10 };

function memory() {
  const clock = { now: 0 };
  return { clock, ...createQuotaMemory(quota, () => clock.now) };
}

it('counts at first, and again after a minute', () => {
  const { clock, mustCount, note } = memory();
  expect(mustCount('a')).toBe(true);
  note('a', { count: 3, bytes: 30 }, one);
  expect(mustCount('a')).toBe(false);
  expect(mustCount('b')).toBe(true);
  note('a', null, one); // does not make the count younger
  clock.now = 59_999;
  expect(mustCount('a')).toBe(false);
  clock.now = 60_000;
  expect(mustCount('a')).toBe(true);
});

it('counts every time from half of the quota on, by number or by size', () => {
  const { mustCount, note } = memory();
  note('many', { count: 48, bytes: 0 }, one);
  expect(mustCount('many')).toBe(false);
  note('many', null, one);
  expect(mustCount('many')).toBe(true);
  note('large', { count: 1, bytes: 489 }, one);
  expect(mustCount('large')).toBe(false);
  note('large', null, one);
  expect(mustCount('large')).toBe(true);
});

it('knows nothing of an account that was never counted', () => {
  const { mustCount, note } = memory();
  note('a', null, one);
  expect(mustCount('a')).toBe(true);
});

it('forgets the account that was counted first', () => {
  const { mustCount, note } = memory();
  for (let index = 0; index <= 10_000; index += 1) note(`account ${index}`, { count: 0, bytes: 0 }, one);
  expect(mustCount('account 0')).toBe(true);
  expect(mustCount('account 1')).toBe(false);
});
