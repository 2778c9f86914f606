import { axisIds, type AxisId } from '../axes.ts';
import { itemAt } from '../item-at.ts';
import { dayOf, type LocalDay } from '../local-day.ts';
import { differencesOf, type Difference, type PatternTest } from './pattern-test.ts';
import { lastTwelveMonths, wholePeriod, type Period } from '../statistics/period.ts';
import { groupSteps, type Grouping, type Groups, type PatternScan } from './scan-groups.ts';
import { scansIn, type TimedScan } from '../statistics/scan-series.ts';
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
  /** Scans that were looked at. */
  readonly count: number;
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

/** What is looked at. */
export interface PatternQuestion {
  /** In time order. */
  readonly scans: readonly PatternScan[];
  readonly today: LocalDay;
  /** Days whose "before and after" a person has asked for, the latest question last. */
  readonly chosen: readonly LocalDay[];
}

/**
 * The scans that patterns are looked for in: those of the twelve months up to the last one of which every answer was given
 * (SPEC.md PATTERN-1).
 */
export function patternScans(scans: readonly PatternScan[]): readonly PatternScan[] {
  const given = scans.filter(({ kept }) => kept.length === 0);
  const first = given[0];
  const last = given.at(-1);
  if (!first || !last) return [];
  return scansIn(given, lastTwelveMonths(wholePeriod(first.at, last.at)));
}

/** The scans of a comparison, by their side; in time order (SPEC.md PATTERN-2). */
export function sidesOf(
  scans: readonly PatternScan[],
  { inside, from, without }: Groups,
): { readonly inside: readonly PatternScan[]; readonly outside: readonly PatternScan[] } {
  const others = new Set([...inside, ...without]);
  return {
    inside: inside.map((index) => itemAt(scans, index)),
    outside: scans.filter((_, index) => index >= from && !others.has(index)),
  };
}

/** The groups of a pattern among the scans of `patternScans`. */
export function groupsOfPattern(
  scans: readonly PatternScan[],
  { grouping }: Pick<Pattern, 'grouping'>,
  today: LocalDay,
): Groups | undefined {
  const chosen = grouping.kind === 'since' ? [grouping.day] : [];
  return finished(groupSteps(scans, today, chosen)).find((groups) => samePattern(groups.grouping, grouping));
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

function patternOf(scans: readonly PatternScan[], difference: Difference, critical: number): Pattern {
  const { groups, axis, delta, deviation } = difference;
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
function isReported({ grouping, inside, outside }: Pattern): boolean {
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
function chosenOf(found: readonly Difference[], count: number): Difference[] {
  const clearness = ({ delta, deviation }: Difference) => Math.abs(delta) / deviation;
  const rank = ({ groups }: Difference) => kindOrder.indexOf(groups.grouping.kind);
  const isPair = ({ groups }: Difference) => groups.grouping.kind === 'together';
  const sorted = [...found].sort(
    (one, other) =>
      Number(isPair(one)) - Number(isPair(other)) || clearness(other) - clearness(one) || rank(one) - rank(other),
  );
  const chosen: Difference[] = [];
  for (const one of sorted) {
    if (chosen.length === patternLimits.shown) break;
    if (isPair(one) && chosen.filter(isPair).length === patternLimits.together) continue;
    const said = chosen.some(
      (other) => other.axis === one.axis && Math.abs(overlap(one.groups, other.groups, count)) > sameFrom,
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
  const scans = patternScans(question.scans);
  const [first, last] = [scans[0], scans.at(-1)];
  const days = first && last ? dayOf(last.at) - dayOf(first.at) + 1 : 0;
  const missing = {
    scans: Math.max(0, patternLimits.scans - scans.length),
    days: Math.max(0, patternLimits.days - days),
  };
  const groups = scans.length === 0 ? [] : yield* groupSteps(scans, question.today, question.chosen);
  const rareTags = rareTagsOf(groups);
  const none = { count: scans.length, missing, patterns: [], since: [], rareTags, visibleFrom: null };
  if (missing.scans > 0 || missing.days > 0) return none;
  yield;
  const compared = groups.filter((one) => isLargeEnough(one, scans.length));
  if (compared.length === 0) return none;

  const found = yield* differencesOf(scans, compared, test);
  const { differences, critical } = found;
  const clear = differences.filter(
    ({ delta, deviation }) =>
      Math.abs(delta) > critical * deviation && Math.round(Math.abs(delta) * 10) / 10 >= patternLimits.difference,
  );
  const asked = question.chosen.at(-1);
  const toPattern = (one: Difference) => patternOf(scans, one, critical);
  const isSince = ({ groups: { grouping } }: Difference) => grouping.kind === 'since';
  const patterns = chosenOf(
    clear.filter((one) => !isSince(one) && isReported(toPattern(one))),
    scans.length,
  );
  const since = clear.filter(({ groups: { grouping } }) => grouping.kind === 'since' && grouping.day === asked);
  return {
    ...none,
    patterns: patterns.map(toPattern),
    since: since.map(toPattern),
    visibleFrom: visibleDifference(found, scans.length, (scans.length * daysOfYear) / days),
  };
}

/** The same without a pause. */
export function findPatterns(question: PatternQuestion, test: PatternTest = patternTest): PatternReport {
  return finished(patternSteps(question, test));
}

/** The result of steps, without a pause between them. */
export function finished<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Where eight of ten answers of every axis lie, in data order; null without scans (SPEC.md RANGE-1). */
export function usualRanges(scans: readonly TimedScan[]): readonly (GroupFigures & { readonly axis: AxisId })[] | null {
  return scans.length === 0 ? null : axisIds.map((axis) => ({ axis, ...figuresOf(scans, axis) }));
}
