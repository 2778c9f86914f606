import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freePlace, type Box } from './sky.ts';

const box = fc
  .record({
    left: fc.integer({ min: 0, max: 1200 }),
    top: fc.integer({ min: 0, max: 700 }),
    width: fc.integer({ min: 1, max: 700 }),
    height: fc.integer({ min: 1, max: 500 }),
  })
  .map(({ left, top, width, height }): Box => ({ left, top, right: left + width, bottom: top + height }));
const numbers = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
  minLength: 80,
  maxLength: 80,
});

const sky: Box = { left: 0, top: 0, right: 1440, bottom: 560 };

function draw(values: readonly number[]): () => number {
  let next = 0;
  return () => {
    const value = values[next % values.length] ?? 0;
    next += 1;
    return value;
  };
}

describe('freePlace', () => {
  it('keeps a firework inside the sky, 20 to 66 px large, 24 px clear of every box', () => {
    fc.assert(
      fc.property(fc.array(box, { maxLength: 3 }), numbers, (boxes, values) => {
        const place = freePlace(sky, boxes, draw(values));
        if (!place) return;
        expect(place.r).toBeGreaterThanOrEqual(20);
        expect(place.r).toBeLessThanOrEqual(66);
        expect(place.x - place.r).toBeGreaterThanOrEqual(sky.left);
        expect(place.y + place.r).toBeLessThanOrEqual(sky.bottom);
        for (const { left, top, right, bottom } of boxes) {
          const dx = Math.max(left - place.x, 0, place.x - right);
          const dy = Math.max(top - place.y, 0, place.y - bottom);
          expect(Math.hypot(dx, dy)).toBeGreaterThanOrEqual(place.r + 24);
        }
      }),
    );
  });

  it('finds a place in an empty sky and none where everything is taken', () => {
    expect(freePlace(sky, [], () => 0.5)).not.toBeNull();
    expect(freePlace(sky, [sky], () => 0.5)).toBeNull();
  });
});
