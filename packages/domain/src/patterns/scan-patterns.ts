import { axisIds, type AxisId } from '../axes.ts';
import { itemAt } from '../item-at.ts';
import { dayOf, type LocalDay } from '../local-day.ts';
import { fullestSeries, givenOn, patternScans, seriesOf, type PatternSeries } from './pattern-series.ts';
import { differencesOf, hasBlocks, resemblanceOf, type Difference, type PatternTest } from './pattern-test.ts';
import { wholePeriod, type Period } from '../statistics/period.ts';
import { groupSteps, type Grouping, type Groups, type PatternScan } from './scan-groups.ts';
import type { TimedScan } from '../statistics/scan-series.ts';
import { answerOf } from '../scan/scoring.ts';
import { meanOf, usualRange, type AnswerRange } from '../statistics/usual-range.ts';
import { visibleDifference, type VisibleDifference } from './visible-difference.ts';

/** What patterns need, and how many are shown (SPEC.md PATTERN-1, PATTERN-3, PATTERN-4). */
export const patternLimits = {
  scans: 20,
  days: 14,
  /** On each side of a comparison. */
  side: 8,
  /** On each side of a chosen day: with fewer, a step cannot be distinguished from a slow drift. */
  sinceSide: 25,
  /** Smallest difference, points of the scale, as it is shown with one decimal. */
  difference: 0.8,
  shown: 6,
  /** Of those, axes that move together. */
  together: 2,
} as const;

/** How patterns are tested on the device. */
export const patternTest = { orders: 999, level: 0.03, seed: 7 } as const satisfies PatternTest;

const daysOfYear = 365;

/** Part of the level for axes by themselves: a given answer mostly lies on the other side of the one before, which blocks break. */
const byAxisShare = 1 / 3;

/** Two groups that share more than this, as a correlation, say the same thing (SPEC.md PATTERN-4). */
const sameFrom = 0.5;

/** One side of a comparison. */
export interface GroupFigures {
  readonly count: number;
  readonly mean: number;
  readonly usual: AnswerRange;
}

/** Something that goes together in a person's scans. */
export interface Pattern {
  readonly grouping: Grouping;
  readonly axis: AxisId;
  readonly inside: GroupFigures;
  readonly outside: GroupFigures;
  /** Mean inside less mean outside, points. */
  readonly delta: number;
  /** Where the difference most likely lies, corrected for everything that was compared; both on one side of zero. */
  readonly low: number;
  readonly high: number;
  /** Days of the first and the last scan that were compared. */
  readonly period: Period;
}

/** A tag that is not yet on enough scans. */
export interface RareTag {
  readonly tag: string;
  readonly count: number;
}

/** What can be said of a person's scans. */
export interface PatternReport {
  /** Scans that were looked at; by axis, those of the axis that was given most. */
  readonly count: number;
  /** Whether each axis was looked at by itself, because answers were kept (SPEC.md PATTERN-1). */
  readonly byAxis: boolean;
  /** How many more scans, and from how many days, are needed; both 0 when there are enough. */
  readonly missing: { readonly scans: number; readonly days: number };
  /** The clearest first. */
  readonly patterns: readonly Pattern[];
  /** Of the chosen day that came last, in data order. */
  readonly since: readonly Pattern[];
  /** The most frequent ones first. */
  readonly rareTags: readonly RareTag[];
  /** What the scans are too few for; null when a difference of one point is found, or nothing was compared. */
  readonly visibleFrom: VisibleDifference | null;
}

export interface PatternQuestion {
  /** In time order. */
  readonly scans: readonly PatternScan[];
  readonly today: LocalDay;
  /** Days whose "before and after" a person has asked for, the latest question last. */
  readonly chosen: readonly LocalDay[];
}

/** The scans of a comparison, by their side. */
interface Sides {
  readonly inside: readonly PatternScan[];
  readonly outside: readonly PatternScan[];
}

/** @param scans in time order */
function sidesOf(scans: readonly PatternScan[], { inside, from, without }: Groups): Sides {
  const others = new Set([...inside, ...without]);
  return {
    inside: inside.map((index) => itemAt(scans, index)),
    outside: scans.filter((_, index) => index >= from && !others.has(index)),
  };
}

