import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { seal, storedNotes } from '../support/notes.ts';

const said = {
  section: 'Apporter un autre journal',
  add: 'Ajouter',
  undo: 'Retirer cet ajout',
  close: 'Fermer',
  nothing: 'Tout est déjà là. Rien à ajouter.',
};

/** Written by hand after the forms of other journals; the unit tests read them too. */
const fixtures = join(import.meta.dirname, '../../apps/web/src/archive/journal/fixtures');

test('another journal is brought in once: seen before, with its bad lines, and taken back again @journey', async ({
  page,
  pageErrors,
  openAsNew,
}) => {
  const persona = await openAsNew('/profile/import');
  const section = page.getByRole('region', { name: said.section });
  const choose = (file: string) => section.locator('input[type=file]').setInputFiles(join(fixtures, file));

  await section.locator('input[type=file]').setInputFiles({
    name: 'liste.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('a,b\n1,2\n'),
  });
  await expect(section.getByRole('alert')).toHaveText(
    'Aucune colonne de ce fichier n’a de date lisible. Rien n’a changé.',
  );

  await section.locator('input[type=file]').setInputFiles({
    name: 'avant.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Date,Note\n1850-01-15,trop tôt\n'),
  });
  await section.getByRole('button', { name: 'Voir l’aperçu' }).click();
  await expect(section.getByText('1 ligne laissée de côté')).toBeVisible();
  await expect(section.getByText('0 scan et 0 note à ajouter')).toBeVisible();
  await expect(section.getByText(said.nothing)).toHaveCount(0);
  await section.getByRole('button', { name: said.close, exact: true }).click();

  await choose('daylio-fr.csv');
  await expect(section.getByText('0 scan et 2 notes à ajouter')).toBeVisible();
  await expect(section.getByText('3 humeurs d’un autre journal à ajouter')).toBeVisible();
  await expect(section.getByText('du 1er avril au 3 avril')).toBeVisible();
  await expect(section.getByText('Trois poires, et une')).toBeVisible();
  await section.getByText('1 ligne laissée de côté').click();
  await expect(section.getByText('Ligne 4\u00A0: date illisible («\u202Fbientôt 25:00\u202F»)')).toBeVisible();
  expect(await storedNotes(persona), 'nothing changes before it is asked for').toEqual([]);
  await section.getByRole('button', { name: said.add, exact: true }).click();
  await expect(
    section.getByText(/^C’est fait.* 0 scan et 2 notes ajoutés\. 3 humeurs d’un autre journal ajoutées\.$/),
  ).toBeVisible();
  const stored = await storedNotes(persona);
  expect(stored.map(({ title, text, createdAt }) => ({ title, text, createdAt }))).toContainEqual({
    title: 'Lundi',
    text: 'Trois poires, et une « quatrième »\n\nHumeur\u00A0: bien\nMots\u00A0: marche, famille, Sommeil: 7',
    // On the clock of the browser, Europe/Paris.
    createdAt: '2026-04-03T18:30:00.000Z',
  });

  await section.getByRole('button', { name: said.close, exact: true }).click();
  await choose('daylio-fr.csv');
  await expect(section.getByText('0 scan et 2 notes déjà là\u00A0: rien ne change')).toBeVisible();
  await expect(section.getByText('3 humeurs d’un autre journal déjà ici')).toBeVisible();
  await expect(section.getByText(said.nothing), 'one line is left out').toHaveCount(0);
  await section.getByRole('button', { name: said.close, exact: true }).click();
  await choose('day-one.json');
  await expect(section.getByText('1 pièce jointe reste dans votre fichier')).toBeVisible();
  await section.getByRole('button', { name: said.add, exact: true }).click();
  await expect(section.getByRole('button', { name: said.undo })).toBeVisible();
  expect(await storedNotes(persona)).toHaveLength(4);
  await section.getByRole('button', { name: said.undo }).click();
  await expect(section.getByText('L’ajout est retiré.', { exact: true })).toBeVisible();
  // Exactly what the last file has added.
  expect(await storedNotes(persona)).toEqual(stored);

  // A note that was changed here since stays the only one.
  const changed = stored.find(({ title }) => title === 'Lundi');
  const { userKey } = await persona.tokens();
  const text = seal(userKey, 'Quatre poires.');
  await persona.callAsUser('PUT', `/api/notes/${changed?._id}`, { text, categoryId: 'other' });
  await section.getByRole('button', { name: said.close, exact: true }).click();
  await choose('daylio-fr.csv');
  await expect(section.getByText('1 note différente de la vôtre\u00A0: la vôtre reste seule')).toBeVisible();
  await expect(section.getByRole('button', { name: said.add, exact: true })).toBeHidden();
  await section.getByRole('checkbox', { name: 'Garder aussi les versions du fichier' }).check();
  // The call of this addition is cut on the way.
  pageErrors.allowFailedRequests();
  await page.route(/restore\.add/, (route) => route.abort('connectionreset'), { times: 1 });
  await section.getByRole('button', { name: said.add, exact: true }).click();
  await expect(section.getByText('Rien n’est perdu\u00A0: ce qui est ajouté reste', { exact: false })).toBeVisible();
  await expect(section.getByRole('button', { name: said.undo })).toBeVisible();
  await section.getByRole('button', { name: 'Reprendre', exact: true }).click();
  await expect(section.getByText(/^C’est fait.* 0 scan et 1 note ajoutés\.$/)).toBeVisible();
  expect((await storedNotes(persona)).map((note) => note.text)).toEqual(
    expect.arrayContaining(['Quatre poires.', expect.stringContaining('Trois poires')]),
  );
});

