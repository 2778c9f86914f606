import { AppError } from '@nuances/domain/errors';
import { narrowestNetworkOf } from '../auth/networks.ts';

const windowMs = 60_000;
/** Networks, and addresses, that are known at a time; the oldest are forgotten. */
const knownMax = 10_000;

interface Window {
  readonly startedAt: number;
  calls: number;
}

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > knownMax && oldest !== undefined) map.delete(oldest);
}

/**
 * Counts API calls by caller, in windows of a minute. Of our own, because it runs for every call: a library that may also ask a
 * store elsewhere gives a promise, and reads the address anew each time.
 * @param callsPerMinute of one caller (`narrowestNetworkOf`)
 * @param now milliseconds on a clock that never goes back; tests move it
 * @returns counts a call from an address; throws AppError `rateLimited` over the limit
 */
export function createCallLimit(
  callsPerMinute: number,
  now: () => number = () => performance.now(),
): (address: string) => void {
  const callers = new Map<string, string>();
  /** By caller, in the order of their starts. */
  const windows = new Map<string, Window>();

  function callerOf(address: string): string {
    const known = callers.get(address);
    if (known !== undefined) return known;
    const caller = narrowestNetworkOf(address);
    callers.set(address, caller);
    forgetOldest(callers);
    return caller;
  }

  function windowOf(caller: string, at: number): Window {
    const known = windows.get(caller);
    if (known && at - known.startedAt < windowMs) return known;
    const window = { startedAt: at, calls: 0 };
    windows.delete(caller); // to the end of the order
    windows.set(caller, window);
    forgetOldest(windows);
    return window;
  }

  return (address) => {
    const at = now();
    const window = windowOf(callerOf(address), at);
    window.calls += 1;
    if (window.calls > callsPerMinute)
      throw new AppError('rateLimited', {
        retryAfterS: Math.max(1, Math.ceil((window.startedAt + windowMs - at) / 1_000)),
      });
  };
}
