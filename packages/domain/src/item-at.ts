/**
 * The item at an index that is known to be in the list.
 * @throws RangeError for any other index
 */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`There is no item ${index} in a list of ${list.length}`);
  return item;
}
