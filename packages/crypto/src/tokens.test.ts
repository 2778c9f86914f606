import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { parseMasterKey } from './master-key.ts';
import { createDeviceTokens, createSuccessor, equalSecrets, hashToken, newToken } from './tokens.ts';

const newKey = () => parseMasterKey(randomBytes(32).toString('hex'));
const deviceTokens = createDeviceTokens(newKey());

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
  const key = newKey();
  const token = newToken();
  const successor = createSuccessor(key)(token);
  expect(successor).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(createSuccessor(key)(token)).toBe(successor);
  const others = [
    token,
    createSuccessor(key)(successor),
    createSuccessor(key)(newToken()),
    createSuccessor(newKey())(token),
  ];
  expect(new Set([successor, ...others]).size).toBe(5);
});

it('reads the id of the device from a token of the account', () => {
  const token = deviceTokens.sign('alice');
  expect(deviceTokens.read('alice', token)).toBe(token.split('.')[0]);
  expect(deviceTokens.sign('alice')).not.toBe(token);
  expect(token).not.toContain('alice');
});

it('reads nothing from a token of another account, another key, or with one changed character', () => {
  const token = deviceTokens.sign('alice');
  expect(deviceTokens.read('bob', token)).toBeNull();
  expect(createDeviceTokens(newKey()).read('alice', token)).toBeNull();
  for (let index = 0; index < token.length - 1; index += 1) {
    const changed = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
    expect(deviceTokens.read('alice', changed)).toBeNull();
  }
  for (const text of ['', '.', 'x', `${token}.`, `.${token}`]) expect(deviceTokens.read('alice', text)).toBeNull();
});
