import type { Page } from '@playwright/test';
import { logOut } from '../support/auth.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** A cache and a database that the product does not know: they disappear only when the browser clears everything. */
const mark = 'planted';

async function plantMark(page: Page): Promise<void> {
  await page.evaluate(async (name) => {
    await caches.open(name);
    await new Promise((resolve) => indexedDB.open(name).addEventListener('success', resolve));
  }, mark);
}

function marks(page: Page): Promise<readonly (string | undefined)[]> {
  return page.evaluate(
    async (name) =>
      [...(await caches.keys()), ...(await indexedDB.databases()).map((database) => database.name)].filter(
        (found) => found === name,
      ),
    mark,
  );
}

/** Waits until the app has made its database. Opened earlier by the test, it would have no stores. */
async function databaseMade(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map((database) => database.name)))
    .toContain('nuances');
}

/** Timeout: the worker fetches every file of the app, beside the other stories. */
const workerWithinMs = 40_000;

/** Waits until the app opens without a network. */
async function workerReady(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          return registration?.active?.state === 'activated' && (await caches.keys()).length > 0;
        }),
      { timeout: workerWithinMs },
    )
    .toBe(true);
}

/** Adds a row to a store of the device's database. */
async function plantRow(page: Page, store: string, row: object): Promise<void> {
  await page.evaluate(
    ([name, value]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('nuances');
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction(name, 'readwrite');
          transaction.objectStore(name).put(value);
          transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
          transaction.addEventListener('error', () => reject(new Error('not written')));
        });
      }),
    [store, row] as const,
  );
}

test('a chosen logout clears the device; the language stays, and the app still opens without a network', async ({
  page,
  context,
  w,
  pageErrors,
  openAsNew,
}) => {
  test.setTimeout(120_000);
  await openAsNew('/dashboard');
  await page.evaluate(() => {
    document.cookie = 'locale=fr; Path=/';
    localStorage.setItem('nuances.devices', 'id.signature');
  });
  // Today says it once, and remembers that.
  await expect(page.getByText('Désormais, tout se lit ici aussi hors connexion.')).toBeVisible({
    timeout: workerWithinMs,
  });
  await databaseMade(page);
  await workerReady(page);
  await plantMark(page);
  expect(await marks(page)).toEqual([mark, mark]);
  await logOut(page, w);
  expect(await marks(page)).toEqual([]);
  // The device token names no account, and stays.
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['nuances.devices', 'nuances.left']);
  expect((await context.cookies()).map(({ name }) => name)).toContain('locale');
  await workerReady(page);
  pageErrors.allowFailedRequests();
  await context.setOffline(true);
  await page.goto('/help');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/parler/);
});

for (const [what, plant] of [
  [
    'a scan that another account has not sent',
    (page: Page) =>
      plantRow(page, 'outbox', {
        ...{ kind: 'scan', id: '11111111-1111-4111-8111-111111111111', owner: 'another' },
        ...{ answers: [1, 2, 3, 4, 5, 6, 7], duration: 9, createdAt: '2026-01-02T03:04:05.000Z', refusal: null },
      }),
  ],
  [
    'a draft of another account',
    (page: Page) =>
      plantRow(page, 'drafts', { id: 'another/new/red/', owner: 'another', sealed: 'AAAA', keptAt: Date.now() }),
  ],
  ['a quiz under way', (page: Page) => page.evaluate(() => localStorage.setItem('quizRun', '{"answers":[3]}'))],
] as const) {
  test(`control: ${what} prevents clearing the device`, async ({ page, w, openAsNew }) => {
    await openAsNew('/note');
    await databaseMade(page);
    await plantMark(page);
    await plant(page);
    await logOut(page, w);
    expect(await marks(page)).toEqual([mark, mark]);
  });
}

test('reads that the browser aborts are no errors of the page', async ({ page, w, account }) => {
  // As when the browser clears its storage during a read.
  await page.addInitScript(() => {
    const { getAll, get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.getAll = function (...range) {
      const request = getAll.apply(this, range);
      this.transaction.abort();
      return request;
    };
    IDBObjectStore.prototype.get = function (key) {
      const request = get.call(this, key);
      this.transaction.abort();
      return request;
    };
  });
  const persona = await account('empty');
  await persona.openInSharedSession(page, '/note');
  await expect(page.getByRole('heading', { level: 1, name: w.notes })).toBeVisible();
  await persona.openInSharedSession(page, '/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
