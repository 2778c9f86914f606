import type { BrowserContext, Page } from '@playwright/test';
import { deviceContents } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { finishPrefetched, waitUntilReady, restoreCalls, blockCalls } from '../support/page.ts';
import { answerAll, countOf, fillIn } from '../support/quiz.ts';
import type { Words } from '../support/words.ts';

/** Answers that are different from all other lists on the device. */
const answers = [3, 8, 10, 1, 9, 2, 7];
const name = 'Zénobie-Planté';
const locked = '1 élément ne s’ouvre pas avec votre clé actuelle. Il est gardé tel quel.';

/** Answers of a stored scan or an unfinished quiz, and fields of the profile, that are readable on the device. */
async function readable(page: Page): Promise<readonly string[]> {
  const kept = await deviceContents(page);
  // In a record of the database, and in a text of local storage.
  const forms = ['[3,8,10', '3,8,10,1', name, '"answers"', 'answers\\"'];
  return forms.filter((form) => kept.includes(form));
}

const sealedItems = async (page: Page) => (await deviceContents(page)).match(/"kind":"sealed"/g)?.length ?? 0;

/** Waits until the page has the key, which a newly opened page requests from the server. */
async function keyHere(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nuances.noteKey'))).toBe('1');
}

async function finish(page: Page, w: Words): Promise<void> {
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page).toHaveURL(/\/result$/);
}

/** Writes items to the outbox of the device, as another version or a damaged disk would leave them. */
function plant(page: Page, items: readonly object[]): Promise<void> {
  return page.evaluate(
    (planted) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('nuances');
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('outbox', 'readwrite');
          for (const item of planted) writing.objectStore('outbox').put(item);
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    items,
  );
}

async function visitorsDevice(context: BrowserContext, w: Words): Promise<readonly string[]> {
  const page = await context.newPage();
  await page.goto('/bodyscan');
  await fillIn(page, w, answers);
  await finish(page, w);
  return readable(page);
}

test.beforeEach(({ pageErrors }) => pageErrors.allowFailedRequests());

test('an unfinished quiz and unsent items are sealed, survive the session, and reach the account', async ({
  page,
  w,
  newPersona,
  browser,
  baseURL,
}) => {
  // Control: the same search finds a visitor's scan, which has no key.
  const visitor = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), locale: 'fr-FR' });
  expect(await visitorsDevice(visitor, w)).not.toEqual([]);
  await visitor.close();

  const persona = await newPersona();
  const profile = { firstName: 'Ana', lastName: 'Marchand', email: persona.email, dateOfBirth: '1990-02-03' };
  await persona.callAsUser('PUT', '/api/profile', { ...profile, countryOfResidency: 'FR' });
  await persona.openInNewSession(page, '/bodyscan');
  await keyHere(page);
  await answerAll(page, w, answers.slice(0, 3));
  await expect.poll(() => deviceContents(page)).toContain('/quiz"');
  expect(await readable(page)).toEqual([]);
  await page.reload();
  await expect(page.getByText(w.resumed)).toBeVisible();
  await expect(countOf(page)).toHaveText(w.count(3));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Reprendre le scan' }).click();
  await expect(countOf(page)).toHaveText(w.count(3));
  await page.getByRole('button', { name: w.restart }).click();
  await fillIn(page, w, answers);
  await finishPrefetched(page);
  await blockCalls(page);
  await finish(page, w);
  await expect(page.getByText(w.waiting)).toBeVisible();
  await expect.poll(() => sealedItems(page)).toBe(1);
  expect(await deviceContents(page)).not.toContain('/quiz"');

  await restoreCalls(page);
  await page.route(/results\.create|profile\.update/, (route) => route.abort('connectionrefused'));
  await page.goto('/profile');
  await page.getByLabel('Prénom').fill(name);
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect.poll(() => sealedItems(page)).toBe(2);
  await expect.poll(() => readable(page)).toEqual([]);
  // A reload opens them again, and a later refusal does not make them readable.
  await page.goto('/profile');
  await expect(page.getByLabel('Prénom')).toHaveValue(name);
  await page.goto('/history');
  await expect(page.getByRole('article')).toHaveCount(1);

  // The session ends by itself, and its key is deleted.
  await page.evaluate(() => {
    localStorage.removeItem('token');
    localStorage.removeItem('refreshToken');
  });
  await page.goto('/result');
  await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nuances.noteKey'))).toBeNull();
  expect(await sealedItems(page)).toBe(2);
  expect(await readable(page)).toEqual([]);

  await page.unroute(/results\.create|profile\.update/);
  await persona.openInNewSession(page, '/history');
  await expect.poll(async () => (await persona.scans()).map((scan) => scan.answers)).toEqual([answers]);
  const stored = () => persona.callAsUser('GET', '/api/profile');
  await expect.poll(stored).toMatchObject({ firstName: name });
  await expect.poll(() => sealedItems(page)).toBe(0);
});

test('readable items of an earlier version are sealed, and items that no key opens stay and are reported', async ({
  page,
  openAsNew,
}) => {
  const persona = await openAsNew('/dashboard');
  await waitUntilReady(page);
  const owner = await page.evaluate(() => {
    const claims: unknown = JSON.parse(atob(localStorage.getItem('token')?.split('.')[1] ?? ''));
    return typeof claims === 'object' && claims && 'sub' in claims ? String(claims.sub) : '';
  });
  await page.route(/results\.create/, (route) => route.abort('connectionrefused'));
  const createdAt = '2026-11-20T20:14:00.000Z';
  const filed = { owner, createdAt, refusal: null } as const;
  await keyHere(page);
  // On a page without the app.
  await page.goto('/favicon.svg');
  await plant(page, [
    { ...filed, kind: 'scan', id: '1f0d9c52-6d34-4b1e-9f51-0a4b1c2d3e4f', answers, duration: 61 },
    { ...filed, kind: 'sealed', of: 'scan', id: 'damaged', sealed: 'x'.repeat(60), isUnreadable: false },
  ]);
  expect(await readable(page)).not.toEqual([]);
  await page.goto('/dashboard');
  await expect.poll(() => readable(page)).toEqual([]);
  expect(await sealedItems(page)).toBe(2);
  await expect(page.getByText(locked)).toBeVisible();

  await page.unroute(/results\.create/);
  await page.reload();
  await expect.poll(async () => (await persona.scans()).map((scan) => scan.answers)).toEqual([answers]);
  await expect.poll(() => sealedItems(page)).toBe(1);
  await expect(page.getByText(locked)).toBeVisible();
});