/** The sides of a pattern among the scans of `patternScans`, in time order (SPEC.md PATTERN-2). */
export function sidesOfPattern(
  scans: readonly PatternScan[],
  { grouping, axis }: Pick<Pattern, 'grouping' | 'axis'>,
  today: LocalDay,
): Sides | null {
  const given = givenOn(scans, axis);
  const chosen = grouping.kind === 'since' ? [grouping.day] : [];
  const groups = finished(groupSteps(given, today, chosen)).find((one) => samePattern(one.grouping, grouping));
  return groups ? sidesOf(given, groups) : null;
}

function samePattern(one: Grouping, other: Grouping): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isLargeEnough(groups: Groups, count: number): boolean {
  const outside = count - groups.from - groups.inside.length - groups.without.length;
  const least = groups.grouping.kind === 'since' ? patternLimits.sinceSide : patternLimits.side;
  return Math.min(groups.inside.length, outside) >= least;
}

function figuresOf(scans: readonly TimedScan[], axis: AxisId): GroupFigures {
  const values = scans.map(({ answers }) => answerOf(answers, axis));
  const mean = meanOf(values);
  const usual = usualRange(values);
  if (mean === null || usual === null) throw new RangeError('a comparison has scans on both sides');
  return { count: values.length, mean, usual };
}

/** A difference that stands out, with the scans it is among. */
interface Found extends Difference {
  readonly scans: readonly PatternScan[];
  /** Deviations that it must have. */
  readonly critical: number;
}

function patternOf({ scans, groups, axis, delta, deviation, critical }: Found): Pattern {
  const { inside, outside } = sidesOf(scans, groups);
  const first = itemAt(scans, groups.from);
  const last = itemAt(scans, scans.length - 1);
  return {
    grouping: groups.grouping,
    axis,
    inside: figuresOf(inside, axis),
    outside: figuresOf(outside, axis),
    delta,
    low: delta - critical * deviation,
    high: delta + critical * deviation,
    period: wholePeriod(first.at, last.at),
  };
}

/** A recent difference is reported only where the last two weeks leave the usual range (SPEC.md PATTERN-3). */
function isReported(found: Found): boolean {
  const { grouping, inside, outside } = patternOf(found);
  return grouping.kind !== 'recent' || inside.mean < outside.usual.low || inside.mean > outside.usual.high;
}

/** Correlation of two groups as far as both are compared; 1 for the same scans, -1 for a group and the others. */
function overlap(one: Groups, other: Groups, count: number): number {
  const members = new Set(other.inside);
  const both = one.inside.filter((index) => members.has(index)).length;
  const [a, b] = [one.inside.length, other.inside.length];
  const spread = Math.sqrt(a * (count - a) * b * (count - b));
  return spread === 0 ? 0 : (both * count - a * b) / spread;
}

/** Kinds in the order in which equally clear patterns are listed (SPEC.md PATTERN-4). */
const kindOrder = [
  'weekday',
  'weekdayHour',
  'hour',
  'tag',
  'recent',
  'together',
  'since',
] as const satisfies readonly Grouping['kind'][];

/** The clearest differences first, each said once (SPEC.md PATTERN-4). */
function chosenOf(found: readonly Found[]): Found[] {
  const clearness = ({ delta, deviation }: Found) => Math.abs(delta) / deviation;
  const rank = ({ groups }: Found) => kindOrder.indexOf(groups.grouping.kind);
  const isPair = ({ groups }: Found) => groups.grouping.kind === 'together';
  const sorted = [...found].sort(
    (one, other) =>
      Number(isPair(one)) - Number(isPair(other)) || clearness(other) - clearness(one) || rank(one) - rank(other),
  );
  const chosen: Found[] = [];
  for (const one of sorted) {
    if (chosen.length === patternLimits.shown) break;
    if (isPair(one) && chosen.filter(isPair).length === patternLimits.together) continue;
    const said = chosen.some(
      (other) => other.axis === one.axis && Math.abs(overlap(one.groups, other.groups, one.scans.length)) > sameFrom,
    );
    if (!said) chosen.push(one);
  }
  return chosen;
}

function rareTagsOf(groups: readonly Groups[]): RareTag[] {
  return groups
    .flatMap(({ grouping, inside }) =>
      grouping.kind === 'tag' && inside.length < patternLimits.side
        ? [{ tag: grouping.tag, count: inside.length }]
        : [],
    )
    .sort((one, other) => other.count - one.count);
}

