import { describe, expect, it } from 'vitest';
import type { HistoryKind, Planted } from './pattern-histories.ts';
import { rateOf } from './pattern-rates.ts';

/** A short form of `npm run bench:patterns`: fewer people and orders, always the same ones. */
const short = { orders: 199, level: 0.03, seed: 1 };
const history = (kind: Partial<HistoryKind>): HistoryKind => ({
  scans: 60,
  scatter: 1.5,
  persistence: 0,
  inRuns: false,
  planted: null,
  ...kind,
});
/** Upper limit for a rate of one in twenty with this number of people: three standard errors above it. */
const oneInTwenty = (people: number) => 0.05 * people + 3 * Math.sqrt(0.05 * 0.95 * people);

describe('patterns in made-up histories', () => {
  it.each([
    ['answers of their own', { persistence: 0 }],
    ['moods that last for days', { persistence: 0.8, inRuns: true }],
    ['moods that last for weeks', { persistence: 0.95, inRuns: true }],
  ])('CHANCE-2: of people without any, at most one in twenty sees one: %s', (_, kind) => {
    const { seen, people } = rateOf(history(kind), 50, short);
    expect(seen).toBeLessThanOrEqual(oneInTwenty(people));
  });

  it.each<[Planted]>([['tag'], ['hour'], ['since']])(
    'CHANCE-2: one point over 60 scans is found in four people of five: %s',
    (planted) => {
      const { seen, people } = rateOf(history({ planted, scatter: 0.6 }), 40, short);
      expect(seen / people).toBeGreaterThanOrEqual(0.8);
    },
  );
});
