import { itemAt } from '@nuances/domain/item-at';

/**
 * Moves places on a line apart until neighbours are at least `gap` from each other, as little as it takes, and keeps
 * them between `min` and `max` as far as there is room for all.
 * @returns the new places, in the order of the given ones; equal places keep that order
 */
export function spread(places: readonly number[], gap: number, min: number, max: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => itemAt(places, a) - itemAt(places, b));
  /** Neighbours that have met move as one; `sum` is that of where each would want the first of them to be. */
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
  // What stands out at an end pushes the others back, from the far end first.
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
