import { describe, expect, it } from 'vitest';
import { compareFiles, readBuildManifest, servedName } from './manifest.ts';

const file = (path: string, letter: string, language: 'en' | 'fr' | null = null) => ({
  path,
  language,
  sha256: letter.repeat(64),
});

it('names what differs, what is missing and what is more', () => {
  const mine = [file('/', 'a', 'en'), file('/', 'b', 'fr'), file('/sw.js', 'c'), file('/gone.js', 'd')];
  const theirs = [file('/', 'a', 'en'), file('/', 'e', 'fr'), file('/sw.js', 'c'), file('/more.js', 'd')];
  expect(compareFiles(mine, theirs)).toEqual({ differing: ['/ (fr)'], missing: ['/gone.js'], extra: ['/more.js'] });
  expect(compareFiles(mine, mine)).toEqual({ differing: [], missing: [], extra: [] });
  expect(mine.map(servedName)).toEqual(['/ (en)', '/ (fr)', '/sw.js', '/gone.js']);
});

describe('a manifest', () => {
  const manifest = { version: '1.2.3', commit: null, files: [file('/sw.js', 'c'), file('/', 'a', 'fr')] };

  it('is read as it was written', () => {
    expect(readBuildManifest(JSON.parse(JSON.stringify(manifest)))).toEqual(manifest);
  });

  it.each([
    ['nothing', null],
    ['a list', []],
    ['no version', { ...manifest, version: undefined }],
    ['no files', { ...manifest, files: {} }],
    ['a commit that is none', { ...manifest, commit: 7 }],
    ['a short hash', { ...manifest, files: [{ ...file('/sw.js', 'c'), sha256: 'abc' }] }],
    ['another language', { ...manifest, files: [{ ...file('/', 'c'), language: 'de' }] }],
    ['an address elsewhere', { ...manifest, files: [file('//evil.example/sw.js', 'c')] }],
    ['an address without a slash', { ...manifest, files: [file('@evil.example/', 'c')] }],
  ])('is refused: %s', (_what, value) => {
    expect(readBuildManifest(value)).toBeNull();
  });
});
