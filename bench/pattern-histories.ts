import { axisCount, axisIds, type AxisId } from '@nuances/domain/axes';
import { itemAt } from '@nuances/domain/item-at';
import { dayOf, startOfDay, weekdayOf } from '@nuances/domain/local-day';
import type { PatternScan } from '@nuances/domain/scan-groups';
import { answerMax, answerMin } from '@nuances/domain/scoring';
import { seededRandom, type Random } from '@nuances/domain/seeded-random';

const hourMs = 3_600_000;
/** A Thursday. */
const firstDay = 20_000;

/** Kind of the pattern that is planted on the axis `plantedAxis`. */
export type Planted = 'tag' | 'hour' | 'weekday' | 'since' | 'together';
export const plantedAxis: AxisId = 'yellow';

/** How a made-up person answers. */
export interface HistoryKind {
  readonly scans: number;
  /** Standard deviation of the answers around the person's level, points. */
  readonly scatter: number;
  /** Share of a mood that remains after a day; 0 makes answers independent. */
  readonly persistence: number;
  /** Whether words are used on several consecutive days, instead of on single scans. */
  readonly inRuns: boolean;
  /** The planted pattern adds one point on its axis; null for none. */
  readonly planted: Planted | null;
}

function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Times of scans: five days out of seven, sometimes two on one day, in the morning or the evening. */
function timesOf(count: number, random: Random): number[] {
  const times: number[] = [];
  for (let day = firstDay; times.length < count; day += 1) {
    if (random() > 5 / 7) continue;
    const morning = startOfDay(day) + (7 + 3 * random()) * hourMs;
    const evening = startOfDay(day) + (18 + 4 * random()) * hourMs;
    const chosen = random();
    if (chosen < 0.2) times.push(morning, evening);
    else times.push(chosen < 0.5 ? morning : evening);
  }
  return times.slice(0, count);
}

/** Which scans have a word, for a given share of them. */
function carriersOf(count: number, share: number, inRuns: boolean, random: Random): boolean[] {
  let carries = random() < share;
  return Array.from({ length: count }, () => {
    if (!inRuns || random() < 0.15) carries = random() < share;
    return carries;
  });
}

function isPlanted(kind: Planted | null, at: number, index: number, count: number, tagged: boolean): boolean {
  if (kind === 'tag') return tagged;
  if (kind === 'hour') return new Date(at).getHours() < 12;
  if (kind === 'weekday') return weekdayOf(dayOf(at)) === 1;
  return kind === 'since' && index >= count / 2;
}

/**
 * The scans of a made-up person, with four words; a pattern may be planted for the first. The same seed makes the same
 * scans.
 */
export function historyOf(kind: HistoryKind, seed: number): PatternScan[] {
  const random = seededRandom(seed);
  const times = timesOf(kind.scans, random);
  const levels = axisIds.map(() => 4 + 3 * random());
  const moods = axisIds.map(() => gaussian(random));
  const words = [0.4, 0.5 * random(), 0.5 * random(), 0.5 * random()].map((share) =>
    carriersOf(kind.scans, share, kind.inRuns, random),
  );
  let before = dayOf(itemAt(times, 0));
  return times.map((at, index) => {
    // A second scan of a day comes half a day later.
    const left = kind.persistence ** Math.max(0.5, dayOf(at) - before);
    before = dayOf(at);
    const tags = words.flatMap((carriers, word) => (carriers[index] ? [`word ${word}`] : []));
    const planted = isPlanted(kind.planted, at, index, kind.scans, tags.includes('word 0'));
    const answers: number[] = [];
    for (let axis = 0; axis < axisCount; axis += 1) {
      const mood = left * itemAt(moods, axis) + Math.sqrt(1 - left * left) * gaussian(random);
      moods[axis] = mood;
      const own = kind.persistence === 0 ? mood : Math.sqrt(0.7) * mood + Math.sqrt(0.3) * gaussian(random);
      let value = itemAt(levels, axis) + kind.scatter * own;
      if (axisIds[axis] === plantedAxis) {
        if (planted) value += 1;
        // Adds one point when the answer of the previous axis is above its level.
        if (kind.planted === 'together') value += itemAt(answers, axis - 1) > itemAt(levels, axis - 1) ? 1 : 0;
      }
      answers.push(Math.min(answerMax, Math.max(answerMin, Math.round(value))));
    }
    return { id: `scan-${String(index).padStart(6, '0')}`, at, answers, tags };
  });
}
