// Every index here is inside of its list: `?? 0` is for the types only, because these loops run at every frame.

/** Not drawn yet, so free to go into any column. */
const undrawn = -1;

/**
 * Heights of the items of a list, px, and the columns of those that were drawn, by index. Read at every frame of a
 * scroll through thousands of items, hence plain arrays.
 */
export class ItemSizes {
  readonly heights: Float64Array;
  readonly columns: Int8Array;

  constructor(count: number) {
    this.heights = new Float64Array(count);
    this.columns = new Int8Array(count).fill(undrawn);
  }

  /** Fixes the column of an item, so that it does not move aside when one above it grows. */
  pin(index: number, column: number): void {
    this.columns[index] = column;
  }

  /** True when the height is new. */
  resize(index: number, height: number): boolean {
    if (this.heights[index] === height) return false;
    this.heights[index] = height;
    return true;
  }
}

/**
 * The columns that items keep when the list changes. A list that only grows at its end keeps them, and so does a
 * scrolled one. At the top of any other changed list all are laid out again, because short items could fill one column
 * and leave the other empty.
 * @param drawn column of each drawn item, by its key
 * @param before keys in order, as `after`
 */
export function columnsKept(
  drawn: ReadonlyMap<string, number>,
  before: readonly string[],
  after: readonly string[],
  scrolled: boolean,
): Map<string, number> {
  return new Map(scrolled || before.every((key, index) => key === after[index]) ? drawn : []);
}

/** Position of every item of a list in columns, px from the top of the list. */
export interface ColumnLayout {
  readonly tops: Float64Array;
  readonly columns: Int8Array;
  readonly height: number;
}

/**
 * Puts each item below the column that is shortest at that moment, so that the order is from left to right and the
 * columns have similar lengths.
 */
export function layOut({ heights, columns: pinned }: ItemSizes, count: number, gap: number): ColumnLayout {
  const { length } = heights;
  const tops = new Float64Array(length);
  const columns = new Int8Array(length);
  const ends = new Float64Array(count);
  for (let index = 0; index < length; index += 1) {
    let column = pinned[index] ?? undrawn;
    if (column === undrawn) column = shortest(ends);
    const top = ends[column] ?? 0;
    columns[index] = column;
    tops[index] = top;
    ends[column] = top + (heights[index] ?? 0) + gap;
  }
  const longest = ends.reduce((a, b) => Math.max(a, b), 0);
  return { tops, columns, height: Math.max(0, longest - gap) };
}

function shortest(ends: Float64Array): number {
  let best = 0;
  for (let column = 1; column < ends.length; column += 1) if ((ends[column] ?? 0) < (ends[best] ?? 0)) best = column;
  return best;
}

/** Indices of the items that overlap the range from `from` to `to`, in order. */
export function itemsWithin({ tops }: ColumnLayout, { heights }: ItemSizes, from: number, to: number): number[] {
  const found: number[] = [];
  for (let index = 0; index < tops.length; index += 1) {
    const top = tops[index] ?? 0;
    if (top < to && top + (heights[index] ?? 0) > from) found.push(index);
  }
  return found;
}
