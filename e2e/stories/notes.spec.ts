import type { BrowserContext, Locator, Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { logIn, loginButton, loginDialog, logInFromBar, signupDialog } from '../support/auth.ts';
import { deviceContents } from '../support/device.ts';
import { expect, ownServerTest, test } from '../support/fixtures.ts';
import { keptDrafts, seal, storedNotes, storeNote } from '../support/notes.ts';
import { holdRequests, overflowX, placeOf, savingPrefetched, typeAndReload, waitForPaint } from '../support/page.ts';
import { fillIn, takeScan } from '../support/quiz.ts';
import { findSecrets, onDisk } from '../support/secrets.ts';
import { poles } from '../support/words.ts';

/** Expected texts of the notes screens, typed by hand. */
const s = {
  write: 'Écrire une note',
  willOpen: 'La note s’ouvrira juste après.',
  newNote: 'Nouvelle note',
  editNote: 'Modifier la note',
  title: /^Titre/,
  text: 'Texte',
  save: 'Enregistrer',
  saving: 'Sauvegarde...',
  cancel: 'Annuler',
  add: 'Ajouter',
  saved: 'Note enregistrée.',
  search: 'Rechercher une note',
  categories: /^Catégories/,
  reset: 'Retirer tous les filtres',
  calendar: 'Calendrier',
  onlyDay: 'ce jour seulement',
  pickRange: 'choisir une période',
  range: 'Choisir une période',
  from: 'Premier jour',
  to: 'Dernier jour',
  apply: 'Appliquer',
  draftIs: 'Brouillon : « Une phrase à moitié… »',
  draftResume: /^Reprendre le brouillon du /,
  options: (title: string) => `Options de la note ${title}`,
  edit: 'Modifier',
  delete: 'Supprimer',
  askDelete: 'Supprimer cette note ?',
  willBeDeleted: 'La note sera supprimée.',
  deleted: 'Note supprimée.',
  deleteFailed: 'Impossible de supprimer la note. Veuillez réessayer.',
  undo: 'Rétablir',
  restored: 'Note rétablie.',
  conflict: 'Cette note a changé ailleurs entre-temps. Les deux textes sont gardés.',
  draftBack: 'Votre brouillon est de retour.',
  discard: 'Jeter le brouillon',
  waiting: 'En attente d’envoi',
  kept: 'Note gardée ici, envoyée plus tard.',
  locked: 'Note verrouillée',
  exportRaw: 'Exporter tel quel',
  tooLong: (max: string) => new RegExp(`^${max} caractères au plus`),
  linked: 'Ouvrir le scan',
  date: 'Date de la note',
  entered: 'Saisie le ',
  security: 'Sécurité',
  joy: 'Joie',
  alignment: 'Alignement',
} as const;

type Said = typeof s;

const answers = [7, 4, 9, 6, 3, 8, 7];
/** The fifth answer is low: its reflection asks about the left pole, and its note has the right category. */
const cyan = 4;
const dayMs = 86_400_000;
/** The browser's time zone is Paris. */
const isoDay = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(at);

function editor(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name, exact: true });
}

async function type(dialog: Locator, s: Said, note: { title?: string; text: string }): Promise<void> {
  if (note.title !== undefined) {
    // On a phone the field appears on demand.
    const add = dialog.getByRole('button', { name: 'Ajouter un titre' });
    await expect(dialog.getByRole('textbox', { name: s.title }).or(add)).toBeVisible();
    if (await add.isVisible()) await add.click();
    await dialog.getByRole('textbox', { name: s.title }).fill(note.title);
  }
  await dialog.getByRole('textbox', { name: s.text, exact: true }).fill(note.text);
}

async function save(dialog: Locator, s: Said): Promise<void> {
  await dialog.getByRole('button', { name: s.save, exact: true }).click();
  await expect(dialog).toBeHidden();
}

const notes = (page: Page) => page.getByRole('list', { name: 'Notes' }).getByRole('article');

async function choose(page: Page, s: Said, title: string, option: string): Promise<void> {
  await page.getByRole('button', { name: `${s.options(title)}, ` }).click();
  await page.getByRole('menuitem', { name: option, exact: true }).click();
}

/** Number of note keys on the device. */
function keysOnDevice(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('nuances');
        opening.addEventListener('success', () => {
          const keys = opening.result.transaction('keys').objectStore('keys').getAll();
          keys.addEventListener('success', () => {
            const readable = keys.result.some(({ key }: { key: CryptoKey }) => key.extractable);
            opening.result.close();
            resolve(readable ? Number.NaN : keys.result.length);
          });
        });
      }),
  );
}

test('a note that was just written is seen beside what was chosen days before', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await storeNote(persona, { text: 'Vieille note', categoryId: 'red', createdAt: new Date().toISOString() });
  await persona.openInNewSession(page, '/favicon.svg');
  await page.evaluate(() => localStorage.setItem('nuances.noteView', 'newest red'));
  await page.goto('/note?new=other');
  await expect(notes(page)).toHaveCount(1);
  const writing = editor(page, s.newNote);
  await type(writing, s, { text: 'Toute neuve' });
  await writing.getByRole('button', { name: s.save, exact: true }).click();
  await expect(notes(page)).toHaveText([/Toute neuve/, /Vieille note/]);
  // What was chosen is still remembered.
  await page.reload();
  await expect(notes(page)).toHaveText([/Vieille note/]);
});

