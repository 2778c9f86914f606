/**
 * Runs work while no other tab of the product holds a lock of the name. Web Locks need a secure context: without one it runs at
 * once.
 * @param onWait called when another tab holds the lock; the work starts once that one is done, or closed
 */
export async function withWebLock<T>(name: string, work: () => Promise<T>, onWait?: () => void): Promise<T> {
  if (!('locks' in navigator)) return work();
  if (onWait) {
    const free = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
      lock ? { result: await work() } : null,
    );
    if (free) return free.result;
    onWait();
  }
  return navigator.locks.request(name, work);
}
