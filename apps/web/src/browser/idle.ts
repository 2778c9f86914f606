/** Longest wait for an idle moment. */
const maxWaitMs = 3_000;

/** Runs work that the visible page does not need, once the browser is idle. */
export function onIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: maxWaitMs });
  else setTimeout(work, 1_000);
}
