import { axisAt, type AxisId } from './axes.ts';
import { isNearMiddle, polarityOf, type Polarity } from './scoring.ts';

/** How many reflection questions a part shows, and how many belong to no part. */
export const reflectionNumbers = [1, 2, 3] as const;

/** Which reflection a person sees when they open a part of their result. */
export interface Reflection {
  readonly axis: AxisId;
  /** 1..7, as it is told to the person. */
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
