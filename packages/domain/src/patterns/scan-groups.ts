import { axisIds, type AxisId } from '../axes.ts';
import type { ToldScan } from './block-permutation.ts';
import { itemAt } from '../item-at.ts';
import { dayOf, startOfDay, weekdayOf, type LocalDay } from '../local-day.ts';
import type { TimedScan } from '../statistics/scan-series.ts';
import { answerOf } from '../scan/scoring.ts';
import { tagKey } from '../scan/tags.ts';
import type { Exactness } from '../scan/time.ts';
import { partOfDay, type PartOfDay } from '../today.ts';

/** A scan with the tags it carries, and what of it was not given. */
export interface PatternScan extends TimedScan, ToldScan {
  readonly tags: readonly string[];
  /** Indices of the axes whose answers were taken over from the scan before. */
  readonly kept: readonly number[];
  /** How exact `at` is. */
  readonly moment: Exactness;
}

/** What separates one group of scans from the rest (SPEC.md PATTERN-2). */
export type Grouping =
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'hour'; readonly part: PartOfDay }
  | { readonly kind: 'weekdayHour'; readonly weekday: number; readonly part: PartOfDay }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'recent'; readonly since: LocalDay }
  | { readonly kind: 'since'; readonly day: LocalDay }
  | { readonly kind: 'together'; readonly axis: AxisId };

/** Scans of a comparison: those of the group, and the others it is compared with. Indices in time order. */
export interface Groups {
  readonly grouping: Grouping;
  readonly inside: readonly number[];
  /** The comparison begins with this scan: a tag is compared from its first use on. */
  readonly from: number;
  /** Scans on neither side: what they are grouped by was not given. */
  readonly without: readonly number[];
  readonly axes: readonly AxisId[];
}

/** Days that "the last two weeks" have. */
const recentDays = 14;

const partsOfDay: readonly PartOfDay[] = ['morning', 'afternoon', 'evening', 'night'];
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Indices of the scans that a test holds for. */
function indicesOf<Scan>(scans: readonly Scan[], holds: (scan: Scan) => boolean): number[] {
  const indices: number[] = [];
  scans.forEach((scan, index) => {
    if (holds(scan)) indices.push(index);
  });
  return indices;
}

function* timeGroups(scans: readonly PatternScan[]): Generator<undefined, Groups[]> {
  const days = scans.map(({ at }) => weekdayOf(dayOf(at)));
  yield;
  const times = scans.map(({ at, moment }, index) => ({
    weekday: itemAt(days, index),
    part: moment === 'exact' ? partOfDay(new Date(at).getHours()) : null,
  }));
  yield;
  const hourless = indicesOf(times, ({ part }) => part === null);
  const group = (grouping: Grouping, holds: (time: (typeof times)[number]) => boolean): Groups => ({
    grouping,
    inside: indicesOf(times, holds),
    from: 0,
    without: grouping.kind === 'weekday' ? [] : hourless,
    axes: axisIds,
  });
  const groups = [
    ...weekdays.map((weekday) => group({ kind: 'weekday', weekday }, (time) => time.weekday === weekday)),
    ...partsOfDay.map((part) => group({ kind: 'hour', part }, (time) => time.part === part)),
  ];
  for (const weekday of weekdays) {
    yield;
    for (const part of partsOfDay)
      groups.push(
        group({ kind: 'weekdayHour', weekday, part }, (time) => time.weekday === weekday && time.part === part),
      );
  }
  return groups;
}

function tagGroups(scans: readonly PatternScan[]): Groups[] {
  const carriers = new Map<string, { tag: string; inside: number[] }>();
  for (const [index, { tags }] of scans.entries())
    for (const tag of tags) {
      const known = carriers.get(tagKey(tag));
      if (known) {
        known.inside.push(index);
        known.tag = tag;
      } else carriers.set(tagKey(tag), { tag, inside: [index] });
    }
  return [...carriers.values()].map(({ tag, inside }) => ({
    grouping: { kind: 'tag', tag },
    inside,
    from: itemAt(inside, 0),
    without: [],
    axes: axisIds,
  }));
}

/** For each axis the scans above its own mean, compared on the axes after it: each two axes once. */
function axisGroups(scans: readonly PatternScan[]): Groups[] {
  return axisIds.slice(0, -1).map((axis, index) => {
    const mean = scans.reduce((sum, { answers }) => sum + answerOf(answers, axis), 0) / scans.length;
    return {
      grouping: { kind: 'together', axis },
      inside: indicesOf(scans, ({ answers }) => answerOf(answers, axis) > mean),
      from: 0,
      without: [],
      axes: axisIds.slice(index + 1),
    };
  });
}

/**
 * Everything that scans are compared by (SPEC.md PATTERN-2), also where there are too few for it. A generator that pauses
 * every few milliseconds, also with thousands of scans.
 * @param scans in time order, at least one
 * @param today for "the last two weeks"
 * @param chosen days with which a person has begun a "since then"
 */
export function* groupSteps(
  scans: readonly PatternScan[],
  today: LocalDay,
  chosen: readonly LocalDay[],
): Generator<undefined, readonly Groups[]> {
  const sinceDay = (grouping: Grouping, day: LocalDay): Groups => {
    const start = startOfDay(day);
    return { grouping, inside: indicesOf(scans, ({ at }) => at >= start), from: 0, without: [], axes: axisIds };
  };
  const since = today - recentDays + 1;
  const times = yield* timeGroups(scans);
  yield;
  const tags = tagGroups(scans);
  yield;
  return [
    ...times,
    ...tags,
    sinceDay({ kind: 'recent', since }, since),
    ...chosen.map((day) => sinceDay({ kind: 'since', day }, day)),
    // Of two axes both answers must be given.
    ...(scans.some(({ kept }) => kept.length > 0) ? [] : axisGroups(scans)),
  ];
}
