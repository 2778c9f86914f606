import { axisCount, axisIds, type AxisId } from '@nuances/domain/axes';
import { itemAt } from '@nuances/domain/item-at';
import { dayOf, weekdayOf } from '@nuances/domain/local-day';
import type { PatternScan } from '@nuances/domain/patterns/scan-groups';
import { answerMax, answerMin } from '@nuances/domain/scan/scoring';
import { seededRandom, type Random } from '@nuances/domain/seeded-random';
import { lives, type LifeName, type Moment, type Words } from './pattern-lives.ts';

const dayMs = 86_400_000;
/** Part of what answers scatter by that is the mood; the rest is of the scan alone. */
const moodShare = 0.7;
/** How far a mood that walks at random goes in a day, as a share of the scatter. */
const dailyStep = 0.2;

const isEvening = (at: number) => new Date(at).getHours() >= 17;

/** Kind of the pattern that is planted on the axis `plantedAxis`. */
export type Planted = 'tag' | 'hour' | 'weekday' | 'since' | 'together';
export const plantedAxis: AxisId = 'yellow';

/** How a made-up person answers. */
export interface HistoryKind {
  readonly life: LifeName;
  readonly scans: number;
  /** Standard deviation of the answers around the person's level, points. */
  readonly scatter: number;
  /** The pattern that is planted; null for none. */
  readonly planted: Planted | null;
  /** Points that it adds on its axis. */
  readonly size: number;
}

function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Which scans have a word, for a given share of them. */
function carriersOf(moments: readonly Moment[], share: number, words: Words, random: Random): boolean[] {
  let carries = random() < share;
  const boundDays = new Set([1, 2, 3, 4, 5, 6, 7].filter(() => random() < share));
  return moments.map(({ at }) => {
    if (words === 'bound') return boundDays.has(weekdayOf(dayOf(at))) && random() < 0.9;
    if (words === 'single' || random() < 0.15) carries = random() < share;
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
  const { momentsOf, persistence, levelFrom, words, repeated, quick } = lives[kind.life];
  const moments = momentsOf(kind.scans, random);
  const levels = axisIds.map(() => levelFrom + 3 * random());
  const moods = axisIds.map(() => (persistence === 1 ? 0 : gaussian(random)));
  const carried = [0.4, 0.5 * random(), 0.5 * random(), 0.5 * random()].map((share) =>
    carriersOf(moments, share, words, random),
  );
  let before = itemAt(moments, 0).felt;
  let last: readonly number[] | null = null;
  return moments.map(({ at, felt }, index) => {
    const days = (felt - before) / dayMs;
    before = felt;
    const left = persistence ** days;
    const moved = persistence === 1 ? dailyStep * Math.sqrt(days) : Math.sqrt(1 - left * left);
    const tags = carried.flatMap((carriers, word) => (carriers[index] ? [`word ${word}`] : []));
    const planted = isPlanted(kind.planted, at, index, kind.scans, tags.includes('word 0'));
    const answers: number[] = [];
    const kept: number[] = [];
    for (let axis = 0; axis < axisCount; axis += 1) {
      const mood = left * itemAt(moods, axis) + moved * gaussian(random);
      moods[axis] = mood;
      const own =
        persistence === 0
          ? gaussian(random)
          : Math.sqrt(moodShare) * mood + Math.sqrt(1 - moodShare) * gaussian(random);
      let value = itemAt(levels, axis) + kind.scatter * own;
      if (axisIds[axis] === plantedAxis) {
        if (planted) value += kind.size;
        // Depends on whether the answer of the previous axis is above its level.
        if (kind.planted === 'together') value += itemAt(answers, axis - 1) > itemAt(levels, axis - 1) ? kind.size : 0;
      }
      const answered = Math.min(answerMax, Math.max(answerMin, Math.round(value)));
      const earlier = last ? itemAt(last, axis) : null;
      const isKept =
        earlier !== null &&
        quick !== null &&
        (quick.when === 'always' || isEvening(at)) &&
        Math.abs(answered - earlier) < quick.movedFrom;
      if (isKept) kept.push(axis);
      answers.push(earlier !== null && (isKept || random() < repeated) ? earlier : answered);
    }
    last = answers;
    return { id: `scan-${String(index).padStart(6, '0')}`, at, receivedAt: felt, answers, tags, kept, moment: 'exact' };
  });
}