test('@phone a note is written from a reflection, found again, edited, deleted and restored @journey', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  test.setTimeout(90_000);
  const persona = await newPersona();
  const now = Date.now();
  // A note of another client, sealed with Node's own crypto.
  await storeNote(persona, {
    title: 'Hier',
    text: 'Encore un élan, https://example.org/elan.',
    categoryId: 'yellow',
    createdAt: new Date(now - dayMs).toISOString(),
  });
  await storeNote(persona, {
    text: 'Vieille note',
    categoryId: 'red',
    createdAt: new Date(now - 40 * dayMs).toISOString(),
  });
  await persona.openInNewSession(page, '/favicon.svg');

  await takeScan(page, w, answers);
  await page.getByRole('region', { name: w.scales }).getByRole('button').nth(cyan).click();
  const popup = page.getByRole('dialog', { name: poles.fr[cyan][0], exact: true });
  await popup.getByRole('button', { name: s.write, exact: true }).click();
  const writing = editor(page, s.newNote);
  await expect(writing.getByRole('radio', { name: s.alignment })).toBeChecked();
  // An empty text saves nothing and says nothing.
  await type(writing, s, { title: 'Le fleuve', text: '  \n ' });
  await writing.getByRole('button', { name: s.save, exact: true }).click();
  await expect(writing).toBeVisible();
  // Text and Save are visible whatever height the keyboard leaves.
  const whole = page.viewportSize();
  if (whole && whole.width < 768) await page.setViewportSize({ width: whole.width, height: 420 });
  await expect(writing.getByRole('button', { name: s.save, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(writing.getByRole('textbox', { name: s.text, exact: true })).toBeInViewport({ ratio: 1 });
  await type(writing, s, { text: 'Le cœur léger, sans ÉLAN.' });
  if (whole) await page.setViewportSize(whole);
  await page.keyboard.press('Control+Enter');
  await expect(writing).toBeHidden();
  await expect(page.getByText(s.saved)).toBeVisible();

  await page.goto('/note');
  await expect(notes(page)).toHaveCount(3);
  await expect(notes(page).first()).toContainText('Le cœur léger, sans ÉLAN.');
  await expect(notes(page).first()).toContainText(s.alignment);
  await expect(
    notes(page)
      .first()
      .getByRole('link', { name: new RegExp(`^${s.linked}`) }),
  ).toBeVisible();
  expect(await overflowX(page)).toBe(0);
  const [scan] = await persona.scans();
  const [written] = await storedNotes(persona);
  expect(written).toMatchObject({
    title: 'Le fleuve',
    text: 'Le cœur léger, sans ÉLAN.',
    categoryId: 'cyan',
    scanResultId: scan?._id,
  });

  const search = page.getByRole('searchbox', { name: s.search });
  await search.fill('elan');
  await expect(notes(page)).toHaveCount(2);
  await expect(notes(page).locator('mark')).toHaveText(['ÉLAN', 'élan', 'elan']);
  await expect(notes(page).getByRole('link', { name: 'https://example.org/elan', exact: true })).toHaveAttribute(
    'href',
    'https://example.org/elan',
  );
  await search.fill('coeur');
  await expect(notes(page)).toHaveCount(1);
  await search.fill('elan');
  await page.getByRole('button', { name: s.categories }).click();
  await page.getByRole('menuitemcheckbox', { name: s.joy }).click();
  await page.keyboard.press('Escape');
  await expect(notes(page)).toHaveCount(1);
  await expect(notes(page)).toContainText('Encore un élan');
  // The device remembers what was chosen, not what was searched.
  await page.reload();
  await expect(search).toHaveValue('');
  await expect(notes(page)).toHaveText([/Encore un élan/]);
  await page.getByRole('button', { name: s.reset }).click();
  await expect(notes(page)).toHaveCount(3);

  const grid = page.getByRole('grid');
  if (!(await grid.isVisible())) await page.getByRole('button', { name: s.calendar, exact: true }).click();
  // Today has one note, of one category.
  await grid.getByRole('button', { name: new RegExp(`: ${s.alignment}$`) }).click();
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveCount(1);
  await expect(notes(page)).toHaveCount(3);
  await page.getByRole('button', { name: s.onlyDay }).click();
  await expect(notes(page)).toHaveCount(1);
  await page.getByRole('button', { name: s.pickRange }).click();
  const range = page.getByRole('dialog', { name: s.range });
  await range.getByLabel(s.from).fill(isoDay(now - 40 * dayMs));
  await range.getByLabel(s.to).fill(isoDay(now - dayMs));
  await range.getByRole('button', { name: s.apply }).click();
  await expect(notes(page)).toHaveText([/Encore un élan/, /Vieille note/]);
  // One day alone is a period, and none is every day: no field has to be filled in.
  await page.getByRole('button', { name: s.pickRange }).click();
  await range.getByLabel(s.to).fill('');
  await range.getByRole('button', { name: s.apply }).click();
  await expect(range).toBeHidden();
  await page.getByRole('button', { name: s.pickRange }).click();
  await range.getByLabel(s.from).fill('');
  await range.getByLabel(s.to).fill('');
  await range.getByRole('button', { name: s.apply }).click();
  await expect(notes(page)).toHaveCount(3);
  await page.getByRole('button', { name: s.pickRange }).click();
  await range.getByLabel(s.from).fill(isoDay(now - 40 * dayMs));
  await range.getByLabel(s.to).fill(isoDay(now - dayMs));
  await range.getByRole('button', { name: s.apply }).click();
  await page.getByRole('button', { name: s.reset }).click();
  await expect(notes(page)).toHaveCount(3);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await choose(page, s, 'Hier', 'Copier en texte');
  await expect(page.getByText('Note copiée.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^Hier\n.+ · Joie\n\nEncore un élan, https:\/\/example\.org\/elan\.\n$/,
  );

  await choose(page, s, 'Vieille note', s.edit);
  const editing = editor(page, s.editNote);
  await expect(editing.getByRole('textbox', { name: s.text, exact: true })).toHaveValue('Vieille note');
  await type(editing, s, { text: 'Note rafraîchie' });
  await save(editing, s);
  await expect(notes(page).last()).toContainText('Note rafraîchie');

  const ask = page.getByRole('alertdialog', { name: s.askDelete });
  const removal = /notes\.delete/;
  const refusal = holdRequests();
  await page.route(removal, async (route) => {
    await refusal.released;
    const app = { code: 'badRequest', message: 'x' };
    await route.fulfill({ status: 400, json: { error: { message: 'x', code: -32_600, data: { app } } } });
  });
  pageErrors.allowFailedRequests();
  const asked = page.waitForRequest(removal);
  await choose(page, s, 'Note rafraîchie', s.delete);
  await ask.getByRole('button', { name: s.delete, exact: true }).click();
  await asked;
  // A deletion that the server refuses was never announced.
  await expect(notes(page)).toHaveCount(2);
  await expect(page.getByText(s.deleted)).toHaveCount(0);
  refusal.release();
  await expect(page.getByRole('alert').filter({ hasText: s.deleteFailed })).toBeVisible();
  await expect(notes(page)).toHaveCount(3);
  await page.unroute(removal);

  await choose(page, s, 'Note rafraîchie', s.delete);
  await expect(ask).toContainText(s.willBeDeleted);
  await ask.getByRole('button', { name: s.delete, exact: true }).click();
  await expect(page.getByText(s.deleted)).toBeVisible();
  await expect(notes(page)).toHaveCount(2);
  await expect.poll(async () => (await storedNotes(persona)).length).toBe(2);
  await page.getByRole('button', { name: s.undo, exact: true }).click();
  await expect(page.getByText(s.restored)).toBeVisible();
  await expect(notes(page).last()).toContainText('Note rafraîchie');
  await expect(
    notes(page)
      .last()
      .getByRole('button', { name: s.options('Note rafraîchie') }),
  ).toBeFocused();
  await expect
    .poll(async () => (await storedNotes(persona)).at(-1))
    .toMatchObject({
      text: 'Note rafraîchie',
      categoryId: 'red',
      createdAt: new Date(now - 40 * dayMs).toISOString(),
    });
  await page.reload();
  await expect(notes(page)).toHaveCount(3);
});

/** Starts a note in a page that shows the list of notes. */
async function begin(page: Page, note: { title?: string; text: string }): Promise<Locator> {
  await page.getByRole('button', { name: s.add, exact: true }).first().click();
  const dialog = editor(page, s.newNote);
  await type(dialog, s, note);
  return dialog;
}

test('two tabs edit the same note: both texts are kept, and both tabs show them and a message @journey', async ({
  page,
  context,
  newPersona,
}) => {
  const persona = await newPersona();
  const id = await storeNote(persona, { title: 'Ensemble', text: 'Premier texte' });
  await persona.openInNewSession(page, `/note?edit=${id}`);
  const other = await context.newPage();
  await other.goto(`/note?edit=${id}`);
  const here = editor(page, s.editNote);
  const there = editor(other, s.editNote);
  await expect(here.getByRole('textbox', { name: s.text, exact: true })).toHaveValue('Premier texte');
  await expect(there.getByRole('textbox', { name: s.text, exact: true })).toHaveValue('Premier texte');
  await type(here, s, { text: 'Texte d’ici' });
  await type(there, s, { text: 'Texte de là-bas' });
  await save(here, s);
  await save(there, s);
  await expect(other.getByText(s.conflict)).toBeVisible();
  for (const tab of [page, other]) {
    await expect(notes(tab)).toHaveCount(2);
    await expect(notes(tab).filter({ hasText: 'Texte d’ici' })).toContainText('Ensemble (autre version)');
    await expect(notes(tab).filter({ hasText: 'Texte de là-bas' })).toHaveCount(1);
  }
  const stored = await storedNotes(persona);
  expect(Object.fromEntries(stored.map(({ text, title }) => [text, title]))).toEqual({
    'Texte de là-bas': 'Ensemble',
    'Texte d’ici': 'Ensemble (autre version)',
  });

  // A note of another device appears as soon as the page becomes visible again.
  await storeNote(persona, { text: 'D’un autre appareil', createdAt: new Date().toISOString() });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(notes(page).first()).toContainText('D’un autre appareil');
});

ownServerTest.describe('with a server of its own', () => {
  ownServerTest(
    'a note typed while the server is down waits, sealed, and arrives by itself',
    async ({ page, pageErrors, server, openAsNew }) => {
      ownServerTest.setTimeout(90_000);
      pageErrors.allowFailedRequests();
      const persona = await openAsNew('/note');
      await savingPrefetched(page);
      // The key came with the empty list, which has its own button.
      await expect(page.getByRole('main').getByRole('button', { name: s.add, exact: true })).toHaveCount(2);
      await server.kill();
      const dialog = await begin(page, { title: 'Panne', text: 'Écrit pendant la panne' });
      await dialog.getByRole('button', { name: s.save, exact: true }).click();
      await expect(notes(page)).toContainText('Écrit pendant la panne');
      await expect(notes(page)).toContainText(s.waiting);
      await expect(dialog).toBeHidden({ timeout: 15_000 });
      expect(await deviceContents(page)).not.toContain('pendant la panne');

      await server.start();
      await expect(notes(page).getByText(s.waiting)).toHaveCount(0, { timeout: 25_000 });
      expect(await storedNotes(persona)).toMatchObject([{ title: 'Panne', text: 'Écrit pendant la panne' }]);
    },
  );

  ownServerTest(
    'neither the traffic nor the files of the server hold a word of a note',
    async ({ page, context, w, pageErrors, server, newPersona }) => {
      ownServerTest.setTimeout(120_000);
      pageErrors.allowFailedRequests();
      const traffic = captureTraffic(context);
      const persona = await newPersona();
      const known = ['quiet-lantern-title', 'first-hidden-sentence', 'second-hidden-sentence', 'unsaved-hidden-draft'];
      const [title = '', text = '', changed = '', draft = ''] = known;
      // Control: a readable text would be found in both places.
      const open = 'plainly-stored-passion';
      await persona.openInNewSession(page, '/note');
      await save(await begin(page, { title, text }), s);
      await choose(page, s, title, s.edit);
      await type(editor(page, s.editNote), s, { text: changed });
      await save(editor(page, s.editNote), s);
      await page.getByRole('searchbox', { name: s.search }).fill(changed);
      await expect(notes(page)).toHaveCount(1);
      await begin(page, { text: draft });
      await expect.poll(async () => (await deviceContents(page)).includes('/new/')).toBe(true);
      const device = await deviceContents(page);
      await page.goto('/profile');
      await page.getByLabel('Prénom').fill('Léa');
      await page.getByLabel('Nom', { exact: true }).last().fill('Morel');
      await page.getByLabel('Date de naissance').fill('1990-02-28');
      await page.getByLabel('Pays de résidence').fill('France');
      await page.getByLabel('Passion').fill(open);
      await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
      await expect(page.getByText('Profil enregistré.')).toBeVisible();
      await page.getByRole('button', { name: w.logout, exact: true }).first().click();
      await expect(loginButton(page, w)).toBeVisible();
      await expect.poll(() => keysOnDevice(page)).toBe(0);

      // Tokens belong in local storage and in headers.
      const given = (where: string) =>
        findSecrets(where, [...known, open]).filter((found) => found !== 'an access token');
      expect(given(device)).toEqual([]);
      expect(given(await traffic())).toEqual([open]);
      await server.stop();
      expect(await onDisk(server.dataDir, [...known, open])).toEqual([open]);
    },
  );
});

/** Records every address, header and body that is sent or received. */
function captureTraffic(context: BrowserContext): () => Promise<string> {
  const parts: Promise<string>[] = [];
  context.on('request', (request) =>
    parts.push(Promise.resolve([request.url(), request.postData(), JSON.stringify(request.headers())].join('\n'))),
  );
  context.on('response', (response) => parts.push(response.text().catch(() => '')));
  return async () => (await Promise.all(parts)).join('\n');
}

test('two tabs each write a new note: neither draft takes the place of the other', async ({
  page,
  context,
  openAsNew,
}) => {
  const persona = await openAsNew('/note?new=other');
  const other = await context.newPage();
  await other.goto('/note?new=other');
  const texts = ['Écrit dans le premier onglet', 'Écrit dans le second'];
  for (const tab of [page, other])
    await expect(editor(tab, s.newNote).getByRole('textbox', { name: s.text, exact: true })).toBeVisible();
  for (const [index, tab] of [page, other].entries()) {
    await type(editor(tab, s.newNote), s, { text: texts[index] ?? '' });
    await expect.poll(async () => (await keptDrafts(tab, persona)).length).toBe(index + 1);
  }
  // Both tabs end before they save.
  await page.goto('/favicon.svg');
  for (const text of texts.toReversed()) {
    await other.goto('/note?new=other');
    const dialog = editor(other, s.newNote);
    await expect(dialog.getByText(s.draftBack)).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: s.text, exact: true })).toHaveValue(text);
    await save(dialog, s);
  }
  expect(await keptDrafts(other, persona)).toEqual([]);
  const stored = await storedNotes(persona);
  expect(stored.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
});

test('what one tab still shows stays, when another one has gone on with its draft and replaced it', async ({
  page,
  context,
  openAsNew,
}) => {
  const persona = await openAsNew('/note');
  const texts = ['Écrit dans le premier onglet', 'Écrit dans le second'];
  await begin(page, { text: texts[0] ?? '' });
  await expect.poll(async () => (await keptDrafts(page, persona)).length).toBe(1);
  const other = await context.newPage();
  await other.goto('/note?new=other');
  const field = editor(other, s.newNote).getByRole('textbox', { name: s.text, exact: true });
  await expect(field).toHaveValue(texts[0] ?? '');
  await field.fill(texts[1] ?? '');
  const kept = async () => JSON.stringify(await keptDrafts(other, persona));
  await expect.poll(kept).toContain(texts[1]);
  expect(await kept()).not.toContain(texts[0]);
  await page.goBack();
  await expect(editor(page, s.newNote)).toBeHidden();
  await page.getByRole('navigation').getByRole('link', { name: 'Historique' }).click();
  await expect.poll(kept).toContain(texts[0]);
  expect(await kept()).toContain(texts[1]);
});

test('what is typed in a note stays when another device deletes the note, and brings it back', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  const _id = await storeNote(persona, { title: 'Ensemble', text: 'Premier texte', categoryId: 'red' });
  await persona.openInNewSession(page, `/note?edit=${_id}`);
  const dialog = editor(page, s.editNote);
  const text = 'Premier texte, et la suite';
  await dialog.getByRole('textbox', { name: s.text, exact: true }).fill(text);
  await persona.callAsUser('DELETE', `/api/notes/${_id}`);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(notes(page)).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: s.text, exact: true })).toHaveValue(text);

  // Closed without saving, its draft is found again.
  await dialog.getByRole('button', { name: s.cancel, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByText(`Brouillon : « ${text}… »`)).toBeVisible();
  await page.getByRole('link', { name: s.draftResume }).click();
  const again = editor(page, s.newNote);
  await expect(again.getByText(s.draftBack)).toBeVisible();
  await save(again, s);
  await expect(notes(page)).toContainText(text);
  expect(await storedNotes(persona)).toMatchObject([{ _id, title: 'Ensemble', text, categoryId: 'red' }]);
  expect(await keptDrafts(page, persona)).toEqual([]);
});

