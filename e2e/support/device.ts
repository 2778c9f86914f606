import type { Page } from '@playwright/test';

/** All data of the device as text: a dump of the browser's databases. */
export function deviceContents(page: Page): Promise<string> {
  return page.evaluate(async () => {
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
    return JSON.stringify(found);
  });
}

/** Deletes the stored copies of earlier answers, if any: a screen then waits for the server. */
export function forgetCopies(page: Page): Promise<void> {
  return page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'nuances')) return;
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('nuances');
      opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')));
      opening.addEventListener('success', () => {
        const clearing = opening.result.transaction('copies', 'readwrite');
        clearing.objectStore('copies').clear();
        clearing.addEventListener('complete', () => {
          opening.result.close();
          resolve();
        });
      });
    });
  });
}
