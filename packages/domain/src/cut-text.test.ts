import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstWords, firstWordsMax } from './cut-text.ts';

describe('first words', () => {
  it.each([
    ['Une note courte.', 'Une note courte.'],
    ['Le chemin, le soir, long', 'Le chemin, le soir…'],
    ['\n  Deux\n\nlignes ', 'Deux lignes'],
    ['a'.repeat(30), `${'a'.repeat(19)}…`],
    [`${'\n'.repeat(300)}Deux`, 'Deux'],
    ['', ''],
    [' \n', ''],
  ])('NOTE-6: of %j are %j', (text, words) => {
    expect(firstWords(text, 20)).toBe(words);
  });

  it('NOTE-6: they begin the text, on one line, and are never too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const words = firstWords(text, firstWordsMax.row);
        const line = text.replace(/\s+/gu, ' ').trim();
        expect(words.length).toBeLessThanOrEqual(Math.max(firstWordsMax.row, 20));
        expect(words === line || (words.endsWith('…') && line.startsWith(words.slice(0, -1)))).toBe(true);
      }),
    );
  });

  it('NOTE-6: of a very long text they take no time', () => {
    const text = 'mot '.repeat(25_000);
    expect(firstWords(text, firstWordsMax.page)).toBe(`${'mot '.repeat(14).trim()} mot…`);
  });
});
