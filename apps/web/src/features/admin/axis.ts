/** Round tops whose parts are round too, in one decade and at the start of the next. */
const tops = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10, 12, 16, 20];

/** Into how many parts the lines of a grid divide an axis. */
export type AxisParts = 2 | 4;

/**
 * Top of a value axis that starts at 0: the smallest round number that nothing exceeds and whose parts can be written
 * beside the axis as well, in whole numbers.
 */
export function axisTop(values: readonly (number | null)[], parts: AxisParts): number {
  const highest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  if (highest <= parts) return parts;
  const decade = 10 ** Math.floor(Math.log10(highest));
  const top = tops.map((step) => Math.round(step * decade)).find((step) => step >= highest && step % parts === 0);
  return top ?? 20 * decade;
}

/** The values written beside an axis with that top. */
export function axisValues(top: number, parts: AxisParts): number[] {
  return Array.from({ length: parts + 1 }, (_, index) => (top * index) / parts);
}

/** Steps between the months that are named below a chart; January is always among them. */
const monthSteps = [1, 2, 3, 6, 12];

/**
 * Which rows name their month below a chart: the first of every month, or of every second, third and so on where there is
 * no room.
 *
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
