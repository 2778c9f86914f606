import { describe, expect, test } from 'vitest';
import { nextTab } from './tabs.tsx';

describe('keys on tabs', () => {
  test.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 0],
    ['ArrowLeft', 2, 1],
    ['ArrowLeft', 0, 2],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['a', 1, null],
    ['Tab', 1, null],
  ])('%s on tab %i of three leads to %s', (key, at, next) => {
    expect(nextTab(key, at, 3)).toBe(next);
  });
});
