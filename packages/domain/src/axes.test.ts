import { describe, expect, it } from 'vitest';
import { axisAt, axisCount, axisIds, categoryOfAxis, noteCategories, ringOrder } from './axes.ts';

describe('axes', () => {
  it('AXIS-1: seven axes in data order', () => {
    expect(axisIds).toEqual(['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple']);
    expect(axisCount).toBe(7);
  });

  it.each([-1, 7, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('AXIS-1: no axis at index %s', (index) => {
    expect(() => axisAt(index)).toThrow(RangeError);
  });

  it('AXIS-2: the ring is drawn from purple to red', () => {
    expect(ringOrder).toEqual(['purple', 'blue', 'cyan', 'green', 'yellow', 'orange', 'red']);
  });

  it.each(axisIds.map((id, index) => ({ id, index })))(
    'AXIS-2: index $index, $id, its category and its place on the ring agree',
    ({ id, index }) => {
      expect(axisAt(index)).toBe(id);
      expect(categoryOfAxis(id)).toBe(id);
      expect(noteCategories[index + 1]).toBe(id);
      expect(ringOrder[6 - index]).toBe(id);
      expect(6 - ringOrder.indexOf(id)).toBe(index);
    },
  );

  it('AXIS-2: drawing does not turn the data around', () => {
    expect(axisIds[0]).toBe('red');
    expect(new Set(ringOrder)).toEqual(new Set(axisIds));
  });

  it('AXIS-3: seven axes and other, which comes first', () => {
    expect(noteCategories).toEqual(['other', 'red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple']);
  });
});
