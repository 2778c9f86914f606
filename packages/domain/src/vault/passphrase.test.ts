import { describe, expect, it } from 'vitest';
import { passphraseProblem, wordCount } from './passphrase.ts';

describe('the passphrase of a vault', () => {
  it.each([
    ['', 'short'],
    ['poire', 'short'],
    ['treize signes', 'short'],
    ['  poire        ', 'short'],
    ['treize      signes', 'short'],
    ['quatorze signe', null],
    ['le thé du soir', null],
    ['ours bus ail nez', null],
    ['a b c d', 'short'],
    ['jean 1 9 84', 'short'],
    ['vier-mots-avec-traits', null],
    ['mot mot mot mot', 'common'],
    ['lavande lavande lavande orage', 'common'],
    ['Lavande lavande citron orage', null],
    ['azertyuiop!!!!', 'common'],
    ['aaaaaaaaaaaaaa', 'common'],
    ['!!!!!!!!!!!!!! ?', 'common'],
    ['19471204 010203', 'common'],
    ['motdepasse motdepasse', 'common'],
    ['azertyuiop qsdf', 'common'],
    ['ABCDEFGHIJKLMNOP', 'common'],
    ['שלום עולם ירח כוכב', null],
    ['rivage lampe cerise vallon', null],
    ['Bs7!kQw2@zzP0x', null],
    ['Correct Horse Battery Staple!', 'common'],
    ['Liberté, égalité, fraternité…', 'common'],
  ])('VAULT-1: %j is %s', (passphrase, problem) => {
    expect(passphraseProblem(passphrase, 'Lavande7!')).toBe(problem);
    expect(passphraseProblem(passphrase, null)).toBe(problem);
  });

  it('VAULT-1: is not the login password, however it is written', () => {
    const password = 'lavande7!Lavande7!';
    for (const same of [password, 'Lavande7! Lavande7!', ' LAVANDE7!LAVANDE7! ']) {
      expect(passphraseProblem(same, password)).toBe('isPassword');
    }
    expect(passphraseProblem('Lavande7! et thym', password)).toBeNull();
    expect(passphraseProblem(' Caf\u0065\u0301-Longue&Phrase7 ', 'Caf\u00E9-Longue&Phrase7')).toBe('isPassword');
  });

  it('VAULT-1: counts words', () => {
    expect(wordCount('  le  thé\u00a0du\nsoir ')).toBe(4);
    expect(wordCount('  rivage  lampe-cerise ')).toBe(3);
    expect(wordCount('a b c')).toBe(0);
  });
});
