import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, mondayOf } from '../local-day.ts';
import { nextPlayed, playSpeeds, playStepMs, type PlaySpeed } from './playback.ts';
import { inTimeOrder, type TimedScan } from './scan-series.ts';

const series = fc
  .array(fc.record({ id: fc.uuid(), at: fc.integer({ min: 1.69e12, max: 1.7e12 }), answers: fc.constant([]) }), {
    maxLength: 60,
  })
  .map((scans): TimedScan[] => inTimeOrder(scans));

function played(scans: readonly TimedScan[], speed: PlaySpeed, from = -1): number[] {
  const steps: number[] = [];
  for (let next = nextPlayed(scans, from, speed); next !== null; next = nextPlayed(scans, next, speed))
    steps.push(next);
  return steps;
}

describe('playback', () => {
  it('PLAY-1: two seconds a step, half a second at four times the speed; the usual speed first', () => {
    expect(playStepMs).toEqual({ one: 2_000, four: 500, week: 2_000 });
    expect(playSpeeds[0]).toBe('one');
  });

  it('PLAY-1: steps over every scan in time order, and stops', () => {
    fc.assert(
      fc.property(series, fc.constantFrom('one' as const, 'four' as const), (scans, speed) => {
        expect(played(scans, speed)).toEqual([...scans.keys()]);
      }),
    );
  });

  it('PLAY-1: by week steps over the last scan of each week, from anywhere, and ends with the last scan', () => {
    const weekOf = ({ at }: TimedScan) => mondayOf(dayOf(at));
    fc.assert(
      fc.property(series, fc.nat(59), (scans, from) => {
        const last = new Map(scans.map((scan, index) => [weekOf(scan), index]));
        expect(played(scans, 'week')).toEqual([...last.values()]);
        expect(played(scans, 'week', from)).toEqual([...last.values()].filter((index) => index > from));
      }),
    );
  });
});
