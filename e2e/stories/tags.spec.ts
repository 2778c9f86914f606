import type { Page } from '@playwright/test';
import { copyNames, deviceContents } from '../support/device.ts';
import { exportAll, exportedJson } from '../support/exported.ts';
import { expect, test } from '../support/fixtures.ts';
import { keptDrafts, seal, storeWords, unseal } from '../support/notes.ts';
import { blockCalls, holdRequests, restoreCalls, waitForPaint } from '../support/page.ts';
import type { Persona } from '../support/persona.ts';
import { fillIn } from '../support/quiz.ts';
import type { Words } from '../support/words.ts';

const answers = [7, 4, 9, 6, 3, 8, 7];
const add = 'Ajouter un mot';
const most = '8 mots pour un scan, c’est le maximum.';

/** The row of words on the result. */
function row(page: Page) {
  return page.getByRole('main').getByRole('group', { name: 'Qu’est-ce qui se passait\u202F?' });
}

function word(page: Page, name: string) {
  return row(page).getByRole('checkbox', { name, exact: true });
}

async function finishScan(page: Page, w: Words): Promise<void> {
  await page.goto('/bodyscan');
  await fillIn(page, w, answers);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
}

async function type(page: Page, w: Words, text: string): Promise<void> {
  await row(page).getByRole('button', { name: w.addTag, exact: true }).click();
  await page.getByRole('textbox', { name: add }).fill(text);
}

/** Chooses from the menu of an own word. */
async function choose(page: Page, own: string, what: string): Promise<void> {
  await page.getByRole('button', { name: `Options du mot ${own}`, exact: true }).click();
  await page.getByRole('menuitem', { name: what, exact: true }).click();
}

async function rename(page: Page, own: string, to: string): Promise<void> {
  await choose(page, own, 'Renommer');
  await page.getByRole('dialog', { name: 'Renommer' }).getByRole('textbox').fill(to);
  await page.keyboard.press('Enter');
}

/** The words of a persona's scans, the newest scan first, decrypted. */
async function storedWords(persona: Persona): Promise<readonly (readonly string[])[]> {
  const { userKey } = await persona.tokens();
  return (await storedTags(persona)).map((tags) =>
    tags === null ? [] : (JSON.parse(unseal(userKey, tags)) as readonly string[]),
  );
}

/** Envelopes on the server, the newest scan first. */
async function storedTags(persona: Persona): Promise<readonly (string | null)[]> {
  const stored = (await persona.scans()).map(async ({ _id }) => {
    const scan = await persona.callAsUser('GET', `/api/results/${_id}`);
    return (scan as { tags: string | null }).tags;
  });
  return Promise.all(stored);
}

test('@phone words of a scan: a touch on the result saves them, sealed; offered again, stored without a network @journey', async ({
  page,
  w,
  pageErrors,
  openAsNew,
}) => {
  test.setTimeout(60_000);
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/dashboard');
  // Finish leads to the result, also after the first scan.
  await page.getByRole('navigation').getByRole('link', { name: w.quiz, exact: true }).filter({ visible: true }).click();
  await fillIn(page, w, answers);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(row(page).getByRole('checkbox')).toHaveCount(0);
  await type(page, w, 'x'.repeat(25));
  const field = page.getByRole('textbox', { name: add });
  await expect(field).toBeFocused();
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription('24 caractères au plus.');
  await field.fill(' trajet ');
  await field.press('Enter');
  await expect(word(page, 'trajet')).toBeChecked();
  await expect(page.getByRole('status').filter({ hasText: /^Gardé$/ })).toBeVisible();
  // Text that is typed and not confirmed counts too, here when the Back button leaves the result.
  await field.fill('mal dormi');
  await page.goBack();
  await expect.poll(() => storedWords(persona)).toEqual([['trajet', 'mal dormi']]);
  expect((await storedTags(persona))[0]).toMatch(/^[A-Za-z0-9+/=]{40,}$/);

  // The next scan offers them; the network is cut before one is chosen.
  await finishScan(page, w);
  await expect(word(page, 'trajet')).toBeVisible();
  await expect(page.getByText(w.saved)).toBeVisible();
  await blockCalls(page);
  await word(page, 'trajet').press('Space');
  await expect(page.getByRole('status').filter({ hasText: 'Gardé ici, envoyé plus tard' })).toBeVisible();
  await expect(word(page, 'trajet')).toBeChecked();
  const device = await deviceContents(page);
  expect(device).toContain('"kind":"tags"');
  expect(device).not.toContain('trajet');
  await restoreCalls(page);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => storedWords(persona)).toEqual([['trajet'], ['trajet', 'mal dormi']]);

  await page.goto('/history');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByLabel('Mes mots').selectOption('mal dormi');
  await expect(page.getByRole('article')).toHaveCount(1);

  const { scans } = JSON.parse(await exportedJson(await exportAll(page))) as { scans: { tags: readonly string[] }[] };
  expect(scans.map(({ tags }) => tags)).toEqual(expect.arrayContaining([['trajet', 'mal dormi'], ['trajet']]));
  await page.goto('/profile/quiz');
  await page.getByRole('switch', { name: 'Ne pas proposer de mots sur le résultat' }).click();
  await finishScan(page, w);
  await expect(page.getByText(w.saved)).toBeVisible();
  await expect(row(page)).toHaveCount(0);
});

