import { describe, expect, it } from 'vitest';
import { axisAt, axisCount, axisIds, categoryOfAxis, noteCategories } from './axes.ts';

describe('axes', () => {
  it('AXIS-1: seven axes in data order', () => {
    expect(axisIds).toEqual(['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple']);
    expect(axisCount).toBe(7);
  });

  it.each([-1, 7, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('AXIS-1: no axis at index %s', (index) => {
    expect(() => axisAt(index)).toThrow(RangeError);
  });

  it.each(axisIds.map((id, index) => ({ id, index })))(
    'AXIS-3: index $index, $id and its category agree',
    ({ id, index }) => {
      expect(axisAt(index)).toBe(id);
      expect(categoryOfAxis(id)).toBe(id);
      expect(noteCategories[index + 1]).toBe(id);
    },
  );

  it('AXIS-3: seven axes and other, which comes first', () => {
    expect(noteCategories).toEqual(['other', 'red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple']);
  });
});
