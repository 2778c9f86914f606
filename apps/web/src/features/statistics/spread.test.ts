import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread } from './spread.ts';

describe('spreading places apart', () => {
  it.each([
    [[], []],
    [[40], [40]],
    [
      [40, 100],
      [40, 100],
    ],
    [
      [100, 100],
      [87.5, 112.5],
    ],
    [
      [100, 110, 200],
      [92.5, 117.5, 200],
    ],
    [
      [200, 100, 110],
      [200, 92.5, 117.5],
    ],
    [
      [0, 0, 0],
      [0, 25, 50],
    ],
    [
      [300, 300, 290],
      [275, 300, 250],
    ],
  ])('%j becomes %j', (places, expected) => {
    expect(spread(places, 25, 0, 300)).toEqual(expected);
  });

  it('neighbours are apart, in their order, within the room; places that have room stay', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { maxLength: 7 }), (places) => {
        const moved = spread(places, 25, 0, 400);
        const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
        const line = order.map((index) => moved[index] ?? 0);
        for (const [index, place] of line.entries()) {
          expect(place).toBeGreaterThanOrEqual(-1e-9);
          expect(place).toBeLessThanOrEqual(400 + 1e-9);
          if (index > 0) expect(place - (line[index - 1] ?? 0)).toBeGreaterThanOrEqual(25 - 1e-9);
        }
        const roomy = order.every((index, place) => {
          const before = order[place - 1];
          return before === undefined || (places[index] ?? 0) - (places[before] ?? 0) >= 25;
        });
        if (roomy) expect(moved).toEqual(places);
      }),
    );
  });
});
