import { describe, expect, test } from 'vitest';
import { csvOf } from './csv.ts';

describe('csvOf', () => {
  test('writes French tables with semicolons and decimal commas', () => {
    expect(
      csvOf(
        [
          ['Semaine', 'Durée'],
          ['2026-09-28', 2.9],
          ['2026-10-05', null],
        ],
        'fr',
      ),
    ).toBe('\uFEFFSemaine;Durée\r\n2026-09-28;2,9\r\n2026-10-05;\r\n');
  });

  test('writes English tables with commas and decimal points', () => {
    expect(csvOf([['2026-09-28', 2.9, 1200]], 'en')).toBe('\uFEFF2026-09-28,2.9,1200\r\n');
  });

  test.each(['fr', 'en'] as const)('quotes what would break a line or a column in %s', (locale) => {
    expect(csvOf([['a;b,c', 'say "so"', 'two\nlines']], locale)).toContain('"a;b,c"');
    expect(csvOf([['say "so"']], locale)).toContain('"say ""so"""');
    expect(csvOf([['two\nlines']], locale)).toContain('"two\nlines"');
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('keeps %j from acting as a formula', (text) => {
    expect(csvOf([[text]], 'en').replaceAll('"', '')).toBe(`\uFEFF'${text}\r\n`);
  });

  test('leaves negative numbers numbers', () => {
    expect(csvOf([[-1]], 'en')).toBe('\uFEFF-1\r\n');
  });
});
