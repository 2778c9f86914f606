/**
 * Starts work whose code is loaded late. What fails starts again when the browser tells that it has a network, in which a
 * piece that failed before is asked for anew. Never rejects.
 */
export function retryOnline(start: () => Promise<unknown>): void {
  start().catch(() => window.addEventListener('online', () => retryOnline(start), { once: true }));
}
