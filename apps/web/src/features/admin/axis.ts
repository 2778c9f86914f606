/** Round tops whose half is round too, in one decade. */
const tops = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/**
 * Top of a value axis that starts at 0: the smallest round number that nothing exceeds and whose half can be written
 * beside the axis as well, in whole numbers at least 2.
 */
export function axisTop(values: readonly (number | null)[]): number {
  const highest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  if (highest <= 2) return 2;
  const decade = 10 ** Math.floor(Math.log10(highest));
  const top = tops.map((step) => Math.round(step * decade)).find((step) => step >= highest && step % 2 === 0);
  return top ?? 10 * decade;
}

/** The values written beside an axis with that top. */
export function axisValues(top: number): number[] {
  return [0, top / 2, top];
}

/**
 * Which of `count` evenly spaced weeks are written below a chart: every one where there is room, else every second,
 * third and so on, from the first.
 *
 * @param room px from the first to the last week
 * @param label px that one label needs, with its distance to the next
 */
export function labelledWeeks(count: number, room: number, label: number): number[] {
  const step = Math.max(1, Math.ceil((count - 1) / Math.max(1, Math.floor(room / label))));
  return Array.from({ length: count }, (_, index) => index).filter((index) => index % step === 0);
}
