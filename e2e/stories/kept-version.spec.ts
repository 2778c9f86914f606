import type { Page } from '@playwright/test';
import { expect, test as base } from '../support/fixtures.ts';
import { newerVersion, serveVersions, type VersionedProduct } from '../support/newer-version.ts';

const test = base.extend<{ product: VersionedProduct }>({
  product: async ({ baseURL }, use) => {
    const product = await serveVersions(baseURL ?? '');
    await use(product);
    await product.close();
  },
  origin: ({ product }, use) => use(product.url),
});

test.use({ serviceWorkers: 'allow' });

const said = {
  waits: `La version ${newerVersion} est prête. Avec un coffre, elle attend votre accord.`,
  ready: 'Une nouvelle version est disponible.',
  take: 'Mettre à jour',
};
const newer = (page: Page) => page.locator(`meta[name="version"][content="${newerVersion}"]`);

/** Opens the app until its worker answers, on a device with a vault or without one. */
async function openApp(page: Page, { url }: VersionedProduct, hasVault: boolean): Promise<void> {
  await page.goto(`${url}/help`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  if (hasVault) await page.evaluate(() => localStorage.setItem('nuances.vault', 'somebody'));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect.poll(() => page.evaluate(() => caches.has('kept-version'))).toBe(hasVault);
}

const look = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

test('a device with a vault stays at its version until the person agrees', async ({ page, product }) => {
  await openApp(page, product, true);
  product.release();
  await page.goto(`${product.url}/privacy`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(newer(page)).toHaveCount(0);
  await look(page);
  await expect(page.getByText(said.waits)).toBeVisible();
  await page.reload();
  await expect(page.getByText(said.waits)).toBeVisible();
  await expect(newer(page)).toHaveCount(0);
  // What is no page of the app is the server's.
  expect(await page.evaluate(async () => (await fetch('/api/health')).status)).toBe(200);

  await page.getByRole('button', { name: said.take }).click();
  await expect(newer(page)).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => caches.has('kept-version'))).toBe(true);
});

test('it stays there after the end of its session', async ({ page, product }) => {
  await openApp(page, product, true);
  // As the end of a session leaves a device that has opened a vault.
  await page.evaluate(() => localStorage.setItem('nuances.pins', '[]'));
  await page.evaluate(() => localStorage.removeItem('nuances.vault'));
  product.release();
  await page.reload();
  await look(page);
  await expect(page.getByText(said.waits)).toBeVisible();
  await page.reload();
  await expect(page.getByText(said.waits)).toBeVisible();
  await expect(newer(page)).toHaveCount(0);
});

test('it takes the new version after all its windows were closed', async ({ page, product, context }) => {
  await openApp(page, product, true);
  product.release();
  await look(page);
  await expect(page.getByText(said.waits)).toBeVisible();
  await page.close();
  await expect(async () => {
    const next = await context.newPage();
    await next.goto(`${product.url}/help`);
    const found = await newer(next).count();
    await next.close();
    expect(found).toBe(1);
  }).toPass({ timeout: 30_000 });
});

test('a device without a vault has the pages of the server, and is offered the rest', async ({ page, product }) => {
  await openApp(page, product, false);
  product.release();
  await page.goto(`${product.url}/privacy`);
  await expect(newer(page)).toHaveCount(1);
  await look(page);
  await expect(page.getByText(said.ready)).toBeVisible();
});

test('the page of checks lists the files of the version that waits', async ({ page, product, newPersona }) => {
  const persona = await newPersona();
  await openApp(page, product, true);
  product.release();
  await page.route('**/api/build', async (route) => {
    const answer = await route.fetch();
    const published = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...published, version: newerVersion } });
  });
  await persona.openInNewSession(page, '/profile/security/check');
  await look(page);
  await expect(page.getByText(`La version ${newerVersion} attend votre accord.`)).toBeVisible();
  const lists = page.getByRole('list', { name: /^\d+ fichiers, empreintes SHA-256$/ });
  await expect(lists).toHaveCount(1);
  await page.getByRole('button', { name: 'Voir les fichiers' }).click();
  await expect(lists).toHaveCount(2);
  await expect(lists.first().getByText('/sw.js', { exact: true })).toBeVisible();
});
