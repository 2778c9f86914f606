import { expect, type Page } from '@playwright/test';

/** All data of the device as text: a dump of the browser's databases, bytes as text and in hexadecimal, and keys as `CryptoKey`. */
export function deviceContents(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const readable = (_name: string, value: unknown): unknown => {
      if (value instanceof CryptoKey) return 'CryptoKey';
      if (!(value instanceof ArrayBuffer) && !ArrayBuffer.isView(value)) return value;
      const bytes = new Uint8Array(value instanceof ArrayBuffer ? value : value.buffer);
      return [new TextDecoder().decode(bytes), Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('')];
    };
    const wait = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no answer')));
      });
    const database = await wait(indexedDB.open('nuances'));
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const name of database.objectStoreNames) {
      found.push([name, await wait(database.transaction(name).objectStore(name).getAll())]);
    }
    database.close();
    return JSON.stringify(found, readable);
  });
}

/** The rows of a store of the device's database. @throws Error when there is no such store */
export async function storedIn(page: Page, store: string): Promise<readonly unknown[]> {
  const [, , ...stores] = JSON.parse(await deviceContents(page)) as [unknown, unknown, ...[string, unknown[]][]];
  const found = stores.find(([name]) => name === store);
  if (!found) throw new Error(`no store ${store}`);
  return found[1];
}

/** Addresses and texts of all that service workers have stored, but the files of the build. */
export function cachedTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (!/\.(?:js|css|woff2|png|svg|webp)$/.test(new URL(request.url).pathname))
          texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join('\n');
  });
}

/**
 * Runs a request on the stored copies of earlier answers, inside a page; null without a database, as after a logout. It
 * is sent as text, so it may use nothing outside of itself.
 */
export async function requestCopies(method: 'clear' | 'getAllKeys'): Promise<IDBValidKey[] | null> {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'nuances')) return null;
  return new Promise<IDBValidKey[] | null>((resolve, reject) => {
    const opening = indexedDB.open('nuances');
    // A logout has deleted it meanwhile: without this, an empty one would take its place.
    opening.addEventListener('upgradeneeded', () => {
      opening.transaction?.abort();
      resolve(null);
    });
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')));
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('copies', 'readwrite');
      const running = transaction.objectStore('copies')[method]();
      transaction.addEventListener('complete', () => {
        opening.result.close();
        resolve(running.result ?? []);
      });
    });
  });
}

/** Names of the copies on the device. */
export async function copyNames(page: Page): Promise<readonly string[]> {
  const keys = await page.evaluate<IDBValidKey[] | null, 'getAllKeys'>(requestCopies, 'getAllKeys');
  return (keys ?? []).map((key) => JSON.stringify(key));
}

/** Deletes the stored copies of earlier answers, if any: a screen then waits for the server. */
export async function deleteDeviceCopies(page: Page): Promise<void> {
  await page.evaluate<IDBValidKey[] | null, 'clear'>(requestCopies, 'clear');
}

/** Waits until a call was answered two seconds ago: its copy, which is sealed, is written soon after the answer. */
export async function waitUntilAnswered(page: Page, call: string): Promise<void> {
  const isAnswered = (name: string) =>
    performance
      .getEntriesByType('resource')
      .some(
        (one) =>
          one instanceof PerformanceResourceTiming &&
          one.name.includes(name) &&
          one.responseEnd > 0 &&
          performance.now() - one.responseEnd > 2_000,
      );
  await page.waitForFunction(isAnswered, call, { timeout: 20_000 });
}

/** Waits until the files of all screens of members are on the device. */
export async function waitUntilMemberFilesAreFetched(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      const wanted: unknown = await (await fetch('/member-files.json')).json();
      if (!Array.isArray(wanted) || wanted.length < 50) return ['the list itself'];
      const cache = await caches.open('member-files');
      const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
      return wanted.filter((path) => !kept.has(String(path)));
    });
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
}
