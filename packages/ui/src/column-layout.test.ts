import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsKept, ItemSizes, itemsWithin, layOut } from './column-layout.ts';

const gap = 16;

function sizesOf(...heights: readonly number[]): ItemSizes {
  const sizes = new ItemSizes(heights.length);
  for (const [index, height] of heights.entries()) sizes.resize(index, height);
  return sizes;
}

describe('columns', () => {
  test('fill from left to right, each item below the shortest one', () => {
    const layout = layOut(sizesOf(260, 176, 260, 176, 150), 2, gap);
    expect([...layout.columns]).toEqual([0, 1, 1, 0, 0]);
    expect([...layout.tops]).toEqual([0, 0, 192, 276, 468]);
    expect(layout.height).toBe(618);
  });

  test('never let two items of a column touch, and end within one item of each other', () => {
    const heights = fc.array(fc.integer({ min: 90, max: 400 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(heights, fc.integer({ min: 1, max: 3 }), (list, count) => {
        const layout = layOut(sizesOf(...list), count, gap);
        const ends = new Map<number, number>();
        for (const [index, height] of list.entries()) {
          const column = layout.columns[index] ?? -1;
          expect(layout.tops[index]).toBe(ends.has(column) ? (ends.get(column) ?? 0) + gap : 0);
          ends.set(column, (layout.tops[index] ?? 0) + height);
        }
        expect(layout.height).toBe(Math.max(...ends.values()));
        if (list.length >= count) expect(layout.height - Math.min(...ends.values())).toBeLessThanOrEqual(400 + gap);
      }),
    );
  });

  test('keep what has been drawn where it was when an item above grows', () => {
    const sizes = sizesOf(100, 100, 100, 100);
    const before = layOut(sizes, 2, gap);
    expect(sizes.resize(0, 900)).toBe(true);
    expect([...layOut(sizes, 2, gap).columns]).toEqual([0, 1, 1, 1]);
    for (const [index, column] of before.columns.entries()) sizes.pin(index, column);
    const after = layOut(sizes, 2, gap);
    expect([...after.columns]).toEqual([...before.columns]);
    expect(after.tops[2]).toBe(916);
    expect(sizes.resize(0, 900)).toBe(false);
  });

  test.each([
    { to: 'one more at its head', after: ['b', 'a'], scrolled: false, columns: [0, 1] },
    {
      to: 'one more at its head, below which somebody has scrolled',
      after: ['b', 'a'],
      scrolled: true,
      columns: [0, 0],
    },
    { to: 'one more at its end', after: ['a', 'b'], scrolled: false, columns: [0, 1] },
    { to: 'another one instead', after: ['b', 'c'], scrolled: false, columns: [0, 1] },
  ])('stay in one column or are laid out again when a list of one gets $to', ({ after, scrolled, columns }) => {
    const kept = columnsKept(new Map([['a', 0]]), ['a'], after, scrolled);
    const sizes = sizesOf(...after.map(() => 176));
    for (const [index, key] of after.entries()) {
      const column = kept.get(key);
      if (column !== undefined) sizes.pin(index, column);
    }
    expect([...layOut(sizes, 2, gap).columns]).toEqual(columns);
  });

  test('of nothing are no pixel high', () => {
    expect(layOut(sizesOf(), 2, gap).height).toBe(0);
  });
});

test('a window contains each item that overlaps it', () => {
  const sizes = sizesOf(100, 100, 100, 100);
  const layout = layOut(sizes, 1, 0);
  expect(itemsWithin(layout, sizes, 99, 201)).toEqual([0, 1, 2]);
  expect(itemsWithin(layout, sizes, 100, 200)).toEqual([1]);
  expect(itemsWithin(layout, sizes, 400, 900)).toEqual([]);
});
