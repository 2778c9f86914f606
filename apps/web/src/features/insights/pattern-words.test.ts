import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { expect, it } from 'vitest';
import { patternWords } from './pattern-words.ts';

loadAllLocales();

it.each([
  [1.94, '+1,9 point,'],
  [1.96, '+2,0 points,'],
  [-1.96, '\u22122,0 points,'],
])('a difference of %s is written and counted as « %s »', (delta, text) => {
  const side = { count: 40, mean: 6, usual: { low: 5, high: 7 } };
  const sides = { inside: side, outside: side, low: delta / 2, high: delta * 2 };
  const what = {
    grouping: { kind: 'weekday', weekday: 1 },
    axis: 'yellow',
    period: { from: 20_000, to: 20_100 },
  } as const;
  expect(patternWords({ LL: i18nObject('fr'), locale: 'fr' }, { ...what, ...sides, delta }).size).toContain(text);
});
