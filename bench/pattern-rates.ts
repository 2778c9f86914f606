import { dayOf } from '@nuances/domain/local-day';
import { itemAt } from '@nuances/domain/item-at';
import type { PatternTest } from '@nuances/domain/pattern-test';
import { groupSteps, type PatternScan } from '@nuances/domain/scan-groups';
import {
  findPatterns,
  patternLimits,
  patternTest,
  sidesOf,
  type Pattern,
  type PatternReport,
} from '@nuances/domain/scan-patterns';
import { answerOf } from '@nuances/domain/scoring';
import { historyOf, plantedAxis, type HistoryKind, type Planted } from './pattern-histories.ts';

/** Number of people who saw a pattern, and number of people. */
export interface Rate {
  readonly seen: number;
  readonly people: number;
}

/** A comparison on one axis, reported or not. */
type Compared = Pick<Pattern, 'grouping' | 'axis' | 'delta'>;

function middleOf(scans: readonly PatternScan[]): number {
  return dayOf(itemAt(scans, Math.ceil(scans.length / 2)).at);
}

function report(scans: readonly PatternScan[], asksSince: boolean, test: PatternTest): PatternReport {
  const last = dayOf(itemAt(scans, scans.length - 1).at);
  return findPatterns({ scans, today: last, chosen: asksSince ? [middleOf(scans)] : [] }, test);
}

/** Whether a pattern is the planted one. */
function isPlanted({ grouping, axis, delta }: Compared, planted: Planted): boolean {
  if (axis !== plantedAxis || grouping.kind !== planted) return false;
  if (grouping.kind === 'tag') return grouping.tag === 'word 0' && delta > 0;
  if (grouping.kind === 'hour') return (grouping.part === 'morning') === delta > 0;
  if (grouping.kind === 'weekday') return grouping.weekday === 1 && delta > 0;
  if (grouping.kind === 'together') return grouping.axis === 'orange' && delta > 0;
  return delta > 0;
}

/**
 * Counts the people who see any pattern or, with a planted one, that pattern. Everybody compares before and after the
 * middle if such a step is planted; without a planted pattern every second person does.
 */
export function rateOf(kind: HistoryKind, people: number, test: PatternTest = patternTest): Rate {
  const { planted } = kind;
  let seen = 0;
  for (let person = 0; person < people; person += 1) {
    const asksSince = planted === null ? person % 2 === 0 : planted === 'since';
    const { patterns, since } = report(historyOf(kind, person * 7_919 + 13), asksSince, { ...test, seed: person + 1 });
    const all = [...patterns, ...since];
    if (planted === null ? all.length > 0 : all.some((pattern) => isPlanted(pattern, planted))) seen += 1;
  }
  return { seen, people };
}

function squaresOf(values: readonly number[]): { readonly mean: number; readonly squares: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, squares: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) };
}

/** Two-sided quantiles of the normal distribution: one comparison at 5 %, and one of a hundred at 3 % for all. */
const quantiles = { alone: 1.96, ofHundred: 3.62 } as const;

/** The same quantile of Student's distribution, by the approximation of D. L. Wallace. */
function studentOf(normal: number, freedom: number): number {
  const scale = (freedom - 5 / 6) / (freedom - 2 / 3 + 1 / (10 * freedom)) ** 2;
  return Math.sqrt(freedom * (Math.exp(normal * normal * scale) - 1));
}

/**
 * Counts the people of whom a two-sample test (Student's, which knows that answers are independent) finds the planted
 * pattern, with the same limits for size and number of scans: what no rule for all comparisons together can surpass.
 * @param among `alone` when only that one comparison is made; `ofHundred` with the correction for a hundred
 */
export function boundOf(
  kind: HistoryKind & { readonly planted: Planted },
  people: number,
  among: keyof typeof quantiles,
) {
  let seen = 0;
  for (let person = 0; person < people; person += 1) {
    const scans = historyOf(kind, person * 7_919 + 13);
    const steps = groupSteps(scans, dayOf(itemAt(scans, scans.length - 1).at), [middleOf(scans)]);
    let step = steps.next();
    while (!step.done) step = steps.next();
    const isFound = step.value.some((groups) => {
      const { inside, outside } = sidesOf(scans, groups);
      const least = groups.grouping.kind === 'since' ? patternLimits.sinceSide : patternLimits.side;
      if (Math.min(inside.length, outside.length) < least) return false;
      const [one, other] = [inside, outside].map((side) =>
        squaresOf(side.map(({ answers }) => answerOf(answers, plantedAxis))),
      );
      if (!one || !other) return false;
      const delta = one.mean - other.mean;
      const freedom = inside.length + outside.length - 2;
      const error = Math.sqrt(((one.squares + other.squares) / freedom) * (1 / inside.length + 1 / outside.length));
      return (
        isPlanted({ grouping: groups.grouping, axis: plantedAxis, delta }, kind.planted) &&
        Math.abs(delta) > studentOf(quantiles[among], freedom) * error &&
        Math.round(Math.abs(delta) * 10) / 10 >= patternLimits.difference
      );
    });
    if (isFound) seen += 1;
  }
  return { seen, people };
}
