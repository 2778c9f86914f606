import { textsOf } from '@nuances/i18n/testing';
import { joinedWords } from '@nuances/ui/unbroken-words';
import { expect, it } from 'vitest';

const pronouns = 'je|tu|ils?|elles?|on|nous|vous|ce|moi|toi|les?|la|lui|leur|y|en';
/** A verb with its pronoun, such as « avez-vous » or « coince-t-il ». */
const inversion = new RegExp(`\\p{L}+-(?:t-)?(?:${pronouns})(?![\\p{L}-])`, 'giu');

it('holds every inversion of the French texts together', () => {
  const found = [...textsOf('fr').values()].flatMap((text) => text.match(inversion) ?? []);
  expect(found).toEqual(expect.arrayContaining(['coince-t-il', 'avez-vous', 'est-ce']));
  for (const pair of new Set(found)) expect(pair.split(joinedWords), pair).toEqual(['', pair, '']);
});

it('holds a day and its month together, in both languages', () => {
  const parts = (text: string) => text.split(joinedWords).filter((_, index) => index % 2 === 1);
  expect(parts('mercredi 25 novembre à 21\u202Fh\u202F10')).toEqual(['25 novembre']);
  expect(parts('le 1er août, "1 September 2026"')).toEqual(['1er août', '1 September']);
});

it('holds the symbols of a password together, in both languages', () => {
  for (const locale of ['fr', 'en'] as const) {
    const lists = [...textsOf(locale).values()].filter((text) => text.includes('@$!%'));
    expect(lists.length).toBeGreaterThan(1);
    for (const text of lists) expect(text.split(joinedWords), text).toContain('@$!%*?&');
  }
});