test('the draft of a note goes with its deletion, and does not come back by itself', async ({ page, newPersona }) => {
  const persona = await newPersona();
  const _id = await storeNote(persona, { title: 'Ensemble', text: 'Premier texte', categoryId: 'red' });
  await persona.openInNewSession(page, `/note?edit=${_id}`);
  const dialog = editor(page, s.editNote);
  await dialog.getByRole('textbox', { name: s.text, exact: true }).fill('Une phrase à moitié');
  await dialog.getByRole('button', { name: s.cancel, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(page.getByText(s.draftIs)).toBeVisible();
  await choose(page, s, 'Ensemble', s.delete);
  const ask = page.getByRole('alertdialog', { name: s.askDelete });
  await ask.getByRole('button', { name: s.delete, exact: true }).click();
  await expect(page.getByText(s.draftIs)).toBeHidden();

  const menu = page.getByRole('navigation');
  await menu.getByRole('link', { name: 'Aujourd’hui', exact: true }).click();
  await menu.getByRole('link', { name: 'Notes', exact: true }).click();
  // It looks for a draft after whatever was written before.
  await page.getByRole('button', { name: s.add, exact: true }).first().click();
  await expect(editor(page, s.newNote).getByRole('textbox', { name: s.text, exact: true })).toHaveValue('');
  expect(await keptDrafts(page, persona)).toEqual([]);
});

test('a closed editor has kept its draft, also on a slow device whose page is left at once', async ({
  page,
  openAsNew,
}) => {
  await openAsNew('/note?new=other');
  const dialog = editor(page, s.newNote);
  const field = dialog.getByRole('textbox', { name: s.text, exact: true });
  await expect(field).toBeVisible();
  await page.evaluate(() => {
    const { encrypt } = crypto.subtle;
    crypto.subtle.encrypt = async (...given) => {
      for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
      return encrypt.apply(crypto.subtle, given);
    };
  });
  await field.fill('Une phrase à moitié');
  await dialog.getByRole('button', { name: s.cancel, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByText('Brouillon : « Une phrase à moitié… »')).toBeVisible();
});

test('what was typed last is there when the page is loaded again at once', async ({ page, openAsNew }) => {
  await openAsNew('/note?new=other');
  const field = editor(page, s.newNote).getByRole('textbox', { name: s.text, exact: true });
  await field.fill('Une phrase');
  await expect.poll(async () => (await deviceContents(page)).includes('/new/')).toBe(true);
  await typeAndReload(page, field, 'Une phrase à moitié');
  await expect(field).toHaveValue('Une phrase à moitié');
});

test('while a note is saved, its editor takes no words that would go with it', async ({ page, openAsNew }) => {
  const persona = await openAsNew('/note?new=other');
  const dialog = editor(page, s.newNote);
  const field = dialog.getByRole('textbox', { name: s.text, exact: true });
  await field.fill('Une phrase.');
  const { hold, release } = holdRequests();
  await page.route(/notes\.create/, hold);
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('button', { name: s.saving })).toBeVisible();
  await page.keyboard.type(' Et une autre.');
  await expect(field).toHaveValue('Une phrase.');
  await expect(field).toBeFocused();
  release();
  await expect(dialog).toBeHidden();
  expect((await storedNotes(persona)).map(({ text }) => text)).toEqual(['Une phrase.']);
});

test('whoever goes back while a note is saved stays where they went on, in History or in another note', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await storeNote(persona, { title: 'Ensemble', text: 'Premier texte' });
  await storeNote(persona, { title: 'Autre', text: 'Autre texte' });
  await persona.openInNewSession(page, '/note');
  const dialog = editor(page, s.editNote);
  const saving = /notes\.create/;
  const saveAndGoBack = async (text: string) => {
    const { hold, release } = holdRequests();
    await page.route(saving, hold);
    await choose(page, s, 'Ensemble', s.edit);
    await type(dialog, s, { text });
    await dialog.getByRole('button', { name: s.save, exact: true }).click();
    await expect(dialog.getByRole('button', { name: s.saving })).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    return async () => {
      release();
      await expect(page.getByText(s.saved)).toBeVisible();
      await waitForPaint(page);
      await page.unroute(saving);
    };
  };
  const arrive = await saveAndGoBack('Deuxième texte');
  await page.getByRole('navigation').getByRole('link', { name: 'Historique' }).click();
  await expect(page).toHaveURL(/\/history$/);
  await arrive();
  await expect(page).toHaveURL(/\/history$/);

  await page.goto('/note');
  const arriveAgain = await saveAndGoBack('Troisième texte');
  await choose(page, s, 'Autre', s.edit);
  const field = dialog.getByRole('textbox', { name: s.text, exact: true });
  await field.fill('Une phrase à moitié');
  await arriveAgain();
  await expect(field).toHaveValue('Une phrase à moitié');
  await expect(dialog).toBeVisible();
  expect((await storedNotes(persona)).map(({ text }) => text).toSorted()).toEqual(['Autre texte', 'Troisième texte']);
});

test('a draft survives a reload and an expired session, for its author only @journey', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  test.setTimeout(60_000);
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await persona.openInNewSession(page, '/note');
  const dialog = await begin(page, { title: 'Brouillon', text: 'Une phrase à moitié' });
  await expect.poll(async () => (await deviceContents(page)).includes('/new/')).toBe(true);
  expect(await deviceContents(page)).not.toContain('à moitié');
  expect(await keysOnDevice(page)).toBe(1);
  await page.reload();
  await expect(page.getByText(s.draftBack)).toBeVisible();
  const text = dialog.getByRole('textbox', { name: s.text, exact: true });
  await expect(text).toHaveValue('Une phrase à moitié');
  // It is named where the next writing begins, and on Today.
  await page.goto('/note');
  await expect(page.getByText(s.draftIs)).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText(s.draftIs)).toBeVisible();
  await page.getByRole('link', { name: s.draftResume }).click();
  await expect(text).toHaveValue('Une phrase à moitié');
  await expect(page.getByText(s.draftIs)).toHaveCount(0);
  // The last typed text before the session ends.
  await text.fill('Une phrase entière');
  await page.evaluate(() => localStorage.setItem('refreshToken', 'no longer a token'));
  await persona.callAsUser('POST', '/trpc/profile.endOtherSessions', {});
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(loginDialog(page, w)).toContainText(w.sessionExpired);
  await expect.poll(() => keysOnDevice(page)).toBe(0);
  expect(await deviceContents(page)).not.toContain('entière');

  const somebody = await newPersona();
  await logIn(page, w, somebody);
  await expect(editor(page, s.newNote)).toBeVisible();
  await expect(text).toHaveValue('');
  await editor(page, s.newNote).getByRole('button', { name: s.cancel, exact: true }).click();
  await page.getByRole('button', { name: w.logout, exact: true }).first().click();
  await logInFromBar(page, w, persona);
  await expect(loginDialog(page, w)).toBeHidden();
  await page.goto('/note?new=other');
  await expect(page.getByText(s.draftBack)).toBeVisible();
  await expect(text).toHaveValue('Une phrase entière');
  await save(dialog, s);
  await expect(notes(page)).toContainText('Une phrase entière');
  await page.goto('/note?new=other');
  await expect(text).toHaveValue('');
  expect(await storedNotes(somebody)).toEqual([]);
});

