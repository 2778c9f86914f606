import { axisCount, axisIds, type AxisId } from '../axes.ts';
import { itemAt } from '../item-at.ts';
import { dayOf } from '../local-day.ts';
import type { TimedScan } from './scan-series.ts';
import { answerMax, answerOf, polarityOf, scoreOf, type Answers, type Polarity } from '../scan/scoring.ts';

/** A change counts when it is at least this large. */
const smallestChange = 0.01;
/** From this size on a change is clear, and from this one strong. */
const clearFrom = 2;
const strongFrom = 3;

/** Below this absolute value, a mean of the scored answers counts as about even. */
const evenBelow = 1;

/** Least number of scans for a dominant value, and its least share of them. */
const dominantScans = 3;
const dominantShare = 0.5;

/** How large a change between two scans is. */
export type ChangeGrade = 'slight' | 'clear' | 'strong';

/** The change of one axis between two scans. */
export interface AxisChange {
  readonly axis: AxisId;
  readonly before: number;
  readonly now: number;
  /** `now - before`: above 0 towards the right pole, below 0 towards the left. */
  readonly delta: number;
  readonly grade: ChangeGrade;
}

/** How a change is described, and which pole is named. */
export interface ChangeWords {
  readonly kind: 'progress' | 'shift' | 'less';
  readonly pole: Polarity;
}

/** Depends on the side of the new answer (SPEC.md CHANGE-3): from 9 to 7 is less peace, not a move towards hate. */
export function changeWords({ now, delta }: Pick<AxisChange, 'now' | 'delta'>): ChangeWords {
  const pole = polarityOf(now);
  const towards = delta > 0 ? 'positive' : 'negative';
  if (pole !== towards) return { kind: 'less', pole };
  return { kind: delta > 0 ? 'progress' : 'shift', pole };
}

function gradeOf(delta: number): ChangeGrade {
  const size = Math.abs(delta);
  if (size >= strongFrom) return 'strong';
  return size >= clearFrom ? 'clear' : 'slight';
}

/**
 * The axes that changed most since the previous scan, in data order, several for equal changes; none when nothing
 * changed (SPEC.md CHANGE-1, CHANGE-2).
 */
export function largestChanges(before: Answers, now: Answers): AxisChange[] {
  const changes = axisIds.map((axis) => {
    const from = answerOf(before, axis);
    const to = answerOf(now, axis);
    return { axis, before: from, now: to, delta: to - from, grade: gradeOf(to - from) };
  });
  const largest = Math.max(...changes.map(({ delta }) => Math.abs(delta)));
  return largest < smallestChange ? [] : changes.filter(({ delta }) => Math.abs(delta) === largest);
}

/** Sum of the seven answers. */
export function sumOfAnswers(answers: Answers): number {
  return answers.reduce((sum, answer) => sum + answer, 0);
}

/** Mean of the seven answers now, less that of the first scan of the period (SPEC.md TREND-1). */
export function meanTrend(first: Answers, now: Answers): number {
  return (sumOfAnswers(now) - sumOfAnswers(first)) / axisCount;
}

/** The balance of the seven answers of a scan. */
export interface Balance {
  /** Mean of the scored answers, -8 to +10. */
  readonly mean: number;
  readonly side: 'negative' | 'positive';
  /** Whether the mean is so small that it is reported as about even. */
  readonly even: boolean;
}

/** The side of the mean of the seven answers, and whether it is clear (SPEC.md BALANCE-1, BALANCE-2). */
export function overallBalance(answers: Answers): Balance {
  const mean = scoreOf(answers) / axisCount;
  return { mean, side: mean >= 0 ? 'positive' : 'negative', even: Math.abs(mean) < evenBelow };
}

/** The most frequent values of an axis. */
export interface FrequentValues {
  readonly axis: AxisId;
  /** The most frequent answer; several in rising order for equal counts. */
  readonly values: readonly number[];
  /** How often each of them occurs. */
  readonly count: number;
  readonly total: number;
}

/** The most frequent answers of every axis, in data order (SPEC.md DOMINANT-1). */
export function frequentValues(scans: readonly TimedScan[]): FrequentValues[] {
  return axisIds.map((axis) => {
    const counts = Array.from({ length: answerMax + 1 }, () => 0);
    for (const { answers } of scans) {
      const value = answerOf(answers, axis);
      counts[value] = itemAt(counts, value) + 1;
    }
    const count = Math.max(...counts);
    const values = count === 0 ? [] : counts.flatMap((times, value) => (times === count ? [value] : []));
    return { axis, values, count, total: scans.length };
  });
}

/** The stable dominant value of an axis; null without one (SPEC.md DOMINANT-1). */
export function dominantValue({ values, count, total }: FrequentValues): number | null {
  const [value] = values;
  if (value === undefined || values.length > 1) return null;
  return total >= dominantScans && count >= total * dominantShare ? value : null;
}

/** Calendar days in the person's zone between two scans, the earlier first (SPEC.md SINCE-1). */
export function daysBetween(before: number, now: number): number {
  return dayOf(now) - dayOf(before);
}
