import { describe, expect, it } from 'vitest';
import { passphraseFault, wordCount } from './passphrase-rule.ts';

describe('a passphrase', () => {
  it.each(['rivage lampe cerise vallon', 'Bs7!kQw2@zzP0x', 'quatre mots ou plus', 'vier-mots-avec-traits'])(
    '« %s » is taken',
    (text) => expect(passphraseFault(text, null)).toBeNull(),
  );

  it.each(['', 'trois mots là', 'Bs7!kQw2@zzP0', 'a b c d'])('« %s » is too short', (text) =>
    expect(passphraseFault(text, null)).toBe('short'),
  );

  it.each(['mot mot mot mot', 'aaaaaaaaaaaaaaaa', '12345678901234567', 'Correct Horse Battery Staple!'])(
    '« %s » is easy to guess',
    (text) => expect(passphraseFault(text, null)).toBe('common'),
  );

  it('is never the login password, however it is composed', () => {
    expect(passphraseFault(' Caf\u0065\u0301-Longue&Phrase7 ', 'Caf\u00E9-Longue&Phrase7')).toBe('isPassword');
    expect(passphraseFault('Court&1', 'Court&1')).toBe('isPassword');
  });

  it('counts words', () => {
    expect(wordCount('  rivage  lampe-cerise ')).toBe(3);
  });
});
