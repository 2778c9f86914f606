/** Scans that are given as "as last time, except …". */
import { dayOf } from '../local-day.ts';
import { itemAt } from '../item-at.ts';

// Not among the limits, which are part of every page.
/** Days after the last scan on which one may begin with its answers. */
const daysAgain = 7;
/** So often kept, an answer is said to be unchanged. */
const keptTimes = 3;

/** A scan, as far as kept answers are concerned. */
interface KeptFrom {
  /** ISO time. */
  readonly createdAt: string;
  readonly answers: readonly number[];
  /** Indices of the kept answers. */
  readonly kept: readonly number[];
}

/**
 * Whether a scan may begin with the answers of the last one (SPEC.md SCAN-6).
 * @param lastAt time of the last scan, milliseconds
 */
export function isRecentEnough(lastAt: number, now: number): boolean {
  const days = dayOf(now) - dayOf(lastAt);
  return days >= 0 && days <= daysAgain;
}

/**
 * The scan that a kept answer comes from (SPEC.md SCAN-7); undefined when it is no longer there.
 * @param scans newest first
 */
export function sourceOfKept<Scan extends KeptFrom>(
  scans: readonly Scan[],
  { createdAt, answers }: KeptFrom,
  index: number,
): Scan | undefined {
  return scans.find((one) => one.createdAt < createdAt && one.answers[index] === answers[index]);
}

/**
 * The scan in which an answer was given that has been kept three times running since (SPEC.md SCAN-7); undefined for any
 * other.
 * @param scans newest first
 */
export function unchangedSince<Scan extends KeptFrom>(scans: readonly Scan[], index: number): Scan | undefined {
  const given = scans.findIndex(({ kept }) => !kept.includes(index));
  return given < keptTimes ? undefined : itemAt(scans, given);
}
