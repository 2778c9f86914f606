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
