import { startOfDay } from '../local-day.ts';
import type { Period } from './period.ts';
import type { Answers } from '../scan/scoring.ts';

export interface TimedScan {
  readonly id: string;
  /** Moment it was made, milliseconds since 1970. */
  readonly at: number;
  readonly answers: Answers;
}

/** The scans from the earliest to the latest; scans of the same time by their id (SPEC.md SERIES-1). */
export function inTimeOrder<Scan extends TimedScan>(scans: readonly Scan[]): Scan[] {
  return [...scans].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/**
 * The scans of a period, both end days included (SPEC.md PERIOD-1).
 * @param scans in order of time, as in all functions of this file
 */
export function scansIn<Scan extends TimedScan>(scans: readonly Scan[], { from, to }: Period): readonly Scan[] {
  return scans.slice(firstFrom(scans, startOfDay(from)), firstFrom(scans, startOfDay(to + 1)));
}

/** Index of the scan nearest to a time, of two equally near ones the earlier; -1 without scans (SPEC.md SERIES-2). */
export function nearestScan(scans: readonly TimedScan[], at: number): number {
  const next = firstFrom(scans, at);
  const before = scans[next - 1];
  const after = scans[next];
  if (!before) return after ? next : -1;
  if (after && after.at - at < at - before.at) return next;
  return firstFrom(scans, before.at);
}

/** The scans before and after one in time order; undefined at the ends, and for an id that is not among them (SPEC.md SERIES-3). */
export function neighboursOf<Scan extends TimedScan>(
  scans: readonly Scan[],
  id: string,
): { readonly before: Scan | undefined; readonly after: Scan | undefined } {
  const at = scans.findIndex((scan) => scan.id === id);
  return at < 0 ? { before: undefined, after: undefined } : { before: scans[at - 1], after: scans[at + 1] };
}

/** Index of the first scan at or after a time; the number of scans when there is none. */
function firstFrom(scans: readonly TimedScan[], at: number): number {
  let low = 0;
  let high = scans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((scans[middle]?.at ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
