import { axisAt, type AxisId } from './axes.ts';
import { isNearMiddle, polarityOf, type Polarity } from './scan/scoring.ts';

/** Numbers of the questions of a reflection; the general reflection has as many. */
export const reflectionNumbers = [1, 2, 3] as const;

/** The reflection on one part of a result. */
export interface Reflection {
  readonly axis: AxisId;
  /** 1..7, as it is shown. */
  readonly part: number;
  readonly answer: number;
  readonly polarity: Polarity;
  readonly nearMiddle: boolean;
}

/** The reflection of a part; `index` is 0..6 in data order (SPEC.md REFLECT-1). */
export function reflectionOf(index: number, answer: number): Reflection {
  return {
    axis: axisAt(index),
    part: index + 1,
    answer,
    polarity: polarityOf(answer),
    nearMiddle: isNearMiddle(answer),
  };
}
