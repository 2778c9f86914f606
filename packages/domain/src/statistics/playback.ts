import { itemAt } from '../item-at.ts';
import { dayOf, mondayOf } from '../local-day.ts';
import type { TimedScan } from './scan-series.ts';
import { timings } from '../timings.ts';

/** Speeds of the player, the usual one first. */
export const playSpeeds = ['one', 'four', 'week'] as const;
export type PlaySpeed = (typeof playSpeeds)[number];

/** How long each step is shown, milliseconds. */
export const playStepMs: Readonly<Record<PlaySpeed, number>> = {
  one: timings.statsPlayMs,
  four: timings.statsPlayFastMs,
  week: timings.statsPlayMs,
};

/**
 * Index of the scan that the player shows after one: the next one, or by week the last one of the next calendar week
 * with scans (SPEC.md PLAY-1).
 * @param scans in time order
 * @param index -1 to begin
 * @returns null after the last
 */
export function nextPlayed(scans: readonly TimedScan[], index: number, speed: PlaySpeed): number | null {
  const next = index + 1;
  if (next >= scans.length) return null;
  if (speed !== 'week') return next;
  const week = (at: number) => mondayOf(dayOf(itemAt(scans, at).at));
  // From the middle of a week, its own last scan comes first.
  const after = week(next);
  let last = next;
  while (last + 1 < scans.length && week(last + 1) === after) last += 1;
  return last;
}
