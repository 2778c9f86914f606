/** Longest wait for a moment of rest, milliseconds. */
const longest = 3_000;

/** Does work that the page on the screen does not need, once the page is done with itself. */
export function onIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: longest });
  else setTimeout(work, 1_000);
}
