import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fallbackLocale, isLocale, localeFromTag, locales } from './locales.ts';

describe('locales', () => {
  it('LOCALE-1: English first, which is the fallback', () => {
    expect(locales).toEqual(['en', 'fr']);
    expect(fallbackLocale).toBe('en');
  });

  it.each([
    ['fr', 'fr'],
    ['FR', 'fr'],
    ['fr-CA', 'fr'],
    ['fr-CA,fr;q=0.8', 'fr'],
    [' fr , en', 'fr'],
    ['fr;q=0.1, en', 'fr'],
    ['en-US,fr', 'en'],
    ['de,fr', 'en'],
    ['fra', 'en'],
    ['f', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [',fr', 'en'],
    ['-', 'en'],
    [null, 'en'],
    [undefined, 'en'],
  ] as const)('LOCALE-1: %j reads %s', (tag, locale) => {
    expect(localeFromTag(tag)).toBe(locale);
  });

  it('LOCALE-1: any text has a language', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (tag) => {
        expect(locales).toContain(localeFromTag(tag));
      }),
    );
  });

  it('LOCALE-1: only the two ids are languages', () => {
    expect(['en', 'fr', 'de', 'EN', '', null, undefined, 0, ['en']].map(isLocale)).toEqual([
      true,
      true,
      ...Array<boolean>(7).fill(false),
    ]);
  });
});
