import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { parseMasterKey } from './master-key.ts';
import { createSuccessor, equalSecrets, hashToken, newToken } from './tokens.ts';

it('makes tokens of 256 random bits, all different', () => {
  const tokens = Array.from({ length: 10_000 }, newToken);
  expect(new Set(tokens).size).toBe(10_000);
  for (const token of tokens.slice(0, 100)) {
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  }
});

it('stores SHA-256, in which the token cannot be found', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  const token = newToken();
  expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashToken(token)).not.toContain(Buffer.from(token, 'base64url').toString('hex').slice(0, 16));
});

it('compares secrets of any length', () => {
  expect(equalSecrets('same', 'same')).toBe(true);
  expect(equalSecrets('same', 'sama')).toBe(false);
  expect(equalSecrets('same', 'longer than same')).toBe(false);
  expect(equalSecrets('', '')).toBe(true);
});

it('gives a token one successor, which only the master key can make', () => {
  const key = parseMasterKey(randomBytes(32).toString('hex'));
  const token = newToken();
  const successor = createSuccessor(key)(token);
  expect(successor).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(createSuccessor(key)(token)).toBe(successor);
  const others = [
    token,
    createSuccessor(key)(successor),
    createSuccessor(key)(newToken()),
    createSuccessor(parseMasterKey(randomBytes(32).toString('hex')))(token),
  ];
  expect(new Set([successor, ...others]).size).toBe(5);
});
