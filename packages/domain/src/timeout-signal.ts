/**
 * A signal that is aborted with another one, or after a time. With `AbortSignal.any` alone, Node 20 may collect the signal
 * of the timeout as garbage, and then it never fires (https://github.com/nodejs/node/issues/57736); one that has a
 * listener is kept.
 * @param timeoutMs milliseconds
 */
export function signalWithin(timeoutMs: number, signal: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  timeout.addEventListener('abort', () => undefined, { once: true });
  return AbortSignal.any([signal, timeout]);
}
