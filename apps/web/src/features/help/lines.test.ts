import { describe, expect, it } from 'vitest';
import { helpLines } from './lines.ts';

const yearMs = 366 * 86_400_000;

describe('help numbers', () => {
  it.each(helpLines.map((line) => [line.number, line] as const))(
    '%s has been reviewed within a year',
    (_number, line) => {
      const reviewed = Date.parse(line.reviewed);
      expect(reviewed).toBeLessThanOrEqual(Date.now());
      expect(Date.now() - reviewed).toBeLessThan(yearMs);
    },
  );

  it('contains the five numbers that the specification requires', () => {
    expect(helpLines.map(({ number }) => number).sort()).toEqual(['112', '116 123', '15', '3114', '988']);
  });

  it('gives every fact in both languages and names its source', () => {
    for (const { name, hours, language, source } of helpLines) {
      for (const words of [name, hours, language]) expect(words.fr && words.en).toBeTruthy();
      expect(new URL(source.url).protocol).toBe('https:');
    }
  });
});
