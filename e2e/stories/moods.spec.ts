/** Moods of other journals: brought in, shown beside the seven, taken away, erased and restored as they were. */
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedDataDir } from '../support/administer.ts';
import { asOperator } from '../support/database.ts';
import { exportAll, exportedFiles, exportedJson } from '../support/exported.ts';
import { expect, test } from '../support/fixtures.ts';
import { daylioBackup, storeMoods } from '../support/moods.ts';
import { storedNotes } from '../support/notes.ts';
import type { Persona } from '../support/persona.ts';
import { giveVault, openVaultOn } from '../support/vault.ts';

const said = {
  section: 'Apporter un autre journal',
  add: 'Ajouter',
  close: 'Fermer',
  preview: 'Voir l’aperçu',
  heading: 'Humeurs d’autres journaux',
};
const fixtures = join(import.meta.dirname, '../../apps/web/src/archive/journal/fixtures');

interface Part {
  readonly _id: string;
  readonly sealed?: string | null;
  readonly entries?: readonly { readonly value: number }[];
}

async function storedParts(persona: Persona): Promise<readonly Part[]> {
  return (await persona.callAsUser('GET', '/api/moods')) as readonly Part[];
}

/** How much of each kind the account has. */
async function counts(persona: Persona) {
  const parts = await storedParts(persona);
  return {
    scans: (await persona.scans()).length,
    notes: (await storedNotes(persona)).length,
    moods: parts.reduce((sum, { entries = [] }) => sum + entries.length, 0),
  };
}

/** Rows of each table that is about the person and that they made. */
async function everyTable(persona: Persona) {
  const all = (await persona.callAsUser('GET', '/api/profile/export')) as Record<string, unknown>;
  const { scans, notes, moods, profile } = all;
  const still = notes as readonly Record<string, unknown>[];
  return {
    scans,
    moods,
    profile,
    // Titles and texts are sealed anew; what they say is compared apart.
    notes: still.map(({ title: _title, text: _text, revision: _revision, ...note }) => note),
    texts: (await storedNotes(persona)).map(({ title, text }) => [title, text]),
  };
}

const region = (page: Page) => page.getByRole('region', { name: said.section });
const button = (page: Page, name: string) => region(page).getByRole('button', { name, exact: true });

async function bringIn(page: Page, file: string | { readonly name: string; readonly content: string }) {
  const input = region(page).locator('input[type=file]');
  if (typeof file === 'string') return input.setInputFiles(join(fixtures, file));
  return input.setInputFiles({ name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.content) });
}

async function addAll(page: Page): Promise<void> {
  await button(page, said.add).click();
  await expect(region(page).getByText(/^C’est fait/)).toBeVisible();
  await button(page, said.close).click();
}

