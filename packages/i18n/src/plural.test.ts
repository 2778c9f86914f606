import { describe, expect, it } from 'vitest';
import { i18nObject } from './i18n-util';
import { loadAllLocales } from './i18n-util.sync';
import { countText, pluralForm } from './plural.ts';

loadAllLocales();
const one = ({ count }: { count: number | string }) => `one ${count}`;
const other = ({ count }: { count: number | string }) => `other ${count}`;

describe('counts', () => {
  it.each([
    [0, 'one 0'],
    [1, 'one 1'],
    [1.5, 'one 1,5'],
    [2, 'other 2'],
    [1_234, 'other 1\u202F234'],
    [1_000_000, 'other 1\u202F000\u202F000'],
  ])('%s in French', (count, text) => {
    expect(countText({ one, other }, 'fr', count)).toBe(text);
  });

  it.each([
    [0, 'other 0'],
    [1, 'one 1'],
    [1.5, 'other 1.5'],
    [2, 'other 2'],
    [1_234, 'other 1,234'],
  ])('%s in English', (count, text) => {
    expect(countText({ one, other }, 'en', count)).toBe(text);
  });

  it.each([
    [0.1, 'one', 'other'],
    [1, 'one', 'other'],
    [-1, 'one', 'other'],
    [-1.9, 'one', 'other'],
    [2, 'other', 'other'],
  ])('%s with one decimal', (value, fr, en) => {
    expect(pluralForm('fr', value, 1)).toBe(fr);
    expect(pluralForm('en', value, 1)).toBe(en);
  });

  it('with texts of a catalogue', () => {
    expect(countText(i18nObject('fr').outbox.waiting, 'fr', 1)).toBe('1 élément attend d’être envoyé.');
    expect(countText(i18nObject('en').outbox.waiting, 'en', 3)).toBe('3 items are waiting to be sent.');
    const rare = { tag: 'mer', count: 1, min: 8 };
    expect(i18nObject('fr').insight.fewTag[pluralForm('fr', 1)](rare)).toContain('\u00A0: 1 scan avec.');
    expect(i18nObject('en').insight.fewTag[pluralForm('en', 1)](rare)).toContain(': 1 scan with it.');
    const figures = { pole: 'Joy', values: '4', count: 1, total: 3 };
    expect(i18nObject('en').stats.how.frequent(figures)).toBe('Joy: 4, in 1 of 3 scans');
  });
});
