import { describe, expect, it } from 'vitest';
import { isRecentEnough, sourceOfKept, unchangedSince } from './kept.ts';

const at = (day: number, hour = 12) => new Date(2026, 10, day, hour).getTime();
/** Newest first: of these days, with red as given, or kept. */
const scansOf = (...days: readonly (readonly [day: number, red: number, isKept: boolean])[]) =>
  days.map(([day, red, isKept]) => ({
    createdAt: new Date(at(day)).toISOString(),
    answers: [red, 5, 5, 5, 5, 5, 5],
    kept: isKept ? [0] : [],
  }));

describe('as last time', () => {
  it.each([
    [at(25, 9), true],
    [at(18, 0), true],
    [at(17, 23), false],
    [at(26, 0), false],
  ])('SCAN-6: on 25 November at 10, after a scan of %i: %s', (last, isEnough) => {
    expect(isRecentEnough(last, at(25, 10))).toBe(isEnough);
  });

  it('SCAN-7: a kept answer comes from the latest earlier scan that has it', () => {
    const scans = scansOf([25, 4, true], [24, 7, false], [23, 4, true], [22, 4, false]);
    const [kept] = scans;
    if (!kept) throw new Error('there are scans');
    expect(sourceOfKept(scans, kept, 0)).toBe(scans[2]);
    expect(sourceOfKept(scans.slice(0, 2), kept, 0)).toBeUndefined();
  });

  it('SCAN-7: unchanged since the scan in which it was given, from three times on', () => {
    const scans = scansOf([25, 4, true], [24, 4, true], [23, 4, true], [22, 4, false], [21, 4, false]);
    expect(unchangedSince(scans, 0)).toBe(scans[3]);
    expect(unchangedSince(scans.slice(1), 0)).toBeUndefined();
    expect(unchangedSince(scans.slice(0, 3), 0)).toBeUndefined();
    expect(unchangedSince(scans, 1)).toBeUndefined();
    expect(unchangedSince([], 0)).toBeUndefined();
  });
});
