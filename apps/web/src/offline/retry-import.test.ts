import { beforeEach, expect, it, vi } from 'vitest';
import { noteSilence } from './connection.ts';
import { retryImport } from './retry-import.ts';

const askHealth = vi.fn<() => Promise<Response>>();
const unfetched = () => Object.assign(new TypeError('not fetched'), { name: 'UnfetchedError' });

/** The server is asked, does not answer, and answers three seconds later. */
async function serverReturns(): Promise<void> {
  askHealth.mockRejectedValueOnce(new TypeError('fetch failed')).mockResolvedValueOnce(Response.json({}));
  noteSilence();
  await vi.advanceTimersByTimeAsync(3_000);
}

beforeEach(() => {
  vi.stubGlobal('fetch', askHealth);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

it('starts again each time the server is back, until the code has been fetched', async () => {
  const work = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(unfetched())
    .mockRejectedValueOnce(unfetched())
    .mockResolvedValue(undefined);
  await retryImport(work);
  for (const calls of [2, 3, 3]) {
    await serverReturns();
    expect(work).toHaveBeenCalledTimes(calls);
  }
});

it('rejects like work that failed for another reason, and does not start it again', async () => {
  const refused = new TypeError('refused');
  const work = vi.fn(() => Promise.reject(refused));
  await expect(retryImport(work)).rejects.toBe(refused);
  await serverReturns();
  expect(work).toHaveBeenCalledTimes(1);
});
