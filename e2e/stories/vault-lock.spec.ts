/** A vault that closes by itself, after the time that was chosen and with a word before. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { memoryText } from '../support/memory.ts';
import { holdRequests } from '../support/page.ts';
import { fillIn } from '../support/quiz.ts';
import { foundIn } from '../support/secrets.ts';
import { newVaultOwner, openBy, turnVaultOn } from '../support/vault-steps.ts';
import { addTag, passphrase, said } from '../support/vault-day.ts';

const s = {
  soon: /^Nuances se verrouille dans \d{1,2} secondes\.$/,
  stay: 'Rester',
  locked: 'Verrouillé',
  oneMinute: '1 min',
  addNote: 'Ajouter',
  newNote: 'Nouvelle note',
  save: 'Enregistrer',
  saved: 'Choix gardé sur cet appareil.',
};

const notice = (page: Page) => page.getByRole('status').getByText(s.soon);
const locked = (page: Page) => page.getByRole('heading', { name: s.locked });

test('says it 20 seconds before, in each tab, and any use stays', async ({ page, context, newPersona }) => {
  await newVaultOwner(page, newPersona, passphrase);
  const other = await context.newPage();
  const pages = [page, other];
  await context.clock.install();
  await page.goto('/history');
  await other.goto('/note');
  for (const each of pages) await expect(each.getByRole('heading', { level: 1 })).toBeVisible();
  const nearlyLocked = async () => {
    await context.clock.fastForward('14:20');
    for (const each of pages) await expect(notice(each)).toHaveCount(0);
    await context.clock.fastForward(25_000);
    for (const each of pages) await expect(notice(each)).toBeVisible();
  };

  await nearlyLocked();
  // Nothing that lies under the notice is pressed with it.
  await other.getByRole('button', { name: s.stay }).click();
  for (const each of pages) await expect(notice(each)).toHaveCount(0);
  await expect(other).toHaveURL(/\/note$/);

  await nearlyLocked();
  await page.keyboard.press('Shift');
  for (const each of pages) await expect(notice(each)).toHaveCount(0);

  await nearlyLocked();
  await context.clock.fastForward(16_000);
  for (const each of pages) {
    await expect(locked(each)).toBeVisible();
    await expect(notice(each)).toHaveCount(0);
  }
  await openBy(page, passphrase);
  for (const each of pages) await expect(locked(each)).toBeHidden();
});

test('another time counts at once, in each tab', async ({ page, context, newPersona }) => {
  await newVaultOwner(page, newPersona, passphrase);
  const other = await context.newPage();
  await context.clock.install();
  await other.goto('/history');
  await page.goto('/profile/security');
  await expect(other.getByRole('article')).toHaveCount(1);
  await page.getByRole('radio', { name: s.oneMinute, exact: true }).check();
  await expect(page.getByText(s.saved)).toBeVisible();
  await context.clock.fastForward(61_000);
  for (const each of [other, page]) await expect(notice(each)).toHaveCount(0);
  await expect(locked(other)).toBeVisible();
});

test('a word that is renamed while the server is slow is renamed, though the vault closes meanwhile', async ({
  page,
  w,
  newPersona,
}) => {
  await newVaultOwner(page, newPersona, passphrase);
  await page.goto('/bodyscan');
  await fillIn(page, w, [1, 6, 9, 7, 5, 8, 7]);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await addTag(page, w.addTag);
  await page.goto('/profile/quiz');
  const words = page.getByRole('region', { name: 'Mes mots' }).getByRole('listitem');
  await expect(words).toHaveText([new RegExp(`^${said.tag}`)]);
  const { hold, release } = holdRequests();
  await page.route(/results\.own/, hold);
  await page.getByRole('button', { name: `Options du mot ${said.tag}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Renommer', exact: true }).click();
  await page.getByRole('dialog', { name: 'Renommer' }).getByRole('textbox').fill('amies');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Verrouiller', exact: true }).click();
  await expect(locked(page)).toBeVisible();
  release();
  await openBy(page, passphrase);
  await expect(words).toHaveText([/^amies/]);
});

test('a page that has locked has in its memory neither the profile of a vault nor the passphrase that it was made with', async ({
  page,
  newPersona,
}) => {
  test.setTimeout(150_000);
  const persona = await newPersona();
  const named = { firstName: said.name, lastName: 'Marchand', email: persona.email };
  await persona.callAsUser('PUT', '/api/profile', {
    ...named,
    dateOfBirth: '1990-02-03',
    countryOfResidency: 'France',
  });
  await persona.saveScan([1, 6, 9, 7, 5, 8, 7]);
  await persona.openInNewSession(page, '/vault/on');
  await turnVaultOn(page, persona, passphrase);
  // The second time with the queries of a page that was locked before.
  for (const times of [1, 2]) {
    await page.getByRole('link', { name: 'Profil', exact: true }).first().click();
    await expect(page.getByLabel('Prénom')).toHaveValue(said.name);
    // Control.
    expect(foundIn(await memoryText(page), [said.name])).toEqual([said.name]);
    await page.getByRole('link', { name: 'Stats', exact: true }).first().click();
    await page.getByRole('button', { name: 'Verrouiller', exact: true }).click();
    await expect(locked(page)).toBeVisible();
    await expect.poll(async () => foundIn(await memoryText(page), [said.name, passphrase])).toEqual([]);
    if (times === 1) await openBy(page, passphrase);
  }
});

test('a page that has locked has in its memory no note that was saved over the open list', async ({
  page,
  newPersona,
}) => {
  test.setTimeout(150_000);
  await newVaultOwner(page, newPersona, passphrase);
  await page.goto('/note');
  for (const text of ['Le panier de pommes', 'La cage de l’oiseau']) {
    await page.getByRole('button', { name: s.addNote, exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: s.newNote, exact: true });
    await dialog.getByRole('textbox', { name: 'Texte', exact: true }).fill(text);
    await dialog.getByRole('button', { name: s.save, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('paragraph').filter({ hasText: text })).toBeVisible();
    await page.getByRole('button', { name: 'Verrouiller', exact: true }).click();
    await expect(locked(page)).toBeVisible();
    await expect.poll(async () => foundIn(await memoryText(page), [text])).toEqual([]);
    await openBy(page, passphrase);
    await expect(page.getByRole('paragraph').filter({ hasText: text })).toBeVisible();
  }
});