test('the columns of a table become scans and notes, and the order of its dates is asked for @phone', async ({
  page,
  openAsNew,
}) => {
  const persona = await openAsNew('/profile/import');
  const section = page.getByRole('region', { name: said.section });
  await section.locator('input[type=file]').setInputFiles(join(fixtures, 'table-fr.csv'));
  await expect(section.getByRole('heading', { name: '3 lignes dans ce fichier' })).toBeFocused();
  const column = (name: string) => section.getByLabel(`Colonne «\u202F${name}\u202F»`);
  await expect(column('Jour')).toHaveValue('date');
  await expect(column('Jour')).toHaveAccessibleDescription(/03\/04\/2026 · 04\/04\/2026/);

  await column('Texte').selectOption('Date');
  await section.getByRole('button', { name: 'Voir l’aperçu' }).click();
  await expect(section.getByRole('alert').filter({ hasText: 'Deux colonnes' })).toBeVisible();
  await column('Texte').selectOption('Texte de la note');
  await section.getByRole('button', { name: 'Voir l’aperçu' }).click();
  const order = section.getByLabel('La date «\u202F03/04/2026\u202F» est le');
  await expect(order).toHaveAccessibleDescription('Dites comment lire cette date.');
  await order.selectOption('3 avril 2026');
  await section.getByRole('button', { name: 'Voir l’aperçu' }).click();
  await expect(section.getByText('0 scan et 3 notes à ajouter')).toBeVisible();
  await expect(section.getByRole('heading', { name: 'Ce fichier contient' })).toBeFocused();

  await section.getByRole('button', { name: 'Changer les colonnes' }).click();
  await expect(order).toHaveValue('dayFirst');
  await column('Humeur').selectOption('Une seule humeur pour les sept réponses');
  await expect(section.getByText(/qui n’ont pas été données une à une/)).toBeVisible();
  await section.getByLabel('Nombres de «\u202FHumeur\u202F»').selectOption('De 1 à 5');
  await section.getByRole('button', { name: 'Voir l’aperçu' }).click();
  await expect(section.getByText('2 scans et 2 notes à ajouter')).toBeVisible();
  await section.getByText('1 ligne laissée de côté').click();
  await expect(section.getByText('Ligne 5\u00A0: nombre hors de l’échelle («\u202F6\u202F»)')).toBeVisible();
  await section.getByRole('button', { name: said.add, exact: true }).click();
  await expect(section.getByRole('button', { name: said.undo })).toBeVisible();
  expect((await persona.scans()).map(({ answers, createdAt }) => [answers, createdAt])).toEqual([
    [[3, 3, 3, 3, 3, 3, 3], '2026-04-04T06:05:00.000Z'],
    [[8, 8, 8, 8, 8, 8, 8], '2026-04-03T18:30:00.000Z'],
  ]);
  expect((await storedNotes(persona)).map(({ text }) => text).sort()).toEqual([
    'Deux lignes\ndans une case',
    'Trois poires',
  ]);
});

test('a large file is read beside the page, says how far it is, and stops at once', async ({
  page,
  openAsNew,
}, info) => {
  const persona = await openAsNew('/profile/import');
  const section = page.getByRole('region', { name: said.section });
  const entries = Array.from({ length: 40_000 }, (_, index) => ({
    ...{ uuid: `E${index}`, creationDate: '2026-04-02T06:05:00Z', text: 'Trois poires au marché. '.repeat(45) },
  }));
  const file = info.outputPath('Journal.json');
  await writeFile(file, JSON.stringify({ metadata: { version: '1.0' }, entries }));
  const choosing = page.waitForEvent('filechooser');
  await section.locator('button', { hasText: 'Choisir un journal' }).press('Enter');
  await (await choosing).setFiles(file);
  await expect(section.getByRole('progressbar')).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(1);
  // By the keyboard: the focus goes from one button to the other.
  await expect(section.getByRole('button', { name: 'Arrêter' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(section.locator('button', { hasText: 'Choisir un journal' })).toBeFocused();
  await expect.poll(() => page.workers().length, 'the work really ends').toBe(0);
  await expect(section.getByRole('heading', { name: 'Ce fichier contient' })).toBeHidden();

  // Read to its end, the page is told of it in steps.
  await section.locator('input[type=file]').setInputFiles(file);
  await expect(section.getByText('0 scan et 40\u202F000 notes à ajouter')).toBeVisible({ timeout: 60_000 });
  expect(await storedNotes(persona)).toEqual([]);
});

test('what an account has no room for is told before anything is added', async ({ page, newPersona }) => {
  const persona = await newPersona();
  // As many parts as an account may have.
  const moods = Array.from({ length: 200 }, (_, index) => ({
    ...{ _id: randomUUID(), source: 'table', name: `Humeur ${index}`, scale: 5 },
    entries: [{ at: '2026-04-02T06:05:00Z', offset: 0, moment: 'exact', value: 3, label: '', words: [] }],
  }));
  await persona.callAsUser('POST', '/api/restore', { scans: [], notes: [], moods });
  await persona.openInNewSession(page, '/profile/import');
  const section = page.getByRole('region', { name: said.section });
  await section.locator('input[type=file]').setInputFiles(join(fixtures, 'daylio-fr.csv'));
  await expect(section.getByRole('alert')).toHaveText(
    'Avec ce fichier, votre compte aurait trop d’humeurs d’autres journaux. Rien n’a été ajouté.',
  );
  await expect(section.getByText('3 humeurs d’un autre journal à ajouter')).toBeVisible();
  await expect(section.getByRole('button', { name: said.add, exact: true })).toBeHidden();
  expect(await storedNotes(persona)).toEqual([]);
});
