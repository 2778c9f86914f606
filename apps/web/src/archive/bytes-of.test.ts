import { expect, it } from 'vitest';
import { bytesOf } from './bytes-of.ts';

it('a file is read in pieces, whole, and says how far it is', async () => {
  const content = Uint8Array.from({ length: 2.5 * 1024 * 1024 }, (_, index) => index % 251);
  const shares: number[] = [];
  const read = await bytesOf(new Blob([content]), (share) => shares.push(share));
  expect(Buffer.compare(read, content)).toBe(0);
  expect(shares).toEqual([0.4, 0.8, 1]);
  expect(await bytesOf(new Blob([]), () => expect.unreachable())).toHaveLength(0);
});
