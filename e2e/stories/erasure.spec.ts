import { readFile } from 'node:fs/promises';
import { exportedJson } from '../support/exported.ts';
import { expect, test } from '../support/fixtures.ts';
import { writeJournal } from '../support/journal.ts';
import { seal, storedNotes } from '../support/notes.ts';
import { blockCalls, restoreCalls } from '../support/page.ts';

test('a word, all scans, then all notes are erased: counted first, exported if wanted, with a receipt', async ({
  page,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await writeJournal(persona);
  await persona.saveScans(2);
  const { userKey } = await persona.tokens();
  for (const { _id } of await persona.scans())
    await persona.callAsUser('PUT', `/api/results/${_id}/tags`, { tags: seal(userKey, '["Sommeil","yoga"]') });
  await persona.openInNewSession(page, '/profile/quiz');

  const words = page.getByRole('region', { name: 'Mes mots' });
  await words.getByRole('button', { name: 'Options du mot Sommeil' }).click();
  await page.getByRole('menuitem', { name: 'Effacer partout' }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText('Le mot sera retiré de 3 scans.');
  await ask.getByRole('button', { name: 'Effacer', exact: true }).click();
  await expect(page.getByText('est effacé de 3 scans.')).toBeVisible();
  await expect(words.getByText('yoga', { exact: true })).toBeVisible();
  await expect(words.getByText('Sommeil')).toBeHidden();

  await page.goto('/profile/erase');
  const section = page.getByRole('region', { name: 'Effacer une partie' });
  await expect(page.getByRole('region', { name: 'Supprimer mon compte' })).toHaveCount(1);
  const openScans = section.getByRole('button', { name: 'Effacer mes scans' });
  await openScans.click();
  await expect(page.locator('section[aria-label="Messages"]')).toHaveCount(1);
  await expect(ask).toContainText('3 scans seront effacés, avec leurs mots.');
  const download = page.waitForEvent('download');
  await ask.getByRole('button', { name: 'Exporter', exact: true }).click();
  const { scans } = JSON.parse(await exportedJson(await download)) as { scans: { tags: string[] }[] };
  expect(scans.map(({ tags }) => tags)).toEqual([['yoga'], ['yoga'], ['yoga']]);
  await page.keyboard.press('Escape');
  await expect(ask).toBeHidden();
  await expect(openScans).toBeFocused();
  expect(await persona.scans()).toHaveLength(3);

  await openScans.click();
  await ask.getByRole('button', { name: 'Effacer', exact: true }).click();
  await expect(section.getByText('3 scans effacés.')).toBeVisible();
  expect(await persona.scans()).toEqual([]);
  const notes = await storedNotes(persona);
  expect(notes).toHaveLength(5);
  expect(notes.every(({ scanResultId }) => scanResultId === null)).toBe(true);
  const receipt = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Garder le reçu' }).click();
  const text = await readFile(await (await receipt).path(), 'utf8');
  expect(text).toContain(`Compte\u00A0: ${persona.username}`);
  expect(text).toContain('3 scans effacés.');

  await section.getByRole('button', { name: 'Effacer mes notes' }).click();
  await expect(ask).toContainText('5 notes seront effacées.');
  await ask.getByRole('button', { name: 'Effacer', exact: true }).click();
  await expect(section.getByText('5 notes effacées.')).toBeVisible();
  expect(await storedNotes(persona)).toEqual([]);

  await openScans.click();
  await expect(ask).toContainText('Il n’y a rien à effacer.');
  await page.keyboard.press('Escape');
  await blockCalls(page);
  await section.getByRole('button', { name: 'Effacer mes notes' }).click();
  await expect(ask).toContainText('Erreur réseau. Veuillez réessayer.');
  await restoreCalls(page);
});
