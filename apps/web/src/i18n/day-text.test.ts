import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { expect, it } from 'vitest';
import { timeText } from './day-text.ts';

loadAllLocales();

it.each([
  ['fr', '07:30', '07\u202fh\u202f30'],
  ['en', '21:05', '21:05'],
  ['fr', '', 'hh mm'],
  ['en', '2', 'hh mm'],
] as const)('in %s, the time field with %j shows %j', (locale, value, shown) => {
  expect(timeText({ LL: i18nObject(locale), locale }, value)).toBe(shown);
});
