import { axisCount, axisIds, type AxisId } from '@nuances/domain/axes';
import { dayOf, startOfDay, weekdayOf } from '@nuances/domain/local-day';
import type { PatternScan } from '@nuances/domain/scan-groups';
import { answerMax, answerMin } from '@nuances/domain/scoring';
import { seededRandom, type Random } from '@nuances/domain/seeded-random';

const hourMs = 3_600_000;
/** A Thursday. */
const firstDay = 20_000;

/** What is put into a history, on the axis `plantedAxis`. */
export type Planted = 'tag' | 'hour' | 'weekday' | 'since' | 'together';
export const plantedAxis: AxisId = 'yellow';

/** How a made-up person answers. */
export interface HistoryKind {
  readonly scans: number;
  /** How far answers scatter around the person's level, one standard deviation, points. */
  readonly scatter: number;
  /** How much of a mood is left after a day: 0 for answers that have nothing to do with each other. */
  readonly persistence: number;
  /** Words come in stretches of days, and not one by one. */
  readonly stretches: boolean;
  /** One point more on the planted axis; null where there is nothing to be found. */
  readonly planted: Planted | null;
}

function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Times of scans: five days out of seven, at times two on one day, morning or evening. */
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

/** Which scans carry a word, for a share of them. */
function carriersOf(count: number, share: number, stretches: boolean, random: Random): boolean[] {
  let carries = random() < share;
  return Array.from({ length: count }, () => {
    if (!stretches || random() < 0.15) carries = random() < share;
    return carries;
  });
}

function isPlanted(kind: Planted | null, at: number, index: number, count: number, tagged: boolean): boolean {
  if (kind === 'tag') return tagged;
  if (kind === 'hour') return new Date(at).getHours() < 12;
  if (kind === 'weekday') return weekdayOf(dayOf(at)) === 1;
  return kind === 'since' && index >= count / 2;
}

/** The scans of a made-up person. Four words, of which the first may be planted; the same seed makes the same scans. */
export function historyOf(kind: HistoryKind, seed: number): PatternScan[] {
  const random = seededRandom(seed);
  const times = timesOf(kind.scans, random);
  const levels = axisIds.map(() => 4 + 3 * random());
  const moods = axisIds.map(() => gaussian(random));
  const words = [0.4, 0.5 * random(), 0.5 * random(), 0.5 * random()].map((share) =>
    carriersOf(kind.scans, share, kind.stretches, random),
  );
  let before = dayOf(times[0] ?? 0);
  return times.map((at, index) => {
    // A second scan of a day comes half a day later.
    const left = kind.persistence ** Math.max(0.5, dayOf(at) - before);
    before = dayOf(at);
    const tags = words.flatMap((carriers, word) => (carriers[index] ? [`word ${word}`] : []));
    const planted = isPlanted(kind.planted, at, index, kind.scans, tags.includes('word 0'));
    const answers: number[] = [];
    for (let axis = 0; axis < axisCount; axis += 1) {
      const mood = left * (moods[axis] ?? 0) + Math.sqrt(1 - left * left) * gaussian(random);
      moods[axis] = mood;
      const own = kind.persistence === 0 ? mood : Math.sqrt(0.7) * mood + Math.sqrt(0.3) * gaussian(random);
      let value = (levels[axis] ?? 0) + kind.scatter * own;
      if (axisIds[axis] === plantedAxis) {
        if (planted) value += 1;
        // One point lies between the halves of the axis before it.
        if (kind.planted === 'together') value += (answers[axis - 1] ?? 0) > (levels[axis - 1] ?? 0) ? 1 : 0;
      }
      answers.push(Math.min(answerMax, Math.max(answerMin, Math.round(value))));
    }
    return { id: `scan-${String(index).padStart(6, '0')}`, at, answers, tags };
  });
}
