import { beforeEach, expect, it, vi } from 'vitest';
import { retryOnline } from './retry-online.ts';

beforeEach(() => void vi.stubGlobal('window', new EventTarget()));

it('starts what failed again at each return of the network, until it has succeeded', async () => {
  const start = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockRejectedValueOnce(new TypeError('still offline'))
    .mockResolvedValue(undefined);
  retryOnline(start);
  const networkReturns = async () => {
    // A failure is known in the next microtasks.
    await Promise.allSettled(start.mock.results.map(({ value }): unknown => value));
    window.dispatchEvent(new Event('online'));
  };
  for (const calls of [2, 3, 3]) {
    await networkReturns();
    expect(start).toHaveBeenCalledTimes(calls);
  }
});
