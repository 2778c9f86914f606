import { describe, expect, it } from 'vitest';
import { splitAtRanges, matchesIn, linksIn } from './text-parts.ts';

const texts = (text: string, ranges: readonly (readonly [number, number])[]) =>
  ranges.map(([start, end]) => text.slice(start, end));

describe('links in a text', () => {
  it.each([
    ['Voir https://example.org/a?b=1#c.', ['https://example.org/a?b=1#c']],
    [
      '(http://example.org/x), et https://fr.wikipedia.org/wiki/Nuance_(couleur)\u202F!',
      ['http://example.org/x', 'https://fr.wikipedia.org/wiki/Nuance_(couleur)'],
    ],
    ['example.org, javascript:alert(1), https:// et mailto:a@b.fr', []],
    ['«https://example.org»', ['https://example.org']],
  ])('%s', (text, links) => {
    expect(texts(text, linksIn(text))).toEqual(links);
  });
});

describe('what a search finds in a text', () => {
  it.each([
    ['Le cœur léger, sans ÉLAN.', 'elan', ['ÉLAN']],
    ['Le cœur léger', 'coeur', ['cœur']],
    ['Le cœur léger', 'o', ['œ']],
    ['E\u0301lan et élan', 'élan ', ['E\u0301lan', 'élan']],
    ['😊 a.b (a+b) 😊', 'a+b', ['a+b']],
    ['aaa', 'aa', ['aa']],
    ['rien', ' ', []],
  ])('%s: %s', (text, search, found) => {
    expect(texts(text, matchesIn(text, search))).toEqual(found);
  });
});

it('cuts a text, and a part of it, at its ranges, and loses nothing', () => {
  const text = 'Sur https://example.org/ELAN, un élan.';
  const found = matchesIn(text, 'elan');
  const links = splitAtRanges(text, linksIn(text));
  expect(links.map((part) => part.text)).toEqual(['Sur ', 'https://example.org/ELAN', ', un élan.']);
  expect(links.map(({ within }) => within)).toEqual([false, true, false]);
  const parts = links.flatMap((part) => splitAtRanges(part.text, found, part.start));
  expect(parts.map((part) => part.text)).toEqual(['Sur ', 'https://example.org/', 'ELAN', ', un ', 'élan', '.']);
  expect(parts.map(({ within }) => within)).toEqual([false, false, true, false, true, false]);
  expect(parts.map(({ start }) => start)).toEqual([0, 4, 24, 28, 33, 37]);
});
