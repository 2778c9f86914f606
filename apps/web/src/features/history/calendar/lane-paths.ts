import { dayMeans, laneIds, leanOf, type ScanDay } from '@nuances/domain/calendar';
import type { Period } from '@nuances/domain/period';

/** Tones of a lane, from its line colour near the middle to its strong colour at the ends. */
export const toneCount = 5;
/** A mean so far from the middle, in answers, has the strong colour. */
const strongFrom = 3.5;
/** Answers from the middle to a pole. */
const reach = 4.5;
/** Shortest bar, px: a day in the middle is seen too. */
const shortest = 2;
/** Breadth of a bar as a share of a day. */
const breadth = 0.85;

/** Which way time runs: to the right on a desk, down from the newest day on a phone. */
export type TimeAxis = 'right' | 'down';

/**
 * The bars of a year, as paths: one for each tone of each lane, in the order of `laneIds`, however many days there are. Along
 * the time axis a unit is a day, across it a pixel, and 0 is the middle of the lane.
 * @param half length of a full answer, px
 */
export function lanePaths(
  days: readonly ScanDay[],
  { from, to }: Period,
  axis: TimeAxis,
  half: number,
): readonly (readonly string[])[] {
  const lanes = laneIds.map(() => Array.from({ length: toneCount }, () => ''));
  for (const one of days) {
    if (one.day < from || one.day > to) continue;
    const along = (axis === 'right' ? one.day - from : to - one.day) + (1 - breadth) / 2;
    for (const [index, value] of dayMeans(one).entries()) {
      const lean = leanOf(value);
      const tones = lanes[index];
      const tone = toneOf(lean);
      if (tones) tones[tone] = `${tones[tone] ?? ''}${bar(along, lean * half, axis)}`;
    }
  }
  return lanes;
}

function toneOf(lean: number): number {
  const share = Math.min(1, (Math.abs(lean) * reach) / strongFrom);
  return Math.min(toneCount - 1, Math.floor(share * toneCount));
}

/** @param length above 0 towards the right pole, px */
function bar(along: number, length: number, axis: TimeAxis): string {
  const size = Math.max(shortest, Math.abs(length));
  // The right pole is above on a desk, to the right on a phone; without a side it lies over the middle.
  const sign = Math.sign(length) * (axis === 'right' ? -1 : 1);
  const start = sign === 0 ? -size / 2 : 0;
  const across = write(sign < 0 ? -size : size);
  return axis === 'right'
    ? `M${write(along)} ${write(start)}h${breadth}v${across}h-${breadth}z`
    : `M${write(start)} ${write(along)}v${breadth}h${across}v-${breadth}z`;
}

function write(value: number): string {
  return String(Math.round(value * 100) / 100);
}
