import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { parseMasterKey } from './master-key.ts';
import { createPseudonym } from './pseudonym.ts';

const master = () => parseMasterKey(randomBytes(32).toString('hex'));

it('gives equal values one pseudonym and different values different ones', () => {
  const key = master();
  const name = createPseudonym(key, 'address');
  expect(name('192.0.2.1')).toMatch(/^[0-9a-f]{64}$/);
  expect(createPseudonym(key, 'address')('192.0.2.1')).toBe(name('192.0.2.1'));
  const others = [
    name('192.0.2.2'),
    name('192.0.2.1', ''),
    name('ab', 'c'),
    name('a', 'bc'),
    createPseudonym(key, 'account')('192.0.2.1'),
    createPseudonym(master(), 'address')('192.0.2.1'),
  ];
  expect(new Set([name('192.0.2.1'), ...others]).size).toBe(7);
});
