/** Not drawn yet, so free to go into any column. */
const undrawn = -1;

/**
 * How high the items of a list are, px, and which of them already stand in a column; by their place in the list. Read
 * at every frame of a scroll through thousands of items, hence plain arrays.
 */
export class ItemSizes {
  readonly heights: Float64Array;
  readonly columns: Int8Array;

  constructor(count: number) {
    this.heights = new Float64Array(count);
    this.columns = new Int8Array(count).fill(undrawn);
  }

  /** From now on the item stays in its column: nothing jumps aside when one above it grows. */
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
 * The columns that items keep when the list has become another one. What only grows at its end stays as it is, and so does
 * everything once it is scrolled; at the top of a list that has changed all are laid out again, as short
 * ones would else stand in one column and leave the other empty.
 * @param drawn column of each item that stands in one, by its key
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

/** Where every item of a list in columns stands, px from the top of the list. */
export interface ColumnLayout {
  readonly tops: Float64Array;
  readonly columns: Int8Array;
  /** Height of the longest column. */
  readonly height: number;
}

/**
 * Puts each item below the shortest column of that moment, so that the order is read from left to right and the
 * columns end together.
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

/** Indices of the items that reach into the stretch from `from` to `to`, in order. */
export function itemsWithin({ tops }: ColumnLayout, { heights }: ItemSizes, from: number, to: number): number[] {
  const found: number[] = [];
  for (let index = 0; index < tops.length; index += 1) {
    const top = tops[index] ?? 0;
    if (top < to && top + (heights[index] ?? 0) > from) found.push(index);
  }
  return found;
}
