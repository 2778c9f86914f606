import type { Page } from '@playwright/test';
import { deviceContents } from '../support/device.ts';
import { exportedJson } from '../support/exported.ts';
import { expect, test } from '../support/fixtures.ts';
import { seal } from '../support/notes.ts';
import { blockCalls, restoreCalls } from '../support/page.ts';
import type { Persona } from '../support/persona.ts';
import { fillIn } from '../support/quiz.ts';
import type { Words } from '../support/words.ts';

const answers = [7, 4, 9, 6, 3, 8, 7];
const title = 'Qu’est-ce qui se passait\u202F?';
const done = 'Voir le résultat';

async function finishScan(page: Page, w: Words): Promise<void> {
  // Whether tags exist is known before the last question is answered.
  const known = page.waitForResponse((response) => response.url().includes('results.own'));
  await page.goto('/bodyscan');
  await known;
  await fillIn(page, w, answers);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
}

/** Envelopes on the server, the newest scan first. */
async function storedTags(persona: Persona): Promise<readonly (string | null)[]> {
  const { shortToken } = await persona.tokens();
  const stored = (await persona.scans()).map(async ({ _id }) => {
    const scan = await persona.call('GET', `/api/results/${_id}`, undefined, shortToken);
    return (scan as { tags: string | null }).tags;
  });
  return Promise.all(stored);
}

test('@phone tags of a scan: sealed, offered again, stored without a network, shown in the history @journey', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  test.setTimeout(60_000);
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await persona.saveScan([5, 5, 5, 5, 5, 5, 5], new Date(Date.now() - 86_400_000).toISOString());
  await persona.openInNewSession(page, '/favicon.svg');
  await finishScan(page, w);
  const heading = page.getByRole('heading', { level: 1, name: title });
  await expect(heading).toBeFocused();
  // The scan is stored before the question about tags.
  expect(await persona.scans()).toHaveLength(2);
  await page.getByRole('button', { name: 'un mot', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Ajouter un mot' });
  await field.fill('x'.repeat(25));
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription('24 caractères au plus.');
  await field.fill(' trajet ');
  await field.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'trajet', exact: true })).toBeChecked();
  // Text that is typed and not confirmed counts too.
  await field.fill('mal dormi');
  await page.getByRole('button', { name: done, exact: true }).click();
  const words = page.getByRole('main').getByRole('list', { name: 'Mots de ce scan' });
  await expect(words.getByRole('listitem')).toHaveText(['trajet', 'mal dormi']);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(async () => (await storedTags(persona))[0]).toMatch(/^[A-Za-z0-9+/=]{40,}$/);
  await page.reload();
  await expect(words.getByRole('listitem')).toHaveText(['trajet', 'mal dormi']);

  // The next scan offers them; the network is cut before one is chosen.
  await finishScan(page, w);
  await expect(heading).toBeVisible();
  await blockCalls(page);
  await page.getByRole('checkbox', { name: 'trajet', exact: true }).press('Space');
  await page.getByRole('button', { name: done, exact: true }).click();
  await expect(words.getByRole('listitem')).toHaveText(['trajet']);
  const device = await deviceContents(page);
  expect(device).toContain('"kind":"tags"');
  expect(device).not.toContain('trajet');
  await restoreCalls(page);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await storedTags(persona)).map((tags) => tags === null)).toEqual([false, false, true]);

  await page.goto('/history');
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('article').nth(1)).toContainText('mal dormi');
  await page.getByLabel('Mes mots').selectOption('mal dormi');
  await expect(page.getByRole('article')).toHaveCount(1);

  await page.goto('/profile');
  await page.getByRole('tab', { name: 'Réglages' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter', exact: true }).click();
  const { scans } = JSON.parse(await exportedJson(await download)) as { scans: { tags: readonly string[] }[] };
  expect(scans.map(({ tags }) => tags)).toEqual(expect.arrayContaining([['trajet', 'mal dormi'], ['trajet'], []]));
  await page.getByRole('switch', { name: 'Ne pas demander après un scan' }).click();
  await page.goto('/bodyscan');
  await fillIn(page, w, answers);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page.getByRole('region', { name: w.scales })).toBeVisible();
});

test('own words are renamed, merged with another, and removed from the list', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await persona.saveScans(2);
  const { shortToken, userKey } = await persona.tokens();
  const sealed = [['amis', 'someil'], ['sommeil']].map((tags) => seal(userKey, JSON.stringify(tags)));
  for (const [index, { _id }] of (await persona.scans()).entries())
    await persona.call('PUT', `/api/results/${_id}/tags`, { tags: sealed[index] }, shortToken);
  await persona.openInNewSession(page, '/profile?tab=config');
  const words = page.getByRole('region', { name: 'Mes mots' }).getByRole('listitem');
  await expect(words).toHaveText([/^amis/, /^someil/, /^sommeil/]);
  const choose = async (word: string, what: string) => {
    await page.getByRole('button', { name: `Options du mot ${word}`, exact: true }).click();
    await page.getByRole('menuitem', { name: what, exact: true }).click();
  };
  await choose('amis', 'Renommer');
  await page.getByRole('dialog', { name: 'Renommer' }).getByRole('textbox').fill('amies');
  await page.keyboard.press('Enter');
  await expect(words).toHaveText([/^amies/, /^someil/, /^sommeil/]);
  await choose('someil', 'Réunir avec un autre');
  const merging = page.getByRole('dialog', { name: 'Réunir avec un autre' });
  await merging.getByRole('combobox').selectOption('sommeil');
  await merging.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(words).toHaveText([/^sommeil2 scans/, /^amies/]);
  await choose('amies', 'Retirer de la liste');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirer de la liste', exact: true }).click();
  await expect(words).toHaveText([/^sommeil/]);
  expect(await deviceContents(page)).not.toContain('amies');

  // The scan keeps the word; after a reload it is still not on offer, and other devices see the new ones.
  await page.goto('/history');
  await expect(page.getByRole('article').first()).toContainText(/amies.*sommeil/s);
  await page.goto('/profile?tab=config');
  await expect(words).toHaveText([/^sommeil2 scans/]);
  await expect.poll(async () => (await storedTags(persona)).includes(sealed[0] ?? null)).toBe(false);
});
