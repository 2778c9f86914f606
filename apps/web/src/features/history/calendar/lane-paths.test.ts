import { daysOfScans } from '@nuances/domain/calendar';
import { dayOf } from '@nuances/domain/local-day';
import { describe, expect, it } from 'vitest';
import { lanePaths, toneCount } from './lane-paths.ts';

const at = Date.parse('2026-11-18T12:00:00Z');
const today = dayOf(at) + 2;
const year = { from: today - 364, to: today };
const scan = (answers: readonly number[], back = 0) => ({ id: `${back}`, at: at - back * 86_400_000, answers });
const barsIn = (path: string) => path.split('z').filter(Boolean);

describe('the bars of a year', () => {
  it('stand above the middle for the right pole and below it for the left on a desk', () => {
    const lanes = lanePaths(daysOfScans([scan([10, 1, 6, 5, 9, 2, 7])]), year, 'right', 26);
    expect(lanes[0]?.at(-1)).toBe('M362.08 0h0.85v-26h-0.85z');
    expect(lanes[1]?.at(-1)).toBe('M362.08 0h0.85v26h-0.85z');
    expect(lanes[2]?.[0]).toBe('M362.08 0h0.85v-2.89h-0.85z');
    expect(lanes[3]?.[0]).toBe('M362.08 0h0.85v2.89h-0.85z');
  });

  it('lie to the right for the right pole on a phone, the newest day first', () => {
    const lanes = lanePaths(daysOfScans([scan([10, 1, 6, 5, 9, 2, 7])]), year, 'down', 16);
    expect(lanes[0]?.at(-1)).toBe('M0 2.08v0.85h16v-0.85z');
    expect(lanes[1]?.at(-1)).toBe('M0 2.08v0.85h-16v-0.85z');
  });

  it('are seen in the middle too, on both sides of it', () => {
    const both = [scan([5, 5, 5, 5, 5, 5, 5]), { ...scan([6, 6, 6, 6, 6, 6, 6]), id: 'b' }];
    const lanes = lanePaths(daysOfScans(both), year, 'right', 26);
    expect(lanes.map(([path]) => path)).toEqual(lanes.map(() => 'M362.08 -1h0.85v2h-0.85z'));
  });

  it('need no more paths for ten years than for a day, and leave other years out', () => {
    const scans = Array.from({ length: 10_000 }, (_, index) => ({
      id: String(index),
      at: at - Math.floor(index / 2.74) * 86_400_000,
      answers: [1, 2, 3, 4, 5, 6, 7].map((axis) => 1 + ((index * axis) % 10)),
    })).reverse();
    const lanes = lanePaths(daysOfScans(scans), year, 'right', 26);
    expect(lanes.map((tones) => tones.length)).toEqual(Array.from({ length: 8 }, () => toneCount));
    for (const tones of lanes) expect(tones.flatMap(barsIn)).toHaveLength(363);
  });

  it('are narrower than a day where few days share the room', () => {
    const [[, , , , path = ''] = []] = lanePaths(
      daysOfScans([scan([10, 10, 10, 10, 10, 10, 10])]),
      { from: today - 49, to: today },
      'right',
      26,
    );
    expect(path).toBe('M47.35 0h0.31v-26h-0.31z');
  });

  it('grow darker with their length', () => {
    const scans = [5.5, 6, 7, 8, 9, 10].map((value, back) =>
      scan(
        Array.from({ length: 7 }, () => value),
        back,
      ),
    );
    const [first = []] = lanePaths(daysOfScans(scans.toReversed()), year, 'right', 26);
    expect(first.map((path) => barsIn(path).length)).toEqual([2, 0, 1, 1, 2]);
  });
});
