import { dayMeans, laneIds, leanOf, type ScanDay } from '@nuances/domain/calendar';
import { itemAt } from '@nuances/domain/item-at';
import type { Period } from '@nuances/domain/statistics/period';

/** Number of tones of a lane, from its line colour near the middle of the scale to its strong colour at the ends. */
export const toneCount = 5;
/** From this distance from the middle on, in answers, a mean has the strong colour. */
const strongFrom = 3.5;
/** Distance from the middle to a pole, in answers. */
const reach = 4.5;
/** Minimum length of a bar, px, so that a day with a mean at the middle is visible. */
const shortest = 2;
/** Width of a bar as a share of a day, at most, and of all days: in a first year of few days it is about 6 px. */
const breadthMax = 0.85;
const breadthOfAll = 0.0062;

/** Direction of the time axis: to the right in a wide window, down from the newest day on a phone. */
export type TimeAxis = 'right' | 'down';

/**
 * The bars of a year as SVG paths: one path for each tone of each lane, in the order of `laneIds`, for any number of
 * days. Units: a day along the time axis, a pixel across it; 0 is the middle of the lane.
 * @param half length of the bar of the highest answer, px
 */
export function lanePaths(
  days: readonly ScanDay[],
  { from, to }: Period,
  axis: TimeAxis,
  half: number,
): readonly (readonly string[])[] {
  const breadth = Math.min(breadthMax, breadthOfAll * (to - from + 1));
  const lanes = laneIds.map(() => Array.from({ length: toneCount }, () => ''));
  for (const one of days) {
    if (one.day < from || one.day > to) continue;
    const along = (axis === 'right' ? one.day - from : to - one.day) + (1 - breadth) / 2;
    for (const [index, value] of dayMeans(one).entries()) {
      const lean = leanOf(value);
      const tones = itemAt(lanes, index);
      const tone = toneOf(lean);
      tones[tone] = `${itemAt(tones, tone)}${bar(along, breadth, lean * half, axis)}`;
    }
  }
  return lanes;
}

function toneOf(lean: number): number {
  const share = Math.min(1, (Math.abs(lean) * reach) / strongFrom);
  return Math.min(toneCount - 1, Math.floor(share * toneCount));
}

/**
 * @param breadth days
 * @param length px; positive towards the right pole
 */
function bar(along: number, breadth: number, length: number, axis: TimeAxis): string {
  const size = Math.max(shortest, Math.abs(length));
  // The right pole is at the top in a wide window, at the right on a phone. A bar of length 0 is centred on the middle.
  const sign = Math.sign(length) * (axis === 'right' ? -1 : 1);
  const start = sign === 0 ? -size / 2 : 0;
  const wide = write(breadth);
  const across = write(sign < 0 ? -size : size);
  return axis === 'right'
    ? `M${write(along)} ${write(start)}h${wide}v${across}h-${wide}z`
    : `M${write(start)} ${write(along)}v${wide}h${across}v-${wide}z`;
}

function write(value: number): string {
  return String(Math.round(value * 100) / 100);
}
