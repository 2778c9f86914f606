import { expect, it } from 'vitest';
import { breathAt, breathMs, endOf, minuteLengths, openingAt } from './breath.ts';

it('opens in four seconds, rests for two, and closes in six', () => {
  expect(breathMs).toBe(12_000);
  expect([0, 3_999, 4_000, 5_999, 6_000, 11_999, 12_000].map((at) => breathAt(at).phase)).toEqual([
    ...['in', 'in', 'hold', 'hold', 'out', 'out', 'in'],
  ]);
  expect([0, 2_000, 4_000, 5_000, 6_000, 9_000, 12_000].map((at) => breathAt(at).petals)).toEqual([
    ...[1, 5.5, 10, 10, 10, 5.5, 1].map((size) => expect.closeTo(size, 5)),
  ]);
});

it('counts the seconds of a phase down to one', () => {
  const counted = Array.from({ length: 12 }, (_second, at) => breathAt(at * 1_000 + 10).seconds);
  expect(counted).toEqual([4, 3, 2, 1, 2, 1, 6, 5, 4, 3, 2, 1]);
});

it('never jumps', () => {
  for (let at = 0; at < 2 * breathMs; at += 16)
    expect(Math.abs(breathAt(at + 16).petals - breathAt(at).petals), String(at)).toBeLessThan(0.06);
});

it('ends between two breaths, also when a shorter length is chosen late', () => {
  for (const minutes of minuteLengths) expect(endOf(minutes, 0)).toBe(minutes * 60_000);
  expect(endOf(1, 59_000)).toBe(60_000);
  expect(endOf(1, 100_000)).toBe(108_000);
});

it('ends open, from whatever it was', () => {
  expect([0, 2_000, 4_000, 90_000].map((at) => openingAt(at, 4))).toEqual([4, expect.closeTo(7, 5), 10, 10]);
});
