import { axisCount } from '@nuances/domain/axes';
import { isRecord } from '@nuances/domain/record';
import type { ScanContent } from '@nuances/domain/scan/fields';
import { chosenMomentOf, exactnessOf, type ChosenMoment } from '@nuances/domain/scan/moment';
import { answerMax, answerMin } from '@nuances/domain/scan/scoring';

export interface QuizRun {
  readonly answers: readonly (number | null)[];
  /** Open question, 0 to 6. */
  readonly index: number;
  /** How long the questions were visible so far, milliseconds. */
  readonly elapsed: number;
  /** The moment that was chosen for another day; null for a run of now, and where none was chosen. */
  readonly moment: ChosenMoment | null;
  /** The scan whose other answers are kept, "as last time, except …"; null for a run of all questions. */
  readonly last: LastScan | null;
}

export interface LastScan {
  readonly id: string;
  readonly answers: readonly number[];
  /** ISO time. */
  readonly createdAt: string;
}

/** A run without answers. */
export const newRun: QuizRun = {
  answers: Array.from({ length: axisCount }, () => null),
  index: 0,
  elapsed: 0,
  moment: null,
  last: null,
};

/** Whether any question was answered. */
export function isStarted(run: QuizRun): boolean {
  return run.answers.some((answer) => answer !== null);
}

/**
 * The scan of a finished run: seven answers in data order, and how long the questions were visible, whole seconds. Answers
 * that were not given are those of the last scan, and kept (SPEC.md SCAN-5); without a last scan it is null.
 * @param isOfDay whether it is for another day
 */
export function finishedScan(run: QuizRun, isOfDay: boolean): ScanContent | null {
  const answers = run.answers.map((answer, index) => answer ?? run.last?.answers[index]);
  const whole = answers.filter((answer) => answer !== undefined);
  if (whole.length < axisCount) return null;
  return {
    answers: whole,
    duration: Math.round(run.elapsed / 1_000),
    kept: run.answers.flatMap((answer, index) => (answer === null ? [index] : [])),
    moment: isOfDay ? exactnessOf(momentOf(run)) : 'exact',
  };
}

/** The moment of a run for another day; a run that was begun without a choice has none. */
export function momentOf({ moment }: QuizRun): ChosenMoment {
  return moment ?? 'unknown';
}

/** A new run in which every answer is kept that is not given. */
export function runFrom({ id, answers, createdAt }: LastScan): QuizRun {
  return { ...newRun, last: { id, answers, createdAt } };
}

/** The run with the answer of its question added or replaced; null takes it back. */
export function withAnswer(run: QuizRun, answer: number | null): QuizRun {
  return { ...run, answers: run.answers.map((before, index) => (index === run.index ? answer : before)) };
}

/**
 * Moves to another question. Returns the run unchanged for a question outside of 0 to 6, or after an unanswered one.
 */
export function atQuestion(run: QuizRun, index: number): QuizRun {
  const reachable = run.last !== null || run.answers.slice(0, index).every((answer) => answer !== null);
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
  return atQuestion(
    { answers, index: 0, elapsed, moment: chosenMomentOf(kept['moment']), last: lastScanOf(kept['last']) },
    index,
  );
}

function lastScanOf(kept: unknown): LastScan | null {
  if (!isRecord(kept)) return null;
  const { id, createdAt } = kept;
  const answers: unknown[] = Array.isArray(kept['answers']) ? kept['answers'].filter((one) => one !== null) : [];
  if (answers.length !== axisCount || !answers.every(isAnswer)) return null;
  if (typeof id !== 'string' || typeof createdAt !== 'string') return null;
  return { id, answers: answers.filter((one) => one !== null), createdAt };
}