test('a note is written for an earlier day without a network, and moved to another day later', async ({
  page,
  context,
  pageErrors,
  newPersona,
}) => {
  const persona = await newPersona();
  const [today, five] = [Date.now(), isoDay(Date.now() - 5 * dayMs)];
  await persona.openInNewSession(page, `/note?new=red&day=${five}`);
  const writing = editor(page, s.newNote);
  await expect(writing.getByRole('button', { name: s.date })).not.toHaveAccessibleName(/aujourd’hui$/);
  await savingPrefetched(page);
  pageErrors.allowFailedRequests();
  await context.setOffline(true);
  await type(writing, s, { text: 'Ce jour-là, la mer.' });
  await save(writing, s);
  await expect(notes(page).first()).toContainText(s.waiting);
  await expect(notes(page).first()).toContainText(s.entered);
  await context.setOffline(false);
  await expect(notes(page).first()).not.toContainText(s.waiting);
  const daysOf = async () => (await storedNotes(persona)).map(({ createdAt }) => isoDay(Date.parse(createdAt)));
  expect(await daysOf()).toEqual([five]);

  await choose(page, s, 'Ce jour-là, la mer.', s.edit);
  const editing = editor(page, s.editNote);
  await editing.getByRole('button', { name: s.date }).click();
  const tooOld = editing.getByText('On peut écrire jusqu’à 30 jours en arrière.');
  await editing
    .getByLabel(s.date, { exact: true })
    .and(editing.locator('input'))
    .fill(isoDay(today - 32 * dayMs));
  await expect(tooOld).toBeVisible();
  await editing.getByRole('button', { name: 'hier', exact: true }).click();
  await expect(editing.getByRole('button', { name: `${s.date}, hier`, exact: true })).toBeFocused();
  await save(editing, s);
  await expect(notes(page).first()).not.toContainText(s.waiting);
  expect(await daysOf()).toEqual([isoDay(today - dayMs)]);
});

