import { startOfDay, weekdayOf } from '@nuances/domain/local-day';
import type { Random } from '@nuances/domain/seeded-random';

const hourMs = 3_600_000;
/** A Thursday. */
const firstDay = 20_000;

/** When a scan was made. */
export interface Moment {
  readonly at: number;
  /** The moment whose mood it tells. */
  readonly felt: number;
}

/** Words on single scans, on several consecutive ones, or on certain weekdays. */
export type Words = 'single' | 'bunches' | 'bound';

/** When a made-up person scans, and how the answers depend on each other; none has a pattern. */
export interface Life {
  /** So many moments, in time order. */
  readonly momentsOf: (count: number, random: Random) => Moment[];
  /** Share of a mood that remains after a day; 0 makes answers independent, 1 a random walk. */
  readonly persistence: number;
  /** Each axis has its level in the three points from here on. */
  readonly levelFrom: number;
  readonly words: Words;
  /** Share of the answers that repeat those of the scan before, given anew. */
  readonly repeated: number;
  /** When only what has moved by so many points is given, "as last time, except ..."; the rest is marked as kept. */
  readonly quick: { readonly when: 'evening' | 'always'; readonly movedFrom: number } | null;
}

/** The hours of a day's scans; none for a day without a scan. */
type HoursOf = (day: number, random: Random) => readonly number[];

function byDay(hoursFor: (random: Random) => HoursOf): Life['momentsOf'] {
  return (count, random) => {
    const hoursOf = hoursFor(random);
    const moments: Moment[] = [];
    for (let day = firstDay; moments.length < count; day += 1)
      for (const hour of [...hoursOf(day, random)].sort((a, b) => a - b)) {
        const at = startOfDay(day) + hour * hourMs;
        moments.push({ at, felt: at });
      }
    return moments.slice(0, count);
  };
}

const morning = (random: Random) => 7 + 3 * random();
const evening = (random: Random) => 18 + 4 * random();

/** Five days out of seven, sometimes two scans on one day, in the morning or the evening. */
const ordinaryHours: HoursOf = (_, random) => {
  if (random() > 5 / 7) return [];
  const chosen = random();
  if (chosen < 0.2) return [morning(random), evening(random)];
  return [chosen < 0.5 ? morning(random) : evening(random)];
};

/** Two or three scans on two weekdays of the person's choice, few on the others: as many scans as days. */
const favouredHours = (random: Random): HoursOf => {
  const first = 1 + Math.floor(7 * random());
  const favoured = new Set([first, 1 + ((first + 2) % 7)]);
  return (day) => {
    if (!favoured.has(weekdayOf(day))) return random() < 0.4 ? [8 + 14 * random()] : [];
    return Array.from({ length: random() < 0.5 ? 2 : 3 }, () => 8 + 14 * random());
  };
};

/** Weeks with a scan on most days, then three to eight weeks without any. */
const hoursWithGaps = (): HoursOf => {
  let gapUntil = 0;
  return (day, random) => {
    if (day < gapUntil) return [];
    if (random() < 1 / 20) gapUntil = day + 21 + Math.floor(35 * random());
    return random() < 0.8 ? [random() < 0.5 ? morning(random) : evening(random)] : [];
  };
};

/** In the last hours before or the first hours after midnight, so that a day may have both, or none. */
const hoursPastMidnight: HoursOf = (_, random) => [
  ...(random() < 0.6 ? [22 + 1.9 * random()] : []),
  ...(random() < 0.5 ? [2.5 * random()] : []),
];

/** Bunches of up to ten days, told in one go on the last of them. */
function backDatedMoments(count: number, random: Random): Moment[] {
  const moments: Moment[] = [];
  for (let day = firstDay; moments.length < count;) {
    const days = 1 + Math.floor(10 * random());
    const hour = 8 + 14 * random();
    const felt = startOfDay(day + days - 1) + hour * hourMs;
    for (let each = 0; each < days; each += 1) moments.push({ at: startOfDay(day + each) + hour * hourMs, felt });
    day += days + Math.floor(3 * random());
  }
  return moments.slice(0, count);
}

const plain: Life = {
  momentsOf: byDay(() => ordinaryHours),
  persistence: 0.5,
  levelFrom: 4,
  words: 'bunches',
  repeated: 0,
  quick: null,
};

/** Kinds of lives. */
export const lives = {
  independent: { ...plain, persistence: 0, words: 'single' },
  singleWords: { ...plain, words: 'single' },
  plain,
  lastingMoods: { ...plain, persistence: 0.95 },
  randomWalk: { ...plain, persistence: 1 },
  favouredDays: { ...plain, momentsOf: byDay(favouredHours) },
  severalADay: {
    ...plain,
    momentsOf: byDay(() => (_, random) => [morning(random), 12 + 3 * random(), evening(random)]),
  },
  backDated: { ...plain, momentsOf: backDatedMoments },
  longGaps: { ...plain, momentsOf: byDay(hoursWithGaps) },
  repeatedAnswers: { ...plain, repeated: 0.6 },
  keptAnswers: { ...plain, quick: { when: 'evening', movedFrom: 2 } },
  alwaysQuick: { ...plain, quick: { when: 'always', movedFrom: 2 } },
  alwaysQuickIndependent: { ...plain, persistence: 0, words: 'single', quick: { when: 'always', movedFrom: 2 } },
  alwaysQuickWalk: { ...plain, persistence: 1, quick: { when: 'always', movedFrom: 2 } },
  pastMidnight: { ...plain, momentsOf: byDay(() => hoursPastMidnight) },
  topOfScale: { ...plain, levelFrom: 8 },
  boundWords: { ...plain, words: 'bound' },
} as const satisfies Record<string, Life>;

export type LifeName = keyof typeof lives;
