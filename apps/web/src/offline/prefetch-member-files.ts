import { memberFilesCache, memberFilesPath } from './member-files.ts';

/** The person asked the browser to save data, so that files are fetched only when a screen needs them. */
function savesData(): boolean {
  if (!('connection' in navigator)) return false;
  const { connection } = navigator;
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  );
}

const canKeep = () => !import.meta.env.DEV && 'caches' in globalThis && 'serviceWorker' in navigator;

/**
 * Keeps the files that this page fetched before the service worker answered for it: its screens open without a network
 * too. Rejects without one.
 */
export async function keepFetchedFiles(): Promise<void> {
  if (!canKeep()) return;
  const cache = await caches.open(memberFilesCache);
  for (const { name } of performance.getEntriesByType('resource')) {
    if (!name.startsWith(`${location.origin}/assets/`) || (await caches.match(name))) continue;
    const answer = await fetch(name, { priority: 'low' });
    // A newer version may have taken its place on the server.
    if (answer.ok) await cache.put(name, answer);
  }
}

/**
 * Fetches the files of all screens of members, one after the other, so that they open without a network too, and removes
 * those of older versions. Rejects without a network; what was fetched until then stays.
 * @returns whether all are there
 */
export async function prefetchMemberFiles(): Promise<boolean> {
  if (!canKeep() || savesData()) return false;
  const answer = await fetch(memberFilesPath, { priority: 'low' });
  if (!answer.ok) return false;
  const listed: unknown = await answer.json();
  const wanted = Array.isArray(listed) ? listed.filter((path) => typeof path === 'string') : [];
  const cache = await caches.open(memberFilesCache);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const path of wanted) if (!kept.has(path)) await cache.add(new Request(path, { priority: 'low' }));
  const current = new Set(wanted);
  // Fonts are not listed: a text may need one of those that were fetched for another.
  const isOld = (path: string) => /\.(?:js|css)$/.test(path) && !current.has(path);
  await Promise.all([...kept].filter(isOld).map((path) => cache.delete(path)));
  return wanted.length > 0;
}
