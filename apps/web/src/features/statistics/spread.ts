import { itemAt } from '@nuances/domain/item-at';

/**
 * Moves positions apart until neighbours are at least `gap` from each other, with the smallest possible moves, and
 * keeps them between `min` and `max` as far as there is space for all.
 * @returns the new positions, in the order of the given ones; equal positions keep that order
 */
export function spread(places: readonly number[], gap: number, min: number, max: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => itemAt(places, a) - itemAt(places, b));
  /**
   * Neighbours that touch form a group, which moves as one. `sum / count` is the best position of its first member: the
   * mean of the positions that the members would give it.
   */
  const groups: { sum: number; count: number }[] = [];
  for (const index of order) {
    let group = { sum: itemAt(places, index), count: 1 };
    for (let before = groups.at(-1); before && start(before) + before.count * gap > start(group);) {
      groups.pop();
      group = { sum: before.sum + group.sum - before.count * group.count * gap, count: before.count + group.count };
      before = groups.at(-1);
    }
    groups.push(group);
  }
  const moved = groups.flatMap((group) =>
    Array.from({ length: group.count }, (_, place) => start(group) + place * gap),
  );
  // A group may exceed an end: limit positions to `max` from the last one backwards, then to `min` from the first one.
  for (let index = moved.length - 1, limit = max; index >= 0; index -= 1, limit -= gap)
    moved[index] = Math.min(itemAt(moved, index), limit);
  for (let index = 0, limit = min; index < moved.length; index += 1, limit += gap)
    moved[index] = Math.max(itemAt(moved, index), limit);
  const result = [...places];
  for (const [place, index] of order.entries()) result[index] = itemAt(moved, place);
  return result;
}

function start({ sum, count }: { readonly sum: number; readonly count: number }): number {
  return sum / count;
}