test('a visitor is offered no words', async ({ page, w }) => {
  await finishScan(page, w);
  await expect(page.getByText(w.loginWarning)).toBeVisible();
  await expect(row(page)).toHaveCount(0);
});

test('no word is lost: chosen quickly, half typed at a reload, or one too many', async ({ page, w, openAsNew }) => {
  test.setTimeout(60_000);
  const persona = await openAsNew('/favicon.svg');
  await finishScan(page, w);
  const field = page.getByRole('textbox', { name: add });
  await type(page, w, 'un');
  const seven = ['un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept'];
  for (const one of seven) {
    await field.fill(one);
    await field.press('Enter');
  }
  await field.fill('hui');
  // Half a word is not a word of the scan, and is in its field again after a reload.
  await expect.poll(() => keptDrafts(page, persona)).toContainEqual({ text: 'hui' });
  await page.reload();
  await expect(field).toHaveValue('hui');
  await expect(row(page).getByRole('checkbox', { checked: true })).toHaveCount(7);
  await field.fill('huit');
  await field.press('Enter');
  await expect(page.getByText(most)).toBeVisible();
  await field.fill('neuf');
  await field.press('Enter');
  await expect(word(page, 'neuf')).toHaveCount(0);
  await expect.poll(() => keptDrafts(page, persona)).toContainEqual({ text: 'neuf' });
  await page.reload();
  await expect(field).toHaveValue('neuf');
  await expect.poll(() => storedWords(persona)).toEqual([[...seven, 'huit']]);

  // With eight, the others cannot be chosen, until one of the eight is taken back.
  await word(page, 'un').uncheck();
  await expect(page.getByRole('status').filter({ hasText: /^Retiré$/ })).toBeVisible();
  await expect(page.getByText(most)).toHaveCount(0);
  await field.press('Enter');
  await expect(word(page, 'neuf')).toBeChecked();
  await expect(word(page, 'un')).toBeDisabled();
  await expect
    .poll(() => storedWords(persona))
    .toEqual([['deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf']]);
});

test('words are five at most, in two lines, and a list that arrives late takes no choice back @phone', async ({
  page,
  w,
  newPersona,
}) => {
  const persona = await newPersona();
  const { userKey } = await persona.tokens();
  const known = ['marche', 'une longue promenade', 'des amis de toujours', 'mal dormi', 'famille', 'train'];
  for (const [index, tag] of known.entries()) {
    const createdAt = new Date(Date.now() - (index + 1) * 86_400_000).toISOString();
    const scan = { answers, scoring: 0, duration: 30, createdAt, tags: seal(userKey, JSON.stringify([tag])) };
    await persona.callAsUser('POST', '/api/results', scan);
  }
  await persona.openInNewSession(page, '/favicon.svg');
  await finishScan(page, w);
  await expect(word(page, 'marche')).toBeVisible();
  await expect(word(page, 'train')).toHaveCount(0);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await waitForPaint(page);
    const lines = () =>
      row(page).evaluate(
        (group) => new Set([...group.children].slice(1).map((one) => one.getBoundingClientRect().top)).size,
      );
    expect(await lines(), `${width} px`).toBeLessThanOrEqual(2);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  // After the reload, the words come from the device.
  await expect.poll(() => copyNames(page)).toContainEqual(expect.stringContaining('"queries"'));

  // The list of scans was read before the word was stored, and arrives after it.
  const { release, released } = holdRequests();
  const read: Promise<unknown>[] = [];
  await page.route(/results\.own/, async (route) => {
    if (read.length > 0) return route.continue();
    const answer = route.fetch();
    read.push(answer);
    const response = await answer;
    await released;
    await route.fulfill({ response }).catch(() => undefined);
  });
  await page.reload();
  await expect.poll(() => read.length).toBe(1);
  await read[0];
  await word(page, 'marche').check();
  await expect.poll(async () => (await storedWords(persona))[0]).toEqual(['marche']);
  release();
  await waitForPaint(page);
  await expect(word(page, 'marche')).toBeChecked();
  await word(page, 'des amis de toujours').check();
  await expect.poll(async () => (await storedWords(persona))[0]?.length).toBe(2);
});

