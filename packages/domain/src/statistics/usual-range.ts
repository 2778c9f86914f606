import { itemAt } from '../item-at.ts';

/** From one answer to another, both of them given. */
export interface AnswerRange {
  readonly low: number;
  readonly high: number;
}

/** A tenth of the answers lies outside on either side. */
const outside = 0.1;

/** The range of eight answers out of ten; null without answers (SPEC.md RANGE-1). */
export function usualRange(values: readonly number[]): AnswerRange | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((one, other) => one - other);
  const left = Math.floor(sorted.length * outside);
  return { low: itemAt(sorted, left), high: itemAt(sorted, sorted.length - 1 - left) };
}

/** Mean of values; null without any. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
