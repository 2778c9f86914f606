import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  atQuestion,
  finishedAnswers,
  clearRun,
  isStarted,
  saveRun,
  savedRun,
  newRun,
  withAnswer,
  type QuizRun,
} from './quiz-run.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

const half: QuizRun = { answers: [3, 10, 1, null, null, null, null], index: 3, elapsed: 4_200 };

describe('a run of the quiz', () => {
  it('survives a reload as it was', () => {
    saveRun(half);
    expect(savedRun()).toEqual(half);
    clearRun();
    expect(savedRun()).toEqual(newRun);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '7'],
    ['six answers', '{"answers":[1,2,3,4,5,6],"index":0,"elapsed":0}'],
    ['an answer of 11', '{"answers":[11,null,null,null,null,null,null],"index":0,"elapsed":0}'],
    ['a fraction', '{"answers":[1.5,null,null,null,null,null,null],"index":0,"elapsed":0}'],
  ])('is new when what was kept is %s', (_what, text) => {
    kept.set('quizRun', text);
    expect(savedRun()).toEqual(newRun);
  });

  it('never opens a question behind an unanswered one, nor one outside of 0 to 6', () => {
    expect(atQuestion(half, 3).index).toBe(3);
    expect(atQuestion(half, 4).index).toBe(3);
    expect(atQuestion(half, 0).index).toBe(0);
    expect(atQuestion(half, -1).index).toBe(3);
    expect(atQuestion(half, 7).index).toBe(3);
    kept.set('quizRun', JSON.stringify({ ...half, index: 6 }));
    expect(savedRun().index).toBe(0);
  });

  it('is finished with its seventh answer and not before', () => {
    let run = newRun;
    expect(isStarted(run)).toBe(false);
    for (const [index, answer] of [1, 2, 3, 4, 5, 6, 7].entries()) {
      expect(finishedAnswers(run)).toBeNull();
      run = withAnswer(atQuestion(run, index), answer);
      expect(isStarted(run)).toBe(true);
    }
    expect(finishedAnswers(run)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
