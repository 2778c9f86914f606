import { burstReach } from '@nuances/ui/burst';
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

const circle = fc.record({
  x: fc.integer({ min: 0, max: 1440 }),
  y: fc.integer({ min: 0, max: 700 }),
  r: fc.integer({ min: 40, max: 330 }),
});
const none = { texts: [], bloom: null, others: [] };

describe('freePlace', () => {
  it('keeps a firework inside the sky, 20 to 66 px large, off every text and 24 px clear of the bloom', () => {
    fc.assert(
      fc.property(fc.array(box, { maxLength: 3 }), fc.option(circle), numbers, (texts, bloom, values) => {
        const place = freePlace(sky, { texts, bloom, others: [] }, draw(values));
        if (!place) return;
        expect(place.r).toBeGreaterThanOrEqual(20);
        expect(place.r).toBeLessThanOrEqual(66);
        expect(place.x - place.r).toBeGreaterThanOrEqual(sky.left);
        expect(place.y + place.r).toBeLessThanOrEqual(sky.bottom);
        if (bloom)
          expect(Math.hypot(place.x - bloom.x, place.y - bloom.y)).toBeGreaterThanOrEqual(
            bloom.r + burstReach(place.r) + 24,
          );
        for (const { left, top, right, bottom } of texts) {
          const dx = Math.max(left - place.x, 0, place.x - right);
          const dy = Math.max(top - place.y, 0, place.y - bottom);
          expect(Math.hypot(dx, dy)).toBeGreaterThan(burstReach(place.r));
        }
      }),
    );
  });

  it('finds a place in an empty sky and none where no place is free', () => {
    expect(freePlace(sky, none, () => 0.5)).not.toBeNull();
    expect(freePlace(sky, { ...none, texts: [sky] }, () => 0.5)).toBeNull();
  });

  it('avoids the other fireworks where there is room, and overlaps them where there is none', () => {
    const other = { x: 720, y: 280, r: 66 };
    for (let turn = 0; turn < 50; turn += 1) {
      const place = freePlace(sky, { ...none, others: [other] }, Math.random);
      if (!place) throw new Error('an almost empty sky has a place');
      expect(Math.hypot(place.x - other.x, place.y - other.y)).toBeGreaterThan(
        burstReach(place.r) + burstReach(other.r),
      );
    }
    expect(freePlace(sky, { ...none, others: [{ ...other, r: 900 }] }, Math.random)).not.toBeNull();
  });

  it('finds one between the text and the bloom of a phone', () => {
    const phone = { left: 0, top: 0, right: 390, bottom: 500 };
    const text = { left: 0, top: 0, right: 390, bottom: 255 };
    const prompt = { left: 143, top: 320, right: 248, bottom: 362 };
    const bloom = { x: 195, y: 526, r: 170 };
    // Room is scarce: very few bursts find no place and are not drawn.
    const places = Array.from({ length: 200 }, () =>
      freePlace(phone, { texts: [text, prompt], bloom, others: [] }, Math.random),
    );
    expect(places.filter((place) => place !== null).length).toBeGreaterThan(150);
  });
});