test("a scan's own page changes its words with the same row", async ({ page, w, newPersona }) => {
  const persona = await newPersona();
  await persona.saveScans(1);
  const [scan] = await persona.scans();
  await persona.openInNewSession(page, `/history/${scan?._id}`);
  await page.getByRole('button', { name: w.addTag, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Mots de ce scan' });
  await dialog.getByRole('button', { name: w.addTag, exact: true }).click();
  await dialog.getByRole('textbox', { name: add }).fill('trajet');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Mots de ce scan' }).getByRole('listitem')).toHaveText(['trajet']);
  await expect.poll(() => storedWords(persona)).toEqual([['trajet']]);
});

test('a word of another device stays when one is added here, once the page was away', async ({
  page,
  w,
  newPersona,
}) => {
  const persona = await newPersona();
  await persona.saveScans(1);
  const [scan] = await persona.scans();
  const listed = page.waitForResponse(/results\.own/);
  await persona.openInNewSession(page, `/history/${scan?._id}`);
  await (await listed).finished();
  await expect(page.getByRole('button', { name: w.addTag, exact: true })).toBeVisible();
  await storeWords(persona, 'sommeil');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('button', { name: 'Modifier les mots' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mots de ce scan' });
  await dialog.getByRole('button', { name: w.addTag, exact: true }).click();
  await dialog.getByRole('textbox', { name: add }).fill('trajet');
  await page.keyboard.press('Escape');
  await expect.poll(() => storedWords(persona)).toEqual([['sommeil', 'trajet']]);
});

test('own words are renamed, merged with another, and removed from the list', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await persona.saveScans(2);
  const { userKey } = await persona.tokens();
  const sealed = [['amis', 'someil'], ['sommeil']].map((tags) => seal(userKey, JSON.stringify(tags)));
  for (const [index, { _id }] of (await persona.scans()).entries())
    await persona.callAsUser('PUT', `/api/results/${_id}/tags`, { tags: sealed[index] });
  await persona.openInNewSession(page, '/profile/quiz');
  const words = page.getByRole('region', { name: 'Mes mots' }).getByRole('listitem');
  await expect(words).toHaveText([/^amis/, /^someil/, /^sommeil/]);
  await rename(page, 'amis', 'amies');
  await expect(words).toHaveText([/^amies/, /^someil/, /^sommeil/]);
  await choose(page, 'someil', 'Réunir avec un autre');
  const merging = page.getByRole('dialog', { name: 'Réunir avec un autre' });
  await merging.getByRole('combobox').selectOption('sommeil');
  await merging.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(words).toHaveText([/^sommeil2 scans/, /^amies/]);
  await choose(page, 'amies', 'Retirer de la liste');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirer de la liste', exact: true }).click();
  await expect(words).toHaveText([/^sommeil/]);
  expect(await deviceContents(page)).not.toContain('amies');

  // The scan keeps the word; after a reload it is still not on offer, and other devices see the new ones.
  await page.goto('/history');
  await expect(page.getByRole('article').first()).toContainText(/amies.*sommeil/s);
  await page.goto('/profile/quiz');
  await expect(words).toHaveText([/^sommeil2 scans/]);
  await expect.poll(async () => (await storedTags(persona)).includes(sealed[0] ?? null)).toBe(false);
  // It is offered again once a word takes its name.
  await rename(page, 'sommeil', 'amies');
  await expect(words).toHaveText([/^amies2 scans/]);
});

test('a word that is renamed or erased leaves those that another device has added since', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await persona.saveScans(1);
  await storeWords(persona, 'amis');
  await persona.openInNewSession(page, '/profile/quiz');
  const words = page.getByRole('region', { name: 'Mes mots' }).getByRole('listitem');
  await expect(words).toHaveText([/^amis/]);
  await storeWords(persona, 'amis', 'sommeil');
  await rename(page, 'amis', 'amies');
  await expect(words).toHaveText([/^amies/, /^sommeil/]);
  await expect.poll(() => storedWords(persona)).toEqual([['amies', 'sommeil']]);
  await storeWords(persona, 'amies', 'sommeil', 'trajet');
  await choose(page, 'amies', 'Effacer partout');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Effacer', exact: true }).click();
  await expect.poll(() => storedWords(persona)).toEqual([['sommeil', 'trajet']]);
});

test('a word that is renamed without a network leaves what another device has changed meanwhile', async ({
  page,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await persona.saveScans(1);
  await storeWords(persona, 'amis', 'trajet');
  await persona.openInNewSession(page, '/profile/quiz');
  const words = page.getByRole('region', { name: 'Mes mots' }).getByRole('listitem');
  await expect(words).toHaveText([/^amis/, /^trajet/]);
  await blockCalls(page);
  await rename(page, 'amis', 'copains');
  await expect(words).toHaveText([/^copains/, /^trajet/]);
  await rename(page, 'copains', 'amies');
  await expect(words).toHaveText([/^amies/, /^trajet/]);
  await storeWords(persona, 'amis', 'sommeil');
  await restoreCalls(page);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => storedWords(persona)).toEqual([['amies', 'sommeil']]);
  await expect(words).toHaveText([/^amies/, /^sommeil/]);
});
