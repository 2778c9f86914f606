import { describe, expect, it } from 'vitest';
import { bloomMorph, historyPage, lifetimes, usage } from './limits.ts';
import { timings } from './timings.ts';

describe('limits', () => {
  it('LIMIT-1: waiting times', () => {
    expect(timings).toMatchObject({
      homeSpinMs: 1_000,
      fireworkIntervalMs: 2_000,
      fireworkLifetimeMs: 5_000,
      idleHintMs: 10_000,
      idleHintStepMs: 150,
      quizAutoMs: 650,
      redirectMs: 2_000,
      verifyFailedRedirectMs: 3_000,
      focusDelayMs: 100,
      statsPlayMs: 2_000,
      statsPlayFastMs: 500,
    });
    expect(bloomMorph).toEqual({ steps: 30, stepMs: 33 });
  });

  it('LIMIT-1: pages of the history', () => {
    expect(historyPage).toEqual({ first: 3, more: 3, nearEndPx: 50 });
  });

  it('LIMIT-1: lifetimes in seconds', () => {
    expect(lifetimes).toMatchObject({
      sessionIdleS: 2_592_000,
      sessionAbsoluteS: 7_776_000,
      verifyLinkS: 86_400,
      resetLinkS: 3_600,
      restoreLinkS: 259_200,
      disownLinkS: 259_200,
    });
  });

  it('USAGE-9: half an hour ends a session', () => {
    expect(usage.sessionPauseS).toBe(1_800);
  });

  it('USAGE-10: an hour of a quiz counts', () => {
    expect(usage.quizCountedMaxS).toBe(3_600);
  });
});
