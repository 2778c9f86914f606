import type { Page } from '@playwright/test';
import { deviceContents } from '../support/device.ts';
import { expect, ownServerTest } from '../support/fixtures.ts';
import { lockedNote, writeJournal } from '../support/journal.ts';
import { seal } from '../support/notes.ts';
import { ready } from '../support/page.ts';

const said = {
  offline: 'Hors connexion. Vous lisez la copie gardée sur cet appareil.',
  silent: 'Le serveur ne répond pas pour l’instant. Rien n’est perdu.',
};
/** A word of a note, and the start of a list of answers in JSON. */
const planted = ['trois poires', 'disque de ma mère', 'Dire non', 'Solène', 'sommeil', '"answers"', 'answers\\"'];

/** Names of the copies that the device holds; none where a logout has cleared its database. */
async function copies(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'nuances')) return [];
    return new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('nuances');
      opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')));
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction('copies').objectStore('copies').getAllKeys();
        reading.addEventListener('success', () => {
          opening.result.close();
          resolve(reading.result.map((key) => JSON.stringify(key)));
        });
      });
    });
  });
}

/** The content of the service worker's caches, as text. */
function cached(page: Page): Promise<string> {
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

async function seesEverything(page: Page): Promise<void> {
  await page.goto('/history');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('article').getByText('sommeil')).toBeVisible();
  await page.goto('/history?view=year');
  await expect(page.getByRole('slider', { name: 'Jour' })).toHaveAttribute('aria-valuetext', /, 1 scan, /);
  await page.goto('/note');
  await expect(page.getByText('trois poires')).toBeVisible();
  await page.goto('/statistics');
  await expect(page.getByRole('img').first()).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await page.goto('/profile');
  await expect(page.locator('input[name="firstName"]')).toHaveValue('Solène');
}

ownServerTest.describe('stored copies are shown', () => {
  ownServerTest.use({ serviceWorkers: 'allow' });

  ownServerTest(
    'without a network and without a server, after a reload; sealed, and gone at the logout',
    async ({ page, context, watch, server, newPersona, w }) => {
      ownServerTest.setTimeout(120_000);
      watch.allowFailedRequests();
      const persona = await newPersona();
      await persona.saveScan([1, 6, 9, 7, 5, 8, 7], '2026-01-04T08:00:00.000Z');
      await writeJournal(persona);
      await lockedNote(persona);
      const { shortToken, userKey } = await persona.tokens();
      const [scan] = await persona.scans();
      const tags = seal(userKey, JSON.stringify(['sommeil']));
      await persona.call('PUT', `/api/results/${scan?._id}/tags`, { tags }, shortToken);
      const profile = { firstName: 'Solène', lastName: 'Marchand', email: persona.email, dateOfBirth: '1990-02-03' };
      await persona.call('PUT', '/api/profile', { ...profile, countryOfResidency: 'FR' }, shortToken);

      // A device on which only one screen was opened.
      await persona.arrive(page, '/dashboard');
      await ready(page);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await expect
        .poll(async () => (await copies(page)).toSorted(), { timeout: 15_000 })
        .toContainEqual(expect.stringContaining('"queries"'));
      await expect.poll(async () => (await copies(page)).filter((name) => /"note/.test(name)).length).toBe(7);

      // Data that no screen has requested comes last. The copy is sealed, so only reading offline proves that it holds
      // the profile.
      await page.waitForFunction(
        () =>
          performance
            .getEntriesByType('resource')
            .some(
              (one) =>
                one instanceof PerformanceResourceTiming &&
                one.name.includes('profile.get') &&
                one.responseEnd > 0 &&
                performance.now() - one.responseEnd > 2_000,
            ),
        null,
        { timeout: 20_000 },
      );

      await context.setOffline(true);
      await seesEverything(page);
      await expect(page.getByText(said.offline)).toBeVisible();

      const kept = `${await deviceContents(page)} ${await cached(page)}`;
      for (const word of planted) expect(kept).not.toContain(word);
      expect(kept).toContain('"sealed":"');

      await context.setOffline(false);
      await expect(page.getByText(said.offline)).toHaveCount(0);

      await server.stop();
      await seesEverything(page);
      await expect(page.getByText(said.silent)).toBeVisible({ timeout: 20_000 });
      await server.start();
      await expect(page.getByText(said.silent)).toHaveCount(0, { timeout: 20_000 });

      await page.goto('/history');
      expect(await copies(page)).not.toEqual([]);
      await page.getByRole('button', { name: w.logout }).click();
      await expect(page.locator('[data-session="out"]')).toBeAttached();
      await expect.poll(() => copies(page)).toEqual([]);
    },
  );
});
