/** Candidates for the top of an axis, for one decade and the start of the next; their parts are round, too. */
const tops = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10, 12, 16, 20];

/** Number of parts between the grid lines. */
export type AxisParts = 2 | 4;

/**
 * Top of a value axis that starts at 0: the smallest round number that is not below any value and that divides into
 * `parts` whole numbers.
 */
export function axisTop(values: readonly (number | null)[], parts: AxisParts): number {
  const highest = values.reduce<number>((most, value) => (value === null ? most : Math.max(most, value)), 0);
  if (highest <= parts) return parts;
  const decade = 10 ** Math.floor(Math.log10(highest));
  const top = tops.map((step) => Math.round(step * decade)).find((step) => step >= highest && step % parts === 0);
  return top ?? 20 * decade;
}

/** The labels of an axis with that top. */
export function axisValues(top: number, parts: AxisParts): number[] {
  return Array.from({ length: parts + 1 }, (_, index) => (top * index) / parts);
}

/** Possible steps between month labels; each includes January. */
const monthSteps = [1, 2, 3, 6, 12];

/**
 * Indices of the rows that have a month label: the first row of every month or, with less space, of every second, third
 * and so on.
 * @param days first days of the rows, `YYYY-MM-DD`, oldest first
 * @param room px from the first to the last row
 * @param label px that one label needs, with its distance to the next
 */
export function namedMonths(days: readonly string[], room: number, label: number): number[] {
  const firsts = days.flatMap((day, index) =>
    index > 0 && day.slice(0, 7) !== days[index - 1]?.slice(0, 7) ? [index] : [],
  );
  const most = Math.max(1, Math.floor(room / label));
  const ofStep = (step: number) => firsts.filter((index) => (Number(days[index]?.slice(5, 7)) - 1) % step === 0);
  const step = monthSteps.find((one) => ofStep(one).length <= most);
  return step === undefined
    ? ofStep(12).filter((_, index, all) => index % Math.ceil(all.length / most) === 0)
    : ofStep(step);
}

/**
 * Indices of the weeks that have a label, of `count` evenly spaced ones: every week or, with less space, every second,
 * third and so on, from the first.
 * @param room px from the first to the last week
 * @param label px that one label needs, with its distance to the next
 */
export function labelledWeeks(count: number, room: number, label: number): number[] {
  const step = Math.max(1, Math.ceil((count - 1) / Math.max(1, Math.floor(room / label))));
  return Array.from({ length: count }, (_, index) => index).filter((index) => index % step === 0);
}
