import { expect, test } from 'vitest';
import { hues, petalAngle } from './hues.ts';

const turn = 2 * Math.PI;

test('names seven hues in data order', () => {
  expect(hues).toEqual(['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple']);
});

test('red stands at the top', () => {
  expect(Object.is(petalAngle(0), 0)).toBe(true);
});

test('clockwise after red come purple, blue, cyan, green, yellow and orange', () => {
  const clockwise = hues
    .map((hue, index) => ({ hue, angle: (petalAngle(index) + turn) % turn }))
    .toSorted((one, other) => one.angle - other.angle)
    .map(({ hue }) => hue);
  expect(clockwise).toEqual(['red', 'purple', 'blue', 'cyan', 'green', 'yellow', 'orange']);
});

test('the parts share the circle evenly', () => {
  hues.forEach((_, index) => expect(petalAngle(index)).toBeCloseTo((-index * turn) / 7, 12));
});
