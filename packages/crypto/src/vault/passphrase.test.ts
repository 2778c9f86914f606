import { hash as argon2, argon2id } from 'argon2';
import { describe, expect, it } from 'vitest';
import { englishWords } from './english-words.ts';
import { fingerprintWords } from './fingerprint-words.ts';
import { frenchWords } from './french-words.ts';
import {
  argon2Floor,
  newPassphraseParameters,
  ParametersInvalid,
  ParametersWeaker,
  readPassphraseParameters,
} from './passphrase-parameters.ts';
import { stretchPassphrase } from './passphrase-secret.ts';
import { suggestPassphrase } from './suggested-passphrase.ts';

describe('the parameters of a passphrase', () => {
  it('have the floor, and a salt of their own', () => {
    const text = newPassphraseParameters();
    expect(text).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}$/);
    expect(newPassphraseParameters()).not.toBe(text);
    expect(readPassphraseParameters(text)).toMatchObject({ cost: argon2Floor });
    expect(readPassphraseParameters(text).salt).toHaveLength(16);
  });

  it('may only rise', () => {
    const known = { memoryKib: 131_072, passes: 4, lanes: 1 };
    expect(readPassphraseParameters(newPassphraseParameters(known)).cost).toEqual(known);
    const higher = { ...known, passes: 5 };
    expect(readPassphraseParameters(newPassphraseParameters(higher), known).cost).toEqual(higher);
    for (const weaker of [argon2Floor, { ...known, memoryKib: 131_071 }, { ...known, passes: 3 }]) {
      expect(() => readPassphraseParameters(newPassphraseParameters(weaker), known)).toThrow(ParametersWeaker);
    }
    // The floor holds for a device that knows nothing, or was told of less.
    const none = { memoryKib: 0, passes: 0, lanes: 0 };
    for (const below of [
      { ...argon2Floor, memoryKib: 65_535 },
      { ...argon2Floor, passes: 2 },
    ]) {
      expect(() => readPassphraseParameters(newPassphraseParameters(below))).toThrow(ParametersWeaker);
      expect(() => readPassphraseParameters(newPassphraseParameters(below), none)).toThrow(ParametersWeaker);
    }
  });

  it('that ask for too much, or are anything else, are refused', () => {
    for (const above of [
      { ...argon2Floor, memoryKib: 262_145 },
      { ...argon2Floor, passes: 11 },
      { ...argon2Floor, lanes: 5 },
    ]) {
      expect(() => readPassphraseParameters(newPassphraseParameters(above))).toThrow(ParametersInvalid);
    }
    const good = newPassphraseParameters();
    for (const other of [
      '',
      good.replace('argon2id', 'argon2i'),
      good.replace('v=19', 'v=16'),
      good.replace('t=3', 't=03'),
      good.slice(0, -1),
      `${good}A`,
      `${good}\n`,
      good.replace('p=1', 'p=0'),
    ]) {
      expect(() => readPassphraseParameters(other), other).toThrow(ParametersInvalid);
    }
  });
});

describe('a stretched passphrase', () => {
  const parameters = readPassphraseParameters(newPassphraseParameters());

  it('is what another Argon2id gives', async () => {
    const passphrase = 'quatre poires 🍐 déjà mûres';
    const { memoryKib: memoryCost, passes: timeCost, lanes: parallelism } = parameters.cost;
    const options = { memoryCost, timeCost, parallelism, hashLength: 32, salt: Buffer.from(parameters.salt) };
    const expected = await argon2(passphrase.normalize('NFKC'), { ...options, type: argon2id, raw: true });
    expect(Buffer.from(await stretchPassphrase(passphrase, parameters)).equals(expected)).toBe(true);
  });

  it('is the same however a keyboard writes it, and another one for other words', async () => {
    const typed = ['déjà vu ﬁn', '  de\u0301ja\u0300\u00a0vu  fin ', 'Déjà vu fin'];
    const [one, same, other] = await Promise.all(typed.map((text) => stretchPassphrase(text, parameters)));
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });
});

describe('the lists of words', () => {
  it.each([
    ['fingerprints', fingerprintWords, 1024],
    ['French passphrases', frenchWords, 2048],
    ['English passphrases', englishWords, 2048],
  ])('have 4 to 8 letters without accents, sorted and once each: %s', (_name, words, length) => {
    expect(words).toHaveLength(length);
    expect(words).toEqual([...new Set(words)].sort());
    expect(words.filter((word) => !/^[a-z]{4,8}$/.test(word))).toEqual([]);
  });

  it('of fingerprints: any two differ in two letters or more', () => {
    // Two words are one letter apart when leaving one letter out of each, or of one, gives the same.
    const shorter = (word: string) => Array.from(word, (_letter, at) => `${word.slice(0, at)}${word.slice(at + 1)}`);
    const masked = (word: string) => Array.from(word, (_letter, at) => `${word.slice(0, at)}?${word.slice(at + 1)}`);
    const all = new Set(fingerprintWords);
    expect(fingerprintWords.filter((word) => shorter(word).some((other) => all.has(other)))).toEqual([]);
    const forms = fingerprintWords.flatMap(masked);
    expect(forms.filter((form, at) => forms.indexOf(form) !== at)).toEqual([]);
  });
});

describe('a suggested passphrase', () => {
  it('has six words of the list, drawn anew each time, and each as likely', () => {
    const counts = new Map<string, number>();
    const draws = 8_000;
    for (let draw = 0; draw < draws; draw += 1) {
      const words = suggestPassphrase(frenchWords).split(' ');
      expect(words).toHaveLength(6);
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    // 23.4 on average for each of 2,048; chi-square with 2,047 degrees of freedom, six standard deviations wide.
    const expected = (6 * draws) / frenchWords.length;
    const chi = frenchWords.reduce((sum, word) => sum + ((counts.get(word) ?? 0) - expected) ** 2 / expected, 0);
    expect(Math.abs(chi - 2047)).toBeLessThan(6 * Math.sqrt(2 * 2047));
    // That any of them is never drawn has a chance of one in seven million.
    expect(counts.size).toBe(frenchWords.length);
    expect(() => suggestPassphrase(frenchWords.slice(1))).toThrow(RangeError);
  });
});
