/**
 * A cache whose presence tells the service worker to answer every page with its own version, without the server
 * (vite.config.ts names it too): a vault's program does not change by a reload.
 */
const keptVersionCache = 'kept-version';

/**
 * Keeps this device at the version of its service worker until the person agrees to another one or all windows were closed,
 * or ends that. While a newer version waits already, pages are of that one: they are kept once it has been taken. Never
 * rejects: without a service worker or storage every page is the server's.
 */
export async function keepVersion(isKept: boolean): Promise<void> {
  if (!('caches' in globalThis) || !('serviceWorker' in navigator)) return;
  try {
    if (!isKept) return void (await caches.delete(keptVersionCache));
    if (await caches.has(keptVersionCache)) return;
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration && !registration.waiting) await caches.open(keptVersionCache);
  } catch {
    // The browser refuses storage.
  }
}
