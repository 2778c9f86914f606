import { axisCount } from '@nuances/domain/axes';
import { isRecord } from '@nuances/domain/record';
import type { ScanContent } from '@nuances/domain/scan/fields';
import { answerMax, answerMin } from '@nuances/domain/scan/scoring';

/** State of a quiz run. */
export interface QuizRun {
  readonly answers: readonly (number | null)[];
  /** Open question, 0 to 6. */
  readonly index: number;
  /** How long the questions were visible so far, milliseconds. */
  readonly elapsed: number;
}

/** A run without answers. */
export const newRun: QuizRun = { answers: Array.from({ length: axisCount }, () => null), index: 0, elapsed: 0 };

/** Whether any question was answered. */
export function isStarted(run: QuizRun): boolean {
  return run.answers.some((answer) => answer !== null);
}

/**
 * The scan of a finished run: seven answers in data order, and how long the questions were visible, whole seconds; null
 * while an answer is missing.
 */
export function finishedScan(run: QuizRun): ScanContent | null {
  const answers = run.answers.filter((answer) => answer !== null);
  if (answers.length < axisCount) return null;
  return { answers, duration: Math.round(run.elapsed / 1_000), kept: [], moment: 'exact' };
}

/** The run with an answer added or replaced. */
export function withAnswer(run: QuizRun, answer: number): QuizRun {
  return { ...run, answers: run.answers.map((before, index) => (index === run.index ? answer : before)) };
}

/**
 * Moves to another question. Returns the run unchanged for a question outside of 0 to 6, or after an unanswered one.
 */
export function atQuestion(run: QuizRun, index: number): QuizRun {
  const reachable = run.answers.slice(0, index).every((answer) => answer !== null);
  return index >= 0 && index < axisCount && reachable ? { ...run, index } : run;
}

function isAnswer(value: unknown): value is number | null {
  return (
    value === null || (typeof value === 'number' && Number.isInteger(value) && value >= answerMin && value <= answerMax)
  );
}

/** A stored run, or a new one when it is not valid. */
export function runOf(kept: unknown): QuizRun {
  if (!isRecord(kept) || !Array.isArray(kept['answers'])) return newRun;
  const answers: unknown[] = kept['answers'];
  if (answers.length !== axisCount || !answers.every(isAnswer)) return newRun;
  const elapsed = typeof kept['elapsed'] === 'number' ? Math.max(0, kept['elapsed']) : 0;
  const index = typeof kept['index'] === 'number' ? kept['index'] : 0;
  return atQuestion({ answers, index: 0, elapsed }, index);
}
