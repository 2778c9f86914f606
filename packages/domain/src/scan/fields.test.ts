import { describe, expect, it } from 'vitest';
import { readScanContent } from './fields.ts';

const answers = [1, 2, 3, 4, 5, 6, 7];

describe('the content of a scan', () => {
  it.each([
    [undefined, []],
    [null, []],
    [[], []],
    [
      [6, 0, 6, 2],
      [0, 2, 6],
    ],
    [
      [0, 1, 2, 3, 4, 5, 6],
      [0, 1, 2, 3, 4, 5, 6],
    ],
  ])('SCAN-5: kept axes %j are read as %j', (kept, read) => {
    expect(readScanContent({ answers, kept })?.kept).toEqual(read);
  });

  it.each([[[7]], [[-1]], [[1.5]], [['1']], ['1'], [[0, 1, 2, 3, 4, 5, 6, 0]]])('SCAN-5: refuses %j', (kept) => {
    expect(readScanContent({ answers, kept })).toBeNull();
  });

  it('TIME-4: a scan of an earlier version is exact to the minute', () => {
    expect(
      [{}, { moment: null }, { moment: 'day' }].map((more) => readScanContent({ answers, ...more })?.moment),
    ).toEqual(['exact', 'exact', 'day']);
    expect(readScanContent({ answers, moment: 'noon' })).toBeNull();
  });
});
