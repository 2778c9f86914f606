import { expect, it } from 'vitest';
import { fromHex, toHex } from './hex.ts';

it('gives every byte two digits, and reads them', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
  expect(fromHex(toHex(bytes).toUpperCase())).toEqual(bytes);
});
