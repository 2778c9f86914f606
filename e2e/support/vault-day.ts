import { expect, type Page } from '@playwright/test';

/** What a vault is opened with, and what takes its place. */
export const passphrase = 'rivage lampe cerise vallon tambour neige';
export const another = 'bouton sentier orange cuivre matin livre';

/** What somebody with a vault says on one day. */
export const said = {
  title: 'Trois poires',
  text: 'Le marché du samedi, et la voisine.',
  tag: 'insomnie',
  name: 'Philomène',
};

/** Writes a note with a title, from Today. */
export async function writeNote(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Écrire' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouvelle note', exact: true });
  const add = dialog.getByRole('button', { name: 'Ajouter un titre' });
  await expect(dialog.getByRole('textbox', { name: /^Titre/ }).or(add)).toBeVisible();
  if (await add.isVisible()) await add.click();
  await dialog.getByRole('textbox', { name: /^Titre/ }).fill(said.title);
  await dialog.getByRole('textbox', { name: 'Texte', exact: true }).fill(said.text);
  await dialog.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Adds a word to the scan that was just taken. */
export async function addTag(page: Page, addName: string): Promise<void> {
  const row = page.getByRole('main').getByRole('group', { name: 'Qu’est-ce qui se passait\u202F?' });
  await row.getByRole('button', { name: addName, exact: true }).click();
  await page.getByRole('textbox', { name: 'Ajouter un mot' }).fill(said.tag);
  await page.keyboard.press('Enter');
  await expect(row.getByRole('checkbox', { name: said.tag, exact: true })).toBeChecked();
  await expect(page.getByRole('status').filter({ hasText: /^Gardé$/ })).toBeVisible();
}

/** Fills in the first name of the profile. */
export async function setName(page: Page): Promise<void> {
  await page.goto('/profile');
  await expect(page.getByLabel('Prénom')).toHaveValue('Solène');
  await page.getByLabel('Prénom').fill(said.name);
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('Profil enregistré.')).toBeVisible();
}

/** Every screen shows what was said. */
export async function seesEverything(page: Page): Promise<void> {
  await page.goto('/history');
  await expect(page.getByRole('article').getByText(said.tag).first()).toBeVisible();
  await page.goto('/note');
  await expect(page.getByText(said.text)).toBeVisible();
  await page.goto('/statistics');
  await expect(page.getByText(/^\d scan/).first()).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByLabel('Prénom')).toHaveValue(said.name);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
}
