import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockLengthOf,
  bunchMeans,
  bunchStarts,
  likenessInBunches,
  shuffleBlocks,
  shuffleBunches,
} from './block-permutation.ts';
import { itemAt } from '../item-at.ts';
import { startOfDay } from '../local-day.ts';
import { seededRandom } from '../seeded-random.ts';

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

const hour = 3_600_000;
const monday = 20_005;
const moment = (day: number, hours: number) => startOfDay(monday + day) + hours * hour;

describe('bunches', () => {
  it.each([
    ['scans of one day', [moment(0, 8), moment(0, 20), moment(1, 8)], [], [0, 2, 3]],
    ['days told in one sitting', [moment(0, 12), moment(1, 12), moment(2, 12)], [moment(2, 12)], [0, 3]],
    ['days told in two', [moment(0, 12), moment(1, 12)], [moment(1, 12), moment(1, 14)], [0, 1, 2]],
    ['an import of old days', [moment(0, 12), moment(1, 12), moment(2, 12)], [moment(90, 12)], [0, 1, 2, 3]],
    ['both sides of midnight', [moment(0, 23.9), moment(1, 0.1)], [], [0, 2]],
    ['nothing', [], [], [0]],
  ])('CHANCE-1: a bunch is one day or one sitting: %s', (_, times, received, starts) => {
    const scans = times.map((at, index) => ({ at, receivedAt: received[index] ?? received[0] ?? at }));
    expect([...bunchStarts(scans)]).toEqual(starts);
  });

  const startsOf = (sizes: readonly number[]) =>
    Int32Array.from({ length: sizes.length + 1 }, (_, bunch) =>
      sizes.slice(0, bunch).reduce((sum, size) => sum + size, 0),
    );

  it('CHANCE-1: a place gets scans of one bunch, and as many as it had', () => {
    const bunchSizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(bunchSizes, fc.integer({ min: 1, max: 20 }), fc.nat(), (sizes, length, seed) => {
        const starts = startsOf(sizes);
        const count = itemAt(starts, sizes.length);
        const order = new Int32Array(count).fill(-1);
        shuffleBunches(order, starts, { length, likeness: 1 }, seededRandom(seed));
        const bunchOf = sizes.flatMap((size, bunch) => Array.from({ length: size }, () => bunch));
        const sources = sizes.map(
          (size, place) =>
            new Set([...order.slice(itemAt(starts, place), itemAt(starts, place) + size)].map((at) => bunchOf[at])),
        );
        expect(sources.every(({ size }) => size === 1)).toBe(true);
        expect(new Set(sources.flatMap((source) => [...source])).size).toBe(sizes.length);
        for (const [place, source] of sources.entries()) {
          const from = order.slice(itemAt(starts, place), itemAt(starts, place + 1));
          const [bunch] = source;
          expect(new Set(from).size).toBe(Math.min(from.length, itemAt(sizes, bunch ?? -1)));
        }
      }),
    );
  });

  it('CHANCE-1: missing scans are as often the same as scans of a bunch are alike', () => {
    const sizes = [3, ...Array.from({ length: 200 }, () => 1)];
    const starts = startsOf(sizes);
    const order = new Int32Array(203);
    const random = seededRandom(3);
    const rounds = 4_000;
    for (const likeness of [0, 0.3, 0.8, 1]) {
      const same = [0, 0, 0];
      for (let round = 0; round < rounds; round += 1) {
        shuffleBunches(order, starts, { length: 2, likeness }, random);
        const [first, second, third] = order;
        // The bunch of three itself, in one place of 201, has nothing missing.
        [first === second, first === third, second === third].forEach((is, pair) => {
          if (is) same[pair] = itemAt(same, pair) + 1;
        });
      }
      for (const times of same) expect(Math.abs(times / rounds - likeness)).toBeLessThan(0.04);
    }
  });

  it('CHANCE-1: the likeness is the intraclass correlation', () => {
    const random = seededRandom(5);
    const alike = (share: number) =>
      Array.from({ length: 600 }, () => random()).flatMap((mood) =>
        [random(), random()].map((own) => Math.sqrt(share) * mood + Math.sqrt(1 - share) * own),
      );
    const pairs = startsOf(Array.from({ length: 600 }, () => 2));
    for (const share of [0, 0.4, 0.9, 1])
      expect(Math.abs(likenessInBunches(alike(share), pairs) - share)).toBeLessThan(0.1);
    expect(likenessInBunches([1, 9, 5], startsOf([2, 1])), 'too few to tell').toBe(1);
    expect([...bunchMeans([1, 9, 5], startsOf([2, 1]))]).toEqual([5, 5]);
  });
});
