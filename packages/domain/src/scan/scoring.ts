import { axisIds, type AxisId } from '../axes.ts';

/** Lowest and highest answer on an axis. */
export const answerMin = 1;
export const answerMax = 10;
/** Between both poles; no answer. */
export const answerMiddle = (answerMin + answerMax) / 2;

/** Where an answer, or a mean of some, lies on its axis: 0 at the left pole, 1 at the right. */
export function shareOfAxis(value: number): number {
  return (value - answerMin) / (answerMax - answerMin);
}

/** Lowest answer on the side of the right pole (SPEC.md POLE-1). */
const positiveFrom = 6;

/** Seven answers in data order, each a whole number from 1 to 10. */
export type Answers = readonly number[];

export type Polarity = 'negative' | 'positive';

/** Contribution of one answer to the score: 2 x answer - 10, from -8 to +10 (SPEC.md SCORE-1). */
export function scoreOfAnswer(answer: number): number {
  return 2 * answer - 10;
}

/**
 * The answer of one axis.
 * @throws RangeError where there are fewer than seven
 */
export function answerOf(answers: Answers, axis: AxisId): number {
  const answer = answers[axisIds.indexOf(axis)];
  if (answer === undefined) throw new RangeError(`no answer for ${axis}`);
  return answer;
}

/** Sum over the seven answers, from -56 to +70 (SPEC.md SCORE-2). */
export function scoreOf(answers: Answers): number {
  return answers.reduce((sum, answer) => sum + scoreOfAnswer(answer), 0);
}

/** 6 or more is positive, below 6 negative (SPEC.md POLE-1). */
export function polarityOf(answer: number): Polarity {
  return answer >= positiveFrom ? 'positive' : 'negative';
}

/** Whether an answer is 5 or 6, the two values next to the middle (SPEC.md POLE-2). */
export function isNearMiddle(answer: number): boolean {
  return answer === positiveFrom - 1 || answer === positiveFrom;
}

/** From this many answers on the left side, a scan leans left, and up to this answer one counts (SPEC.md LEAN-1). */
const leaning = { count: 3, answer: 4 };

/** Whether a scan leans left (SPEC.md LEAN-1). */
export function leansLeft(answers: Answers): boolean {
  return answers.filter((answer) => answer <= leaning.answer).length >= leaning.count;
}

/** Upper edges of result images 0 to 4; an edge belongs to the lower image (SPEC.md BAND-1). */
export const imageEdges = [-40, -20, 0, 20, 40] as const;

/** Index 0..5 of the centre image for a score (SPEC.md BAND-1). */
export function imageOf(score: number): ImageIndex {
  const index = imageEdges.findIndex((edge) => score <= edge);
  return imageIndices[index] ?? 5;
}

export const imageIndices = [0, 1, 2, 3, 4, 5] as const;
export type ImageIndex = (typeof imageIndices)[number];
