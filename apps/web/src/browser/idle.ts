/** Longest wait for an idle moment. */
const maxWaitMs = 3_000;

/**
 * Starts what the visible page does not need, once the browser is idle; the one that wants it then tries again what has
 * failed. Call it once for each piece, so that an input does not wait for all of them.
 */
export function onIdle(start: () => unknown): void {
  const work = () => void (async () => start())().catch(() => undefined);
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: maxWaitMs });
  else setTimeout(work, 1_000);
}