/**
 * What goes together in a person's scans, as far as chance does not explain it (SPEC.md PATTERN-1 to PATTERN-5). The
 * same scans give the same answer. A generator, because thousands of scans take seconds: it pauses every few milliseconds.
 */
export function* patternSteps(
  question: PatternQuestion,
  test: PatternTest = patternTest,
): Generator<undefined, PatternReport> {
  const { today, chosen } = question;
  const scans = patternScans(question.scans);
  const series = seriesOf(scans);
  const { scans: fullest } = fullestSeries(scans);
  const groupsOf = (some: readonly PatternScan[]) => groupSteps(some, today, chosen);
  const all = scans.length === 0 ? [] : yield* groupsOf(scans);
  const none: PatternReport = {
    count: fullest.length,
    byAxis: series.length > 1,
    missing: missingOf(fullest),
    rareTags: rareTagsOf(all),
    patterns: [],
    since: [],
    visibleFrom: null,
  };
  const compared = [];
  for (const one of series.filter(isEnough)) {
    const groups = (one.scans === scans ? all : yield* groupsOf(one.scans))
      .filter((group) => isLargeEnough(group, one.scans.length))
      .map((group) => ({ ...group, axes: group.axes.filter((axis) => one.axes.includes(axis)) }));
    yield;
    if (groups.length > 0) compared.push({ scans: one.scans, groups });
  }
  const resemblance = { length: 0, likeness: 0 };
  for (const one of compared) {
    const { length, likeness } = yield* resemblanceOf(one);
    resemblance.length = Math.max(resemblance.length, length);
    resemblance.likeness = Math.max(resemblance.likeness, likeness);
  }
  const tested = none.byAxis ? compared.filter((one) => hasBlocks(one.scans, resemblance)) : compared;
  const found: Found[] = [];
  let visibleFrom: PatternReport['visibleFrom'] = null;
  for (const one of tested) {
    const level = none.byAxis ? (test.level * byAxisShare) / tested.length : test.level;
    const result = yield* differencesOf(one, resemblance, { ...test, level });
    const { critical, differences } = result;
    found.push(...differences.filter(isClear(critical)).map((each) => ({ ...each, scans: one.scans, critical })));
    const days = daysOf(one.scans);
    if (!none.byAxis) visibleFrom = visibleDifference(result, one.scans.length, (one.scans.length * daysOfYear) / days);
  }
  const asked = chosen.at(-1);
  const isSince = ({ groups: { grouping } }: Found) => grouping.kind === 'since';
  const since = found.filter(({ groups: { grouping } }) => grouping.kind === 'since' && grouping.day === asked);
  const patterns = chosenOf(found.filter((one) => !isSince(one) && isReported(one)));
  return { ...none, patterns: patterns.map(patternOf), since: since.map(patternOf), visibleFrom };
}

function daysOf(scans: readonly PatternScan[]): number {
  const [first, last] = [scans[0], scans.at(-1)];
  return first && last ? dayOf(last.at) - dayOf(first.at) + 1 : 0;
}

function missingOf(scans: readonly PatternScan[]): PatternReport['missing'] {
  return {
    scans: Math.max(0, patternLimits.scans - scans.length),
    days: Math.max(0, patternLimits.days - daysOf(scans)),
  };
}

function isEnough({ scans }: PatternSeries): boolean {
  const { scans: lacking, days } = missingOf(scans);
  return lacking === 0 && days === 0;
}

/** Whether a difference has enough deviations, and is large enough to be said (SPEC.md PATTERN-3). */
function isClear(critical: number) {
  return ({ delta, deviation }: Difference) =>
    Math.abs(delta) > critical * deviation && Math.round(Math.abs(delta) * 10) / 10 >= patternLimits.difference;
}

/** The result of steps, without a pause between them. */
export function finished<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Where eight of ten answers of every axis lie, in data order (SPEC.md RANGE-1); without an axis that has none.
 * @param scansOf the scans whose answers of an axis count
 */
export function usualRanges(
  scansOf: (axis: AxisId) => readonly TimedScan[],
): readonly (GroupFigures & { readonly axis: AxisId })[] {
  return axisIds.flatMap((axis) => {
    const scans = scansOf(axis);
    return scans.length === 0 ? [] : [{ axis, ...figuresOf(scans, axis) }];
  });
}
