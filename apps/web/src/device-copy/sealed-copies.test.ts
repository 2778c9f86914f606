import { expect, it, vi } from 'vitest';
import { readCopy } from './sealed-copies.ts';

const device = vi.hoisted(() => ({ copies: new Map<string, object>() }));
vi.mock('../offline/database.ts', () => ({
  transactionOf: async () => ({ store: { get: async ([, name]: [string, string]) => device.copies.get(name) } }),
}));
vi.mock('../keys/device-key.ts', () => ({
  // Its code, or the database of the device, is slow.
  knownDeviceKey: () => new Promise(() => undefined),
}));

it('a device without a copy does not wait for the key', async () => {
  expect(await readCopy('a', 'queries')).toBeUndefined();
  device.copies.set('queries', { owner: 'a', name: 'queries', sealed: '' });
  const read = vi.fn();
  void readCopy('a', 'queries').then(read);
  await new Promise((resolve) => setImmediate(resolve));
  expect(read).not.toHaveBeenCalled();
});
