import { describe, expect, it } from 'vitest';
import type { HistoryKind } from './pattern-histories.ts';
import { lives, type LifeName } from './pattern-lives.ts';
import { intervalOf, rateOf } from './pattern-rates.ts';

/** A short form of `npm run bench:patterns`: fewer people and orders, always the same ones. */
const short = { orders: 199, level: 0.03, seed: 1 };
/** A minute for each, because the machine may be busy: the largest takes eight seconds of a processor. */
const timeout = 60_000;
const names = Object.keys(lives).filter((name): name is LifeName => name in lives);
/** Upper limit for a rate of one in twenty with this number of people: three standard errors above it. */
const oneInTwenty = (people: number) => 0.05 * people + 3 * Math.sqrt(0.05 * 0.95 * people);

describe('patterns in made-up histories', { timeout }, () => {
  it.each(names)('CHANCE-2: of people without any, at most one in twenty sees one: %s', (life) => {
    const { seen, people } = rateOf({ life, scans: 60, scatter: 1.5, planted: null, size: 0 }, 60, short);
    expect(seen).toBeLessThanOrEqual(oneInTwenty(people));
  });

  it.each<[string, Omit<HistoryKind, 'life'> & Partial<Pick<HistoryKind, 'life'>>, number]>([
    [
      'two points by the hour, 200 scans that keep what has not moved',
      { life: 'alwaysQuick', planted: 'hour', size: 2, scans: 200, scatter: 1.5 },
      0.8,
    ],
    ['one point by a word, 200 scans', { planted: 'tag', size: 1, scans: 200, scatter: 1.5 }, 0.7],
    ['two points by a word, 60 scans', { planted: 'tag', size: 2, scans: 60, scatter: 1.5 }, 0.75],
    [
      'one point by the hour, 60 scans of people who scatter little',
      { planted: 'hour', size: 1, scans: 60, scatter: 0.6 },
      0.8,
    ],
    ['one point since a day, the same', { planted: 'since', size: 1, scans: 60, scatter: 0.6 }, 0.7],
  ])('CHANCE-2: what is there is found: %s', (_, kind, least) => {
    const { seen, people } = rateOf({ life: 'independent', ...kind }, 60, short);
    expect(seen / people).toBeGreaterThanOrEqual(least);
  });

  it('tells the interval of a share', () => {
    const { low, high } = intervalOf({ seen: 84, people: 950 });
    expect([low, high].map((share) => Math.round(share * 1_000))).toEqual([72, 108]);
  });
});
