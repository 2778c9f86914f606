import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockLengthOf, shuffleBlocks } from './block-permutation.ts';
import { seededRandom } from './seeded-random.ts';

const orderOf = (count: number, length: number, seed: number) => {
  const order = new Int32Array(count);
  shuffleBlocks(order, length, seededRandom(seed));
  return [...order];
};

describe('blocks', () => {
  it('CHANCE-1: a new order has every place once, and the same seed gives the same one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 80 }),
        fc.nat(),
        (count, length, seed) => {
          const order = orderOf(count, length, seed);
          expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index));
          expect(orderOf(count, length, seed)).toEqual(order);
        },
      ),
    );
  });

  it('CHANCE-1: neighbours mostly stay neighbours, in blocks of about the length', () => {
    const order = orderOf(3_000, 20, 4);
    const cuts = order.filter((place, index) => index > 0 && place !== ((order[index - 1] ?? 0) + 1) % 3_000).length;
    expect(cuts).toBeGreaterThan(3_000 / 20 / 1.5);
    expect(cuts).toBeLessThan((3_000 / 20) * 1.5);
  });

  it('CHANCE-1: blocks are short for answers of their own, long for those that resemble their neighbours', () => {
    const random = seededRandom(9);
    const noise = Array.from({ length: 400 }, () => random() - 0.5);
    const drift = noise.map((_, index) =>
      noise.slice(Math.max(0, index - 20), index + 1).reduce((sum, one) => sum + one, 0),
    );
    expect(blockLengthOf([noise])).toBeLessThan(5);
    expect(blockLengthOf([drift])).toBeGreaterThan(20);
    expect(blockLengthOf([noise, drift])).toBe(blockLengthOf([drift]));
    expect(blockLengthOf([noise.map(() => 5)])).toBe(2);
    expect(blockLengthOf([noise.map((_, index) => index)])).toBeLessThanOrEqual(400 / 3);
  });
});