test('the editor gives the text six rows at least, and all the room there is', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await persona.saveScans(1);
  const [scan] = await persona.scans();
  await persona.openInNewSession(page, `/note?new=yellow&scan=${scan?._id}`);
  const writing = editor(page, s.newNote);
  const text = writing.getByRole('textbox', { name: s.text, exact: true });
  await expect(text).toBeFocused();
  const rows = () =>
    text.evaluate((area) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area);
      const room = area.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
      return room / Number.parseFloat(lineHeight);
    });
  const category = writing.getByRole('button', { name: /^Catégorie · Joie/ });
  // A desktop; a phone without and with its keyboard; a small phone; one with its keyboard, also on its side.
  for (const [width, height, least] of [
    [1440, 900, 15],
    [390, 844, 18],
    [390, 504, 8],
    [360, 740, 15],
    [320, 568, 12],
    [320, 330, 6],
    [360, 225, 6],
    [195, 422, 6],
    [640, 300, 6],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(rows, { message: `${width} x ${height}` }).toBeGreaterThanOrEqual(least);
    await expect(writing.getByRole('button', { name: s.save, exact: true })).toBeInViewport({ ratio: 1 });
    const { right, top } = await placeOf(writing.getByRole('button', { name: s.save, exact: true }));
    expect(width - right, `${width} x ${height}`).toBeGreaterThanOrEqual(12);
    // On a phone it is in the first line of the head, unless the page is enlarged.
    if (width >= 320 && width < 400) expect(top, `${width} x ${height}`).toBeLessThanOrEqual(8);
    await expect(category).toBeVisible({ visible: height < 460 || width < 360 });
  }

  // Head and foot are 44 px each, and the line that is written is between them.
  await page.setViewportSize({ width: 360, height: 225 });
  await page.keyboard.type(Array.from({ length: 9 }, (_, index) => `Ligne ${index + 1}`).join('\n'));
  const save = await writing.getByRole('button', { name: s.save, exact: true }).boundingBox();
  const foot = await category.boundingBox();
  const end = await text.evaluate((area) => area.getBoundingClientRect().bottom);
  expect([save?.height, foot?.height, foot?.y]).toEqual([44, 44, 225 - 44]);
  expect(end).toBeLessThanOrEqual(225 - 44 + 8);
  await category.click();
  await writing.getByRole('radio', { name: s.alignment }).check();
  await expect(writing.getByRole('button', { name: /^Catégorie · Alignement/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});

test('of the questions beside the text, the one that was touched last is in ink', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await persona.saveScans(1);
  const [scan] = await persona.scans();
  await persona.openInNewSession(page, `/note?new=yellow&scan=${scan?._id}`);
  const writing = editor(page, s.newNote);
  const questions = writing.getByRole('listitem');
  await expect(questions).toHaveCount(3);
  const colours = () => questions.evaluateAll((all) => all.map((question) => getComputedStyle(question).color));
  const ink = await writing
    .getByRole('heading')
    .first()
    .evaluate((title) => getComputedStyle(title).color);
  const [quiet] = await colours();
  expect(await colours()).toEqual([quiet, quiet, quiet]);
  expect(quiet).not.toBe(ink);
  await questions.nth(1).click();
  expect(await colours()).toEqual([quiet, ink, quiet]);
  await questions.nth(2).click();
  expect(await colours()).toEqual([quiet, quiet, ink]);
});

test('a visitor who started to write gets the editor after login, with category and scan', async ({
  page,
  w,
  newPersona,
}) => {
  const persona = await newPersona();
  await page.goto('/bodyscan');
  await fillIn(page, w, answers);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await page.getByRole('region', { name: w.scales }).getByRole('button').nth(cyan).click();
  const popup = page.getByRole('dialog', { name: poles.fr[cyan][0], exact: true });
  await popup.getByRole('button', { name: s.write, exact: true }).click();
  await expect(loginDialog(page, w)).toContainText(s.willOpen);
  await logIn(page, w, persona);
  const dialog = editor(page, s.newNote);
  await expect(dialog.getByRole('radio', { name: s.alignment })).toBeChecked();
  await type(dialog, s, { text: 'Après la connexion' });
  await save(dialog, s);
  await expect(notes(page)).toContainText('Après la connexion');
  const [scan] = await persona.scans();
  expect(await storedNotes(persona)).toMatchObject([{ categoryId: 'cyan', scanResultId: scan?._id }]);
});

test('a visitor who started to write gets the editor after sign-up and login', async ({ page, w }) => {
  await takeScan(page, w, answers);
  await page.getByRole('region', { name: w.scales }).getByRole('button').nth(cyan).click();
  const popup = page.getByRole('dialog', { name: poles.fr[cyan][0], exact: true });
  await popup.getByRole('button', { name: s.write, exact: true }).click();
  await loginDialog(page, w).getByRole('button', { name: w.createAccount }).click();
  // One dialog at a time.
  await expect(popup).toBeHidden();
  const username = `wish_${randomBytes(5).toString('hex')}`;
  const password = 'Petit1!Jour';
  const signup = signupDialog(page, w);
  await signup.getByLabel(w.username, { exact: true }).fill(username);
  await signup.getByLabel(w.email, { exact: true }).fill(`${username}@example.org`);
  await signup.getByLabel(w.password, { exact: true }).fill(password);
  await signup.getByRole('checkbox', { name: w.consent }).check();
  await signup.getByRole('button', { name: w.submitSignup, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible({ timeout: 15_000 });
  await logInFromBar(page, w, { username, password });
  const dialog = editor(page, s.newNote);
  await expect(dialog.getByRole('radio', { name: s.alignment })).toBeChecked();
  await expect(page).toHaveURL(/new=cyan&scan=/);

  // With two layers open, the page is darkened only once.
  await type(dialog, s, { text: 'Une phrase' });
  await dialog.getByRole('button', { name: s.cancel, exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  const scrims = await page
    .locator('dialog[open] > [role="presentation"]')
    .evaluateAll((all) => all.map((scrim) => getComputedStyle(scrim).backgroundColor));
  expect(scrims).toHaveLength(2);
  expect(scrims.filter((colour) => colour !== 'rgba(0, 0, 0, 0)')).toHaveLength(1);
});

test('a session that expires while a note is saved: the reason is shown, and the login sends the note', async ({
  page,
  w,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/note');
  const dialog = await begin(page, { text: 'Écrite en fin de session' });
  const refused = /notes\.create|auth\.refresh/;
  await page.route(refused, (route) => route.fulfill({ status: 401, json: {} }));
  await dialog.getByRole('button', { name: s.save, exact: true }).click();
  await expect(loginDialog(page, w)).toContainText(w.sessionExpired);
  await expect(dialog).toBeHidden();
  await expect(page.getByText(s.kept)).toBeVisible();
  await expect(loginDialog(page, w)).toContainText(w.sessionExpired);
  await page.unroute(refused);
  await logIn(page, w, persona);
  await expect(notes(page)).toContainText('Écrite en fin de session');
  await expect.poll(async () => (await storedNotes(persona)).length).toBe(1);
  // The message is no longer true, so it is gone.
  await expect(page.getByText(s.kept)).toHaveCount(0, { timeout: 1_500 });
});

test('unusual texts are stored unchanged, too long ones refused, unreadable ones shown as locked', async ({
  page,
  newPersona,
}) => {
  test.setTimeout(60_000);
  const persona = await newPersona();
  const odd = '😊👩‍👩‍👧 שלום עולם \u202E مرحبا <b>&amp;</b>';
  const withNul = 'before \0 after';
  await persona.openInNewSession(page, '/note');
  // The button of the empty list disappears with the first note; the focus moves to its replacement.
  const adds = page.getByRole('main').getByRole('button', { name: s.add, exact: true });
  await expect(adds).toHaveCount(2);
  await adds.last().click();
  const first = editor(page, s.newNote);
  const title = 'Une longue phrase en guise de titre '.repeat(5).trim();
  await type(first, s, { title, text: withNul });
  await save(first, s);
  await expect(notes(page)).toHaveCount(1);
  await expect(notes(page).getByRole('button', { name: s.options(title) })).toBeFocused();
  // The longest title takes two lines until the note is unfolded.
  const heading = notes(page).getByRole('heading', { name: title, exact: true });
  const folded = (await heading.boundingBox())?.height ?? 0;
  expect(folded).toBeLessThanOrEqual(60);
  await notes(page).getByRole('button', { name: 'Lire toute la note' }).click();
  await expect.poll(async () => (await heading.boundingBox())?.height).toBeGreaterThan(folded);

  const dialog = await begin(page, { title: 'x'.repeat(201), text: 'y'.repeat(100_001) });
  await expect(dialog.getByRole('textbox', { name: s.title })).toHaveAccessibleDescription(s.tooLong('200'));
  await expect(dialog.getByRole('textbox', { name: s.text, exact: true })).toHaveAccessibleDescription(
    s.tooLong('100\\D?000'),
  );
  await dialog.getByRole('button', { name: s.save, exact: true }).click();
  await expect(dialog).toBeVisible();
  const long = 'é'.repeat(97_000);
  await type(dialog, s, { title: odd, text: long });
  await save(dialog, s);
  await save(await begin(page, { text: odd }), s);
  await expect(notes(page)).toHaveCount(3);
  await expect(notes(page).first()).toContainText(odd);
  const stored = await storedNotes(persona);
  expect(stored.map(({ text }) => text).toSorted()).toEqual([withNul, odd, long].toSorted());
  expect(stored.find(({ text }) => text === long)?.title).toBe(odd);

  // A note with another key and a truncated envelope: both are listed beside the others.
  const foreign = seal(randomBytes(32).toString('hex'), 'under another key');
  const { userKey } = await persona.tokens();
  const half = seal(userKey, 'cut in half, and then some more').slice(0, 60);
  const createdAt = new Date().toISOString();
  await storeNote(persona, { sealed: foreign, createdAt });
  await storeNote(persona, { sealed: half, createdAt });
  await page.reload();
  await expect(notes(page).filter({ hasText: s.locked })).toHaveCount(2);
  await expect(notes(page).filter({ hasText: odd }).first()).toBeVisible();
  const options = page.getByRole('button', { name: s.options(s.locked) }).first();
  await options.click();
  await expect(page.getByRole('menuitem', { name: s.edit, exact: true })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: s.exportRaw }).click();
  const raw = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of raw) chunks.push(Buffer.from(chunk));
  expect([foreign, half]).toContain(JSON.parse(Buffer.concat(chunks).toString()).text);
});
