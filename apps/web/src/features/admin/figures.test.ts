import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { describe, expect, test } from 'vitest';
import { axisText, figureText } from './figures.ts';

loadAllLocales();

const fr = { locale: 'fr', LL: i18nObject('fr') } as const;
const en = { locale: 'en', LL: i18nObject('en') } as const;

describe('figureText', () => {
  test('writes counts as the language does', () => {
    expect(figureText(fr, 1_234, { unit: 'count', decimals: 0 })).toBe('1\u202F234');
    expect(figureText(en, 1_234, { unit: 'count', decimals: 0 })).toBe('1,234');
  });

  test('shows the length of a quiz with one decimal, also a whole one', () => {
    expect(figureText(fr, 2.9, { unit: 'minutes', decimals: 1 })).toBe('2,9 min');
    expect(figureText(en, 2, { unit: 'minutes', decimals: 1 })).toBe('2.0 min');
  });

  test('shows a dash where there is no mean', () => {
    expect(figureText(fr, null, { unit: 'minutes', decimals: 0 })).toBe('–');
  });
});

describe('axisText', () => {
  test('is whole below ten thousand and short above', () => {
    expect(axisText(4_000, 'fr')).toBe('4\u202F000');
    expect(axisText(1_600_000, 'en')).toBe('1.6M');
  });
});
