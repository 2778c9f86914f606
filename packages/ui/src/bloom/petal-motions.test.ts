import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { grow, morph } from './petal-motions.ts';
import type { Answer } from './petal.ts';

const from = [null, 4, 10];
const to = [7, null, 10];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (step: FrameRequestCallback) => setTimeout(() => step(performance.now()), 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function drawn() {
  const seen: (readonly Answer[])[] = [];
  return { seen, draw: (answers: readonly Answer[]) => void seen.push(answers) };
}

test('a petal grows from 1 to its first answer, and one that is taken back is empty at once', () => {
  const { seen, draw } = drawn();
  grow(from, to, draw);
  vi.advanceTimersByTime(200);
  const [size, empty, still] = seen.at(-1) ?? [];
  expect(size).toBeGreaterThan(1);
  expect(size).toBeLessThan(7);
  expect([empty, still]).toEqual([null, 10]);
  vi.advanceTimersByTime(400);
  expect(seen.at(-1)).toEqual(to);
  const count = seen.length;
  vi.advanceTimersByTime(400);
  expect(seen).toHaveLength(count);
});

test('steps are counted only while the page is visible', () => {
  const { seen, draw } = drawn();
  morph(4, 30)(from, to, draw);
  vi.advanceTimersByTime(60);
  expect(seen).toHaveLength(2);
  vi.stubGlobal('document', { hidden: true });
  vi.advanceTimersByTime(300);
  expect(seen).toHaveLength(2);
  vi.stubGlobal('document', { hidden: false });
  vi.advanceTimersByTime(300);
  expect(seen).toHaveLength(4);
  expect(seen.at(-1)).toEqual(to);
});

test('nothing is drawn where nothing moves, or once it is stopped', () => {
  const { seen, draw } = drawn();
  expect(grow(to, to, draw)).toBeUndefined();
  expect(morph(4, 30)(to, to, draw)).toBeUndefined();
  grow(from, to, draw)?.();
  vi.advanceTimersByTime(600);
  expect(seen).toEqual([]);
});
