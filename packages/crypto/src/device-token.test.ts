import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDeviceTokens } from './device-token.ts';
import { parseMasterKey } from './master-key.ts';

const newKey = () => parseMasterKey(randomBytes(32).toString('hex'));
const tokens = createDeviceTokens(newKey());

it('reads the id of the device from a token of the account', () => {
  const token = tokens.sign('alice');
  expect(tokens.read('alice', token)).toBe(token.split('.')[0]);
  expect(tokens.sign('alice')).not.toBe(token);
  expect(token).not.toContain('alice');
});

it('reads nothing from a token of another account, another key, or with one changed character', () => {
  const token = tokens.sign('alice');
  expect(tokens.read('bob', token)).toBeNull();
  expect(createDeviceTokens(newKey()).read('alice', token)).toBeNull();
  for (let index = 0; index < token.length - 1; index += 1) {
    const changed = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
    expect(tokens.read('alice', changed)).toBeNull();
  }
  for (const text of ['', '.', 'x', `${token}.`, `.${token}`]) expect(tokens.read('alice', text)).toBeNull();
});
