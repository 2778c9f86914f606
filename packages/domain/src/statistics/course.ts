/** What one axis did in a period: the numbers of its sentence. */
export interface Course {
  readonly first: number;
  readonly last: number;
  readonly lowest: number;
  readonly highest: number;
  /** Index of the first value that is the lowest, and of the first that is the highest. */
  readonly lowestIndex: number;
  readonly highestIndex: number;
}

/**
 * First, last, lowest and highest of values in time order (SPEC.md COURSE-1).
 * @throws RangeError without a value
 */
export function courseOf(values: readonly number[]): Course {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('no values');
  const lowest = values.reduce((least, value) => Math.min(least, value));
  const highest = values.reduce((most, value) => Math.max(most, value));
  const [lowestIndex, highestIndex] = [values.indexOf(lowest), values.indexOf(highest)];
  return { first, last, lowest, highest, lowestIndex, highestIndex };
}

export type Steadiness = 'stable' | 'varied' | 'very';

/** Fewer answers say nothing about steadiness. */
const steadinessFrom = 4;
/** Standard deviations from which answers are varied, and very varied. */
const variedFrom = 0.8;
const veryVariedFrom = 1.4;

/** How steady the answers of an axis are, by their standard deviation; null below four (SPEC.md COURSE-2). */
export function steadinessOf(answers: readonly number[]): Steadiness | null {
  const count = answers.length;
  if (count < steadinessFrom) return null;
  const sum = answers.reduce((all, answer) => all + answer, 0);
  const squares = answers.reduce((all, answer) => all + answer ** 2, 0);
  // Whole numbers until the root, so that a deviation at a limit is exact.
  const deviation = Math.sqrt(count * squares - sum ** 2) / count;
  if (deviation < variedFrom) return 'stable';
  return deviation < veryVariedFrom ? 'varied' : 'very';
}

export const lineLayouts = ['together', 'separate'] as const;
export type LinesLayout = (typeof lineLayouts)[number];

/** With less width for each scan, seven lines in one chart are not legible, px. */
const togetherFromPx = 24;

/** Layout of the lines until the person chooses one (SPEC.md LINES-1). */
export function linesLayoutFor(widthPx: number, scans: number): LinesLayout {
  return widthPx / scans < togetherFromPx ? 'separate' : 'together';
}