test('moods of three journals are data of their own, and come back after an erasure @journey @phone', async ({
  page,
  newPersona,
}) => {
  test.slow();
  const persona = await newPersona();
  await persona.saveScan([4, 6, 9, 8, 5, 7, 9], '2026-05-02T10:00:00.000Z');
  await persona.openInNewSession(page, '/profile/import');
  expect(await counts(persona)).toEqual({ scans: 1, notes: 0, moods: 0 });

  // The preview says what becomes of every line.
  await bringIn(page, { name: 'backup.daylio', content: daylioBackup() });
  await expect(region(page).getByText('3 humeurs d’un autre journal à ajouter')).toBeVisible();
  await expect(region(page).getByText('2 lignes deviennent chacune une humeur', { exact: true })).toBeVisible();
  await expect(region(page).getByText('1 ligne devient une humeur et une note')).toBeVisible();
  await region(page).getByText('Ce que devient chaque ligne').click();
  await expect(region(page).getByText('Ligne 3\u00A0: humeur 4/5, une note, 2 fichiers laissés de côté')).toBeVisible();
  expect(await counts(persona), 'nothing changes before it is asked for').toEqual({ scans: 1, notes: 0, moods: 0 });
  await addAll(page);
  expect(await counts(persona)).toEqual({ scans: 1, notes: 1, moods: 3 });

  // Journiv gives names only.
  await bringIn(page, 'journiv-1.5.json');
  await expect(region(page).getByRole('heading', { name: 'Ce que disent vos humeurs' })).toBeFocused();
  await region(page).getByLabel('«\u202Fhappy\u202F», 1 fois').selectOption('5, au plus haut');
  await button(page, said.preview).click();
  await expect(region(page).getByText('1 humeur d’un autre journal à ajouter')).toBeVisible();
  await addAll(page);

  // A column of a table, on its own scale.
  await bringIn(page, { name: 'suivi.csv', content: 'Date,Humeur\n2026-05-04,7\n2026-05-05,"5,5"\n2026-05-06,0\n' });
  await button(page, said.preview).click();
  await expect(region(page).getByText('2 humeurs d’un autre journal à ajouter')).toBeVisible();
  await expect(region(page).getByText('Humeur 5,5 sur 10')).toBeVisible();
  await region(page).getByText('Ce que devient chaque ligne').click();
  await expect(region(page).getByText('Ligne 3\u00A0: humeur 5,5/10')).toBeVisible();
  await addAll(page);
  const after = { scans: 1, notes: 3, moods: 6 };
  expect(await counts(persona)).toEqual(after);
  await bringIn(page, { name: 'backup.daylio', content: daylioBackup() });
  await expect(region(page).getByText('Tout est déjà là. Rien à ajouter.')).toBeVisible();

  // Beside the seven, never among them.
  await page.goto('/statistics');
  const lines = page.getByRole('region', { name: said.heading });
  await expect(lines.getByRole('heading', { level: 3 })).toHaveText([
    /«\u202FHumeur\u202F», d’un tableau/,
    /Humeur, de Daylio/,
    /Humeur, de Journiv/,
  ]);
  const daylio = lines.getByRole('article', { name: /Daylio/ });
  const sentence = '3 humeurs, du 1er mai 2026 au 3 mai 2026';
  await expect(daylio.getByText(sentence)).toBeVisible();
  await expect(daylio.getByRole('img')).toHaveAccessibleName(new RegExp(sentence));
  await daylio.getByRole('button', { name: 'Voir le tableau' }).click();
  await expect(daylio.getByRole('row')).toHaveCount(4);

  // In the calendar, on the day of their own clock.
  await page.goto('/history');
  await page.getByRole('radio', { name: 'Calendrier' }).check();
  const day = page.locator('[data-day="2026-05-02"]');
  while ((await day.count()) === 0) await page.getByRole('button', { name: 'Mois précédent' }).first().click();
  await expect(day).toHaveAccessibleName(/1 scan, .*, 1 humeur d’un autre journal$/);
  await day.click();
  await expect(page.getByText('Humeur, de Daylio\u00A0: 2 sur 5')).toBeVisible();
  await expect(page.getByText(/^21.h.15 · gris · tricot$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('[data-day="2026-05-05"]').click();
  await expect(page.getByText(/: 5,5 sur 10$/)).toBeVisible();

  // Away with the account's content, and back, identical in every table.
  const before = await everyTable(persona);
  const saved = await exportAll(page);
  const files = await exportedFiles(saved);
  expect(
    files
      .get('humeurs.csv')
      ?.split('\n')
      .filter((line) => line.includes('2026-05')),
  ).toHaveLength(5);
  expect(files.get('lire-moi.html')).toContain('rayonnant');
  expect(await exportedJson(saved)).toContain('paisible');
  for (const { _id } of await storedNotes(persona)) await persona.callAsUser('DELETE', `/api/notes/${_id}`);
  for (const { _id } of await persona.scans()) await persona.callAsUser('DELETE', `/api/results/${_id}`);
  const ids = (await storedParts(persona)).map(({ _id }) => _id);
  await persona.callAsUser('POST', '/api/moods/remove', { ids });
  expect(await counts(persona)).toEqual({ scans: 0, notes: 0, moods: 0 });
  await page.goto('/profile/restore');
  const restore = page.getByRole('region', { name: 'Restaurer un export' });
  await restore.locator('input[type=file]').setInputFiles({
    name: 'nuances.zip',
    mimeType: 'application/zip',
    buffer: await readFile(await saved.path()),
  });
  await restore.getByRole('button', { name: said.add, exact: true }).click();
  await expect(restore.getByText(/6 humeurs d’un autre journal ajoutées\.$/)).toBeVisible();
  expect(await everyTable(persona)).toEqual(before);

  // A line can be taken away again, whole.
  await page.goto('/statistics');
  await daylio.getByRole('button', { name: 'Retirer cette ligne' }).click();
  const ask = page.getByRole('alertdialog', { name: /^Retirer .*Humeur, de Daylio/ });
  await ask.getByRole('button', { name: 'Retirer', exact: true }).click();
  await expect(daylio).toBeHidden();
  expect(await counts(persona)).toEqual({ ...after, moods: 3 });
});

test('moods that do not load are said to be missing, and asked for again', async ({ page, pageErrors, newPersona }) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await storeMoods(persona, [3, 5], 800);
  const lines = page.getByRole('region', { name: said.heading });
  await page.route(/moods\.own/, (route) => route.fulfill({ status: 500, json: {} }));
  await persona.openInNewSession(page, '/statistics');
  await expect(lines.getByRole('alert')).toBeVisible();
  await page.unroute(/moods\.own/);
  await lines.getByRole('button', { name: 'Réessayer' }).click();
  await expect(lines.getByText(/^2 humeurs, du /)).toBeVisible();
  await expect(lines.getByRole('alert')).toHaveCount(0);
  // Over more than two years, a row is a month.
  await lines.getByRole('button', { name: 'Voir le tableau' }).click();
  await expect(lines.getByRole('rowheader')).toHaveText([/^[a-zéû]+ \d{4}$/, /^[a-zéû]+ \d{4}$/]);
});

test('in a vault, moods are sealed, shown, exported and taken away', async ({ page, newPersona }) => {
  const persona = await newPersona();
  const vault = await giveVault(persona);
  await openVaultOn(page, persona, vault);
  await page.goto('/profile/import');
  await bringIn(page, { name: 'backup.daylio', content: daylioBackup() });
  await expect(region(page).getByText('3 humeurs d’un autre journal à ajouter')).toBeVisible();
  await addAll(page);
  const [part, ...others] = await storedParts(persona);
  expect(others).toEqual([]);
  // That of its content alone, which tells whoever tries that content.
  expect(part?._id).not.toBe('50a44155-250b-8dcd-a13a-6fee413b3f95');
  expect(part).toEqual({
    _id: part?._id,
    sealed: expect.stringMatching(/^v2\./),
    keyVersion: 2,
    receivedAt: expect.anything(),
  });

  await page.goto('/statistics');
  const lines = page.getByRole('region', { name: said.heading });
  await expect(lines.getByText(/^3 humeurs, du 1er mai 2026/)).toBeVisible();
  expect(await exportedJson(await exportAll(page))).toContain('rayonnant');

  await page.goto('/statistics');
  await lines.getByRole('button', { name: 'Retirer cette ligne' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirer', exact: true }).click();
  await expect(lines).toBeHidden();
  expect(await storedParts(persona)).toEqual([]);

  // What somebody writes into the database readable is marked, also once a device has sealed it.
  const entries = [{ at: '2026-05-02T10:00:00.000Z', offset: 60, moment: 'exact', value: 4, label: 'bien', words: [] }];
  const id = await persona.id();
  await asOperator(
    sharedDataDir(),
    (sql) => sql`
      insert into moods (user_id, id, source, name, scale, entries, received_at)
      values (${id}, gen_random_uuid(), 'journiv', '', 5, ${sql.json(entries)}, now())`,
  );
  for (const _ of ['readable', 'sealed']) {
    await page.goto('/statistics');
    await lines.getByRole('button', { name: 'reçu en clair' }).click();
    await expect(lines.getByText('Une partie de ces humeurs est arrivée sans avoir été scellée.')).toBeVisible();
    await expect.poll(() => storedParts(persona)).toMatchObject([{ sealed: expect.stringMatching(/^v2\./) }]);
  }
});
