import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { shapeOf } from '../thing.ts';
import { readScanContent, scanFields, type ScanContent } from './fields.ts';

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

  it('is what the schema of a sent scan makes of it, also where it needs no parsing', () => {
    const { answers: said, duration, kept, moment } = shapeOf(scanFields, 'sent');
    const schema = z.object({ answers: said, duration, kept, moment });
    const number = fc.oneof(fc.integer({ min: -1, max: 11 }), fc.constantFrom(null, 1.5, NaN, '1'));
    const content = fc.record(
      {
        answers: fc.oneof(
          { weight: 4, arbitrary: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 7, maxLength: 7 }) },
          fc.array(fc.integer({ min: 0, max: 11 }), { minLength: 6, maxLength: 8 }),
          fc.array(number, { maxLength: 8 }),
        ),
        duration: fc.constantFrom(null, 0, 60, limits.durationMaxS, limits.durationMaxS + 1, -1, 1.5, '60'),
        kept: fc.oneof(fc.subarray([0, 1, 2, 3, 4, 5, 6]), fc.array(number, { maxLength: 8 }), fc.constant(null)),
        moment: fc.constantFrom('exact', 'part', 'day', null, 'noon'),
      } satisfies Record<keyof ScanContent, unknown>,
      { requiredKeys: ['answers'] },
    );
    fc.assert(
      fc.property(content, (given) => {
        const { success, data } = z.safeParse(schema, given);
        expect(readScanContent(given)).toEqual(success ? { ...data, duration: data.duration ?? null } : null);
      }),
      { numRuns: 2_000 },
    );
  });
});
