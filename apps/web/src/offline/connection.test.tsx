import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Store } from '../browser/store.ts';
import { noteSilence, onReconnect, useConnection } from './connection.ts';

/** A rendering without a page does not subscribe. */
vi.mock('../browser/store.ts', async (original) => ({
  ...(await original<typeof import('../browser/store.ts')>()),
  useStore<T>({ subscribe, get }: Store<T>) {
    subscribe(() => undefined);
    return get();
  },
}));

function Banner() {
  return useConnection();
}
const shown = () => renderToStaticMarkup(<Banner />);

const askHealth = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', askHealth);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

it('asks the server at once when the network returns, in a long pause too', async () => {
  askHealth.mockRejectedValue(new TypeError('fetch failed'));
  const reconnected = vi.fn();
  onReconnect(reconnected);
  expect(shown()).toBe('online');
  noteSilence();
  // After 0, 3 and 9 seconds; the next pause would take twelve.
  await vi.advanceTimersByTimeAsync(9_000);
  expect(askHealth).toHaveBeenCalledTimes(3);
  expect(shown()).toBe('silent');

  window.dispatchEvent(new Event('online'));
  expect(shown()).toBe('online');
  await vi.advanceTimersByTimeAsync(0);
  expect(askHealth).toHaveBeenCalledTimes(4);
  expect(shown()).toBe('silent');
  // A network that is only coming up is asked again as soon as the first time.
  await vi.advanceTimersByTimeAsync(3_000);
  expect(askHealth).toHaveBeenCalledTimes(5);

  reconnected.mockClear();
  askHealth.mockResolvedValue(Response.json({}));
  await vi.runAllTimersAsync();
  expect(reconnected).toHaveBeenCalledTimes(1);
  expect(shown()).toBe('online');
});
