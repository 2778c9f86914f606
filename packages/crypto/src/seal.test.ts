import { describe, expect, it } from 'vitest';
import { parseMasterKey } from './master-key.ts';
import { importNoteKey, sealText } from './note-envelope.ts';
import {
  isSealedBy,
  isSealedWith,
  newUserKey,
  open,
  openUserKey,
  seal,
  SealInvalid,
  sealPrefix,
  sealUserKey,
} from './seal.ts';

const first = parseMasterKey('9b1c3fd5e7208a46b8d2f4016e3a5c7d91b0e2f4d6c8a79b5d3e1f0a2c4b6d8e');
const second = parseMasterKey('1f0a2c4b6d8e9b1c3fd5e7208a46b8d2f4016e3a5c7d91b0e2f4d6c8a79b5d3e');
const alice = { userId: '3f6c1b9e-0000-4000-8000-00000000000a', keyVersion: 1 };
const bob = { userId: '3f6c1b9e-0000-4000-8000-00000000000b', keyVersion: 1 };
const only = { current: first, previous: null };

describe('a sealed user key', () => {
  it('opens to the same 64 digits, and does not contain them', () => {
    const key = newUserKey();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const sealed = sealUserKey(first, alice, key);
    expect(openUserKey(only, alice, sealed)).toBe(key);
    expect(openUserKey(only, { ...alice, userId: alice.userId.toUpperCase() }, sealed)).toBe(key);
    for (const form of [
      key,
      Buffer.from(key, 'hex').toString('base64'),
      Buffer.from(key, 'hex').toString('base64url'),
    ]) {
      expect(sealed).not.toContain(form.slice(0, 12));
    }
    expect(sealUserKey(first, alice, key)).not.toBe(sealed);
  });

  it('does not open for another user or key version', () => {
    const [a, b] = [sealUserKey(first, alice, newUserKey()), sealUserKey(first, bob, newUserKey())];
    expect(() => openUserKey(only, bob, a)).toThrow(SealInvalid);
    expect(() => openUserKey(only, alice, b)).toThrow(SealInvalid);
    expect(() => openUserKey(only, { ...alice, keyVersion: 2 }, a)).toThrow(SealInvalid);
  });

  it('opens with the previous master key, and its prefix tells which key made it', () => {
    const key = newUserKey();
    const old = sealUserKey(first, alice, key);
    expect(openUserKey({ current: second, previous: first }, alice, old)).toBe(key);
    expect(() => openUserKey({ current: second, previous: null }, alice, old)).toThrow('None of the master keys');
    expect(isSealedBy(first, old)).toBe(true);
    expect(isSealedBy(second, old)).toBe(false);
    expect(old.startsWith(sealPrefix(first))).toBe(true);
  });

  it('does not open with any character altered, cut short or lengthened', () => {
    const sealed = sealUserKey(first, alice, newUserKey());
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      expect(() => openUserKey(only, alice, altered), `character ${at}`).toThrow(SealInvalid);
    }
    for (const broken of [
      '',
      'v1',
      sealPrefix(first),
      sealed.slice(0, -1),
      `${sealed}A`,
      `${sealed}=`,
      `${sealed}\n`,
    ]) {
      expect(() => openUserKey(only, alice, broken), JSON.stringify(broken)).toThrow(SealInvalid);
    }
  });

  it('accepts nothing but a user key', () => {
    for (const bad of ['', 'ab', 'g'.repeat(64), newUserKey().slice(2)]) {
      expect(() => sealUserKey(first, alice, bad)).toThrow(RangeError);
    }
  });
});

describe('a seal', () => {
  it('holds any bytes, for one purpose and one context', () => {
    for (const text of ['', 'a mail', 'é'.repeat(10_000)]) {
      const sealed = seal(first, 'mail', ['id', 1], Buffer.from(text));
      expect(open(only, 'mail', ['id', 1], sealed).toString()).toBe(text);
      expect(() => open(only, 'user-key', ['id', 1], sealed)).toThrow(SealInvalid);
      expect(() => open(only, 'mail', ['id'], sealed)).toThrow(SealInvalid);
      expect(() => open(only, 'mail', ['id', '1'], sealed)).toThrow(SealInvalid);
    }
    const sealed = seal(first, 'mail', ['ab', 'c'], Buffer.from('x'));
    expect(() => open(only, 'mail', ['a', 'bc'], sealed)).toThrow(SealInvalid);
  });
});

it('tells the key that has sealed an envelope from every other one', async () => {
  const [own, other] = [newUserKey(), newUserKey()];
  for (const text of ['a', 'Sous le tilleul. '.repeat(500)]) {
    const envelope = await sealText(await importNoteKey(own), text);
    expect(isSealedWith(own, envelope)).toBe(true);
    expect(isSealedWith(other, envelope)).toBe(false);
    expect(isSealedWith(own, `${envelope.slice(0, 20)}${envelope[20] === 'A' ? 'B' : 'A'}${envelope.slice(21)}`)).toBe(
      false,
    );
  }
  expect(isSealedWith(own, 'AAAA')).toBe(false);
});
