import { describe, expect, it } from 'vitest';
import { atQuestion, finishedScan, isStarted, newRun, runOf, withAnswer, type QuizRun } from './quiz-run.ts';

const half: QuizRun = { ...newRun, answers: [3, 10, 1, null, null, null, null], index: 3, elapsed: 4_200 };

describe('a run of the quiz', () => {
  it('survives a reload unchanged', () => {
    expect(runOf(JSON.parse(JSON.stringify(half)))).toEqual(half);
  });

  it.each([
    ['nothing', 'null'],
    ['no object', '7'],
    ['six answers', '{"answers":[1,2,3,4,5,6],"index":0,"elapsed":0}'],
    ['an answer of 11', '{"answers":[11,null,null,null,null,null,null],"index":0,"elapsed":0}'],
    ['a fraction', '{"answers":[1.5,null,null,null,null,null,null],"index":0,"elapsed":0}'],
  ])('starts again when the stored run is %s', (_what, text) => {
    expect(runOf(JSON.parse(text))).toEqual(newRun);
  });

  it('never opens a question after an unanswered one, nor one outside of 0 to 6', () => {
    expect(atQuestion(half, 3).index).toBe(3);
    expect(atQuestion(half, 4).index).toBe(3);
    expect(atQuestion(half, 0).index).toBe(0);
    expect(atQuestion(half, -1).index).toBe(3);
    expect(atQuestion(half, 7).index).toBe(3);
    expect(runOf({ ...half, index: 6 }).index).toBe(0);
  });

  it('is finished with its seventh answer and not before', () => {
    let run = newRun;
    expect(isStarted(run)).toBe(false);
    for (const [index, answer] of [1, 2, 3, 4, 5, 6, 7].entries()) {
      expect(finishedScan(run, false)).toBeNull();
      run = withAnswer(atQuestion(run, index), answer);
      expect(isStarted(run)).toBe(true);
    }
    expect(finishedScan({ ...run, elapsed: 1_600 }, false)).toMatchObject({
      answers: [1, 2, 3, 4, 5, 6, 7],
      duration: 2,
    });
  });
});
