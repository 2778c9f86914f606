import { dayOf } from '@nuances/domain/local-day';
import { itemAt } from '@nuances/domain/item-at';
import type { PatternTest } from '@nuances/domain/patterns/pattern-test';
import type { PatternScan } from '@nuances/domain/patterns/scan-groups';
import {
  finished,
  patternSteps,
  patternTest,
  type Pattern,
  type PatternReport,
} from '@nuances/domain/patterns/scan-patterns';
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
  return finished(patternSteps({ scans, today: last, chosen: asksSince ? [middleOf(scans)] : [] }, test));
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

/** The 95 % interval of a share, by E. B. Wilson. */
export function intervalOf({ seen, people }: Rate): { readonly low: number; readonly high: number } {
  const z = 1.96;
  const share = seen / people;
  const middle = share + z ** 2 / (2 * people);
  const half = z * Math.sqrt((share * (1 - share)) / people + z ** 2 / (4 * people ** 2));
  const all = 1 + z ** 2 / people;
  return { low: (middle - half) / all, high: (middle + half) / all };
}
