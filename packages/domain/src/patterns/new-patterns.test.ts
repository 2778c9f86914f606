import { describe, expect, it } from 'vitest';
import { keyOfPattern, newPattern } from './new-patterns.ts';
import type { Pattern } from './scan-patterns.ts';

const figures = { count: 10, mean: 5, usual: { low: 4, high: 6 } };
const tagged = (tag: string, delta = 1): Pattern => ({
  grouping: { kind: 'tag', tag },
  axis: 'yellow',
  inside: figures,
  outside: figures,
  delta,
  low: delta,
  high: delta,
  period: { from: 0, to: 30 },
});
const [work, walk] = [tagged('work'), tagged('walk')];

describe('a new pattern', () => {
  it('LOOK-8: is found at the end, not before, and still today, and is not hidden', () => {
    expect(newPattern({ before: [], after: [work, walk], now: [walk, work] }, [])).toBe(work);
    expect(newPattern({ before: [tagged('WORK ', 2)], after: [work, walk], now: [work, walk] }, [])).toBe(walk);
    expect(newPattern({ before: [], after: [work], now: [walk] }, [])).toBeNull();
    expect(newPattern({ before: [], after: [work, walk], now: [work, walk] }, [keyOfPattern(work)])).toBe(walk);
    expect(newPattern({ before: [work], after: [work], now: [work] }, [])).toBeNull();
  });

  it('LOOK-8: towards the other side it is another one, and it is told as it is today', () => {
    const now = tagged('work', 3);
    expect(newPattern({ before: [tagged('work', -1)], after: [work], now: [now] }, [])).toBe(now);
  });
});
