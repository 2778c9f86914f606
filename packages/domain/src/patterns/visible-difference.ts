import { itemAt } from '../item-at.ts';
import type { Differences } from './pattern-test.ts';
import { answerMax, answerMin } from '../scan/scoring.ts';

/** What a person's scans are too few for (SPEC.md PATTERN-5). */
export interface VisibleDifference {
  /** Smallest difference that is found in four of five people like this one, points. */
  readonly points: number;
  /** Scans from which a difference of one point is found so; null when twelve months of them would not be enough. */
  readonly scans: number | null;
}

/** Deviations beyond the critical ones at which four of five people are shown a difference. */
const fourOfFive = 0.84;
/** The stated size, points. */
const stated = 1;
/** Reciprocal shares of a third and of the rest, together. */
const thirdAndRest = 4.5;

function median(values: readonly number[]): number {
  return itemAt(
    [...values].sort((a, b) => a - b),
    Math.floor(values.length / 2),
  );
}

/**
 * From which size on a difference between a third of the scans and the rest is visible; null when one point is
 * (SPEC.md PATTERN-5).
 * @param count scans that were compared
 * @param yearly scans that twelve months hold at the person's pace
 */
export function visibleDifference(
  { differences, critical }: Differences,
  count: number,
  yearly: number,
): VisibleDifference | null {
  const scatters = differences.flatMap(({ groups: { grouping, inside, from, without }, deviation }) =>
    grouping.kind === 'since' || deviation === 0 || !Number.isFinite(deviation)
      ? []
      : [deviation / Math.sqrt(1 / inside.length + 1 / (count - from - inside.length - without.length))],
  );
  if (scatters.length === 0) return null;
  const needed = thirdAndRest * ((critical + fourOfFive) * median(scatters)) ** 2;
  const points = Math.min(answerMax - answerMin, Math.ceil(Math.sqrt(needed / count) * 10) / 10);
  const scans = Math.ceil(needed / stated ** 2 / 10) * 10;
  return points <= stated ? null : { points, scans: scans <= yearly ? scans : null };
}
