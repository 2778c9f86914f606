import type { Page } from '@playwright/test';
import { storedIn } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { storedNotes } from '../support/notes.ts';
import { finishPrefetched, holdRequests, savingPrefetched } from '../support/page.ts';
import type { Persona } from '../support/persona.ts';
import { fillIn } from '../support/quiz.ts';
import { passphrase } from '../support/vault-day.ts';
import { newVaultOwner, openBy } from '../support/vault-steps.ts';
import type { Words } from '../support/words.ts';

const s = {
  newNote: 'Nouvelle note',
  text: 'Texte',
  save: 'Enregistrer',
  saving: 'Sauvegarde...',
  cancel: 'Annuler',
  close: 'Fermer',
  draftAt: /^Brouillon gardé/,
  saved: 'Note enregistrée.',
  notSaved: 'La note n’est pas enregistrée.',
  add: 'Ajouter',
  sendNow: 'Envoyer maintenant',
  full: /^Cet appareil n’a plus de place pour Nuances\. Votre texte reste à l’écran/,
  fullForm: /Cet appareil n’a plus de place pour Nuances/,
  profileSaved: 'Profil enregistré.',
  kept: /[Gg]ardé sur cet appareil/,
  lock: 'Verrouiller',
  locked: 'Verrouillé',
  wrong: 'Cette phrase n’ouvre pas le coffre.',
  onlyHere: /n’est gardé, scellé, que dans cette page\. Ouvrez le coffre avant de la fermer\.$/,
  discard: 'Jeter le brouillon',
  allKept: 'Hors connexion. Tout est gardé ici.',
  notAllKept: 'Hors connexion. Tout n’est pas gardé ici.',
  failed: 'Une erreur est survenue lors de la sauvegarde des résultats.',
} as const;

const answers = [7, 4, 9, 6, 3, 8, 7];

/** From now on this page cannot write to a store of the device's database, as when the device is full of something. */
async function fillDevice(page: Page, names: readonly string[], by: 'others' | 'copies' = 'others'): Promise<void> {
  await page.evaluate(
    ({ stores, isOfCopies }) => {
      let isFull = true;
      const prototype = IDBObjectStore.prototype;
      const { put, delete: remove } = prototype;
      prototype.put = function refuse(this: IDBObjectStore, ...written: Parameters<typeof put>) {
        if (isFull && stores.includes(this.name)) throw new DOMException('No room', 'QuotaExceededError');
        return put.apply(this, written);
      };
      prototype.delete = function free(this: IDBObjectStore, ...removed: Parameters<typeof remove>) {
        if (isOfCopies && this.name === 'copies') isFull = false;
        return remove.apply(this, removed);
      };
    },
    { stores: names, isOfCopies: by === 'copies' },
  );
}

test.beforeEach(({ pageErrors }) => pageErrors.allowFailedRequests());

test('a note that neither the server nor the device can store stays in the editor', async ({ page, openAsNew }) => {
  const persona = await openAsNew('/note');
  await page.getByRole('button', { name: s.add }).first().click();
  const editor = page.getByRole('dialog', { name: s.newNote });
  await editor.getByLabel(s.text, { exact: true }).fill('Mes mots de ce soir');
  await savingPrefetched(page);
  await fillDevice(page, ['outbox', 'drafts']);
  await page.route(/notes\.create/, (route) => route.abort('connectionrefused'));
  await editor.getByRole('button', { name: s.save }).click();
  await expect(editor.getByRole('alert').filter({ hasText: s.full })).toBeVisible();
  await expect(page.getByText(s.kept)).toHaveCount(0);
  await expect(editor.getByLabel(s.text, { exact: true })).toHaveValue('Mes mots de ce soir');

  // Closed, it promises nothing, and has the words as long as the page is open.
  await editor.getByLabel(s.text, { exact: true }).fill('Mes mots de ce soir, et d’autres');
  await expect(editor.getByText(s.draftAt)).toHaveCount(0);
  await editor.getByRole('button', { name: s.cancel, exact: true }).click();
  const leaving = page.getByRole('alertdialog');
  await expect(leaving.getByText(s.full)).toBeVisible();
  await leaving.getByRole('button', { name: s.close, exact: true }).click();
  await page.getByRole('button', { name: s.add }).first().click();
  await expect(editor.getByLabel(s.text, { exact: true })).toHaveValue('Mes mots de ce soir, et d’autres');

  await page.unroute(/notes\.create/);
  await editor.getByRole('button', { name: s.save }).click();
  await expect(page.getByText(s.saved)).toBeVisible();
  expect((await storedNotes(persona)).map(({ text }) => text)).toEqual(['Mes mots de ce soir, et d’autres']);
});

test('whoever went back before a note could not be stored is told, and has its words as long as the page is open', async ({
  page,
  openAsNew,
}) => {
  await openAsNew('/note');
  await page.getByRole('button', { name: s.add }).first().click();
  const editor = page.getByRole('dialog', { name: s.newNote });
  await editor.getByLabel(s.text, { exact: true }).fill('Mes mots de ce soir');
  await savingPrefetched(page);
  await fillDevice(page, ['outbox', 'drafts']);
  const { released, release } = holdRequests();
  await page.route(/notes\.create/, async (route) => {
    await released;
    await route.abort('connectionrefused');
  });
  await editor.getByRole('button', { name: s.save }).click();
  await expect(editor.getByRole('button', { name: s.saving })).toBeVisible();
  await page.goBack();
  await expect(editor).toBeHidden();
  release();
  await expect(page.getByRole('alert').filter({ hasText: s.notSaved })).toBeVisible();
  await page.getByRole('button', { name: s.add }).first().click();
  await expect(editor.getByLabel(s.text, { exact: true })).toHaveValue('Mes mots de ce soir');
});

test('a note that the server took without an answer is the same one when it is saved again', async ({
  page,
  openAsNew,
}) => {
  const persona = await openAsNew('/note?new=other');
  const editor = page.getByRole('dialog', { name: s.newNote });
  const text = editor.getByLabel(s.text, { exact: true });
  await text.fill('Mes mots de ce soir');
  await savingPrefetched(page);
  await fillDevice(page, ['outbox', 'drafts']);
  await page.route(/notes\.create/, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await editor.getByRole('button', { name: s.save }).click();
  await expect(editor.getByRole('alert').filter({ hasText: s.full })).toBeVisible();
  await page.unroute(/notes\.create/);
  await text.fill('Mes mots de ce soir, et d’autres');
  await editor.getByRole('button', { name: s.save }).click();
  await expect(page.getByText(s.saved)).toBeVisible();
  expect((await storedNotes(persona)).map((note) => note.text)).toEqual(['Mes mots de ce soir, et d’autres']);
});

test('half-written words take the room of copies', async ({ page, openAsNew }) => {
  await openAsNew('/note?new=other');
  const text = page.getByRole('dialog', { name: s.newNote }).getByLabel(s.text, { exact: true });
  await savingPrefetched(page);
  await fillDevice(page, ['drafts'], 'copies');
  await text.fill('Mes mots de ce soir');
  await expect.poll(async () => (await storedIn(page, 'drafts')).length).toBe(1);
  await page.reload();
  await expect(text).toHaveValue('Mes mots de ce soir');
});

test('a full device locks, says who alone has what was typed, and gives it back', async ({ page, newPersona }) => {
  test.setTimeout(120_000);
  await newVaultOwner(page, newPersona, passphrase);
  await page.goto('/note?new=other');
  const text = page.getByRole('dialog', { name: s.newNote }).getByLabel(s.text, { exact: true });
  const tab = await page.context().newPage();
  await tab.goto('/history');
  const full = ['drafts', 'copies', 'vaults'];
  await fillDevice(tab, full);
  await fillDevice(page, full);
  // An answer that the full device cannot take, while the vault is open.
  const answered = page.waitForResponse(/vault\.state/);
  await page.evaluate(() => ['offline', 'online'].forEach((name) => window.dispatchEvent(new Event(name))));
  await answered;
  await text.fill('Mes mots de ce soir');
  await tab.getByRole('button', { name: s.lock, exact: true }).click();
  await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
  await expect(page.getByText(s.onlyHere)).toBeVisible();
  expect(await page.content()).not.toContain('Mes mots');
  await expect.poll(async () => JSON.stringify(await storedIn(page, 'vaults'))).not.toContain('CryptoKey');
  await openBy(page, `${passphrase} not`);
  await expect(page.getByRole('alert').filter({ hasText: s.wrong })).toBeVisible();
  await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
  await openBy(page, passphrase);
  await expect(text).toHaveValue('Mes mots de ce soir');
});

declare global {
  interface Window {
    draftWrites: number;
  }
}

/** Keeps the drafts of the device occupied, as a slow disk does. @returns what ends it */
async function holdDrafts(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('nuances');
        opening.addEventListener('success', () => {
          const drafts = opening.result.transaction('drafts', 'readwrite').objectStore('drafts');
          const goOn = () => {
            resolve();
            if (document.title === 'free') opening.result.close();
            else drafts.count().addEventListener('success', goOn);
          };
          goOn();
        });
      }),
  );
  return () =>
    page.evaluate(() => {
      document.title = 'free';
    });
}

test('what was typed last is there when a vault locks before a slow disk has taken it', async ({
  page,
  newPersona,
}) => {
  test.setTimeout(120_000);
  await newVaultOwner(page, newPersona, passphrase);
  await page.goto('/note?new=other');
  const text = page.getByRole('dialog', { name: s.newNote }).getByLabel(s.text, { exact: true });
  await text.fill('Mes');
  await expect.poll(async () => (await storedIn(page, 'drafts')).length).toBe(1);
  const tab = await page.context().newPage();
  await tab.goto('/history');
  await page.evaluate(() => {
    const { get } = IDBObjectStore.prototype;
    window.draftWrites = 0;
    IDBObjectStore.prototype.get = function (...key: Parameters<IDBObjectStore['get']>) {
      if (this.name === 'drafts' && this.transaction.mode === 'readwrite') window.draftWrites += 1;
      return get.apply(this, key);
    };
  });
  const free = await holdDrafts(tab);
  await text.fill('Mes mots');
  await expect.poll(() => page.evaluate(() => window.draftWrites)).toBe(1);
  await text.fill('Mes mots de ce soir');
  await tab.getByRole('button', { name: s.lock, exact: true }).click();
  await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
  await free();
  await openBy(page, passphrase);
  await expect(text).toHaveValue('Mes mots de ce soir');
});

test('offline, the banner does not say that a text is kept which the device did not take', async ({
  page,
  context,
  openAsNew,
}) => {
  await openAsNew('/note');
  await page.getByRole('button', { name: s.add }).first().click();
  const editor = page.getByRole('dialog', { name: s.newNote });
  await editor.getByLabel(s.text, { exact: true }).fill('Mes mots');
  await expect(editor.getByText(s.draftAt)).toBeVisible();
  await savingPrefetched(page);
  await context.setOffline(true);
  await expect(page.getByText(s.allKept)).toBeVisible();
  await fillDevice(page, ['drafts']);
  await editor.getByLabel(s.text, { exact: true }).fill('Mes mots de ce soir');
  await expect(page.getByText(s.notAllKept)).toBeVisible();
  await expect(page.getByText(s.allKept)).toHaveCount(0);
  await editor.getByRole('button', { name: s.cancel, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: s.discard }).click();
  await expect(page.getByText(s.allKept)).toBeVisible();
});

/** Finishes a quiz on a device that cannot store the scan, without an answer of the server. */
async function finishUnstored(page: Page, w: Words, persona: Persona): Promise<void> {
  await persona.openInNewSession(page, '/bodyscan');
  await fillIn(page, w, answers);
  await finishPrefetched(page);
  await fillDevice(page, ['outbox']);
  await page.route(/results\.create/, (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: s.failed })).toBeVisible();
  await expect(page.getByText(s.kept)).toHaveCount(0);
  await page.unroute(/results\.create/);
}

test('a scan that neither the server nor the device can store comes back after a reload', async ({
  page,
  w,
  newPersona,
}) => {
  const persona = await newPersona();
  await finishUnstored(page, w, persona);
  await page.goto('/history');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect.poll(async () => (await persona.scans()).map((scan) => scan.answers)).toEqual([answers]);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(await persona.scans()).toHaveLength(1);
});

test('a scan that only the memory of the page had ends its run once it is sent', async ({ page, w, newPersona }) => {
  const persona = await newPersona();
  await finishUnstored(page, w, persona);
  await page.getByRole('main').getByRole('button', { name: s.sendNow }).click();
  await expect(page.getByText(w.saved)).toBeVisible();
  // Deleted elsewhere: nothing on this device brings it back.
  for (const { _id } of await persona.scans()) await persona.callAsUser('DELETE', `/api/results/${_id}`);
  await page.goto('/bodyscan');
  await expect(page.getByText(w.count(1)).first()).toBeAttached();
  await expect(page.getByText(w.resumed)).toHaveCount(0);
  expect(await persona.scans()).toEqual([]);
});

test('a change of the profile that neither the server nor the device can take comes back after a reload', async ({
  page,
  openAsNew,
}) => {
  await openAsNew('/profile');
  const field = (label: string) => page.getByRole('main').getByLabel(new RegExp(`^${label}(?: \\*.*)?$`));
  await field('Prénom').fill('Léa');
  await field('Nom').fill('Morel');
  await field('Date de naissance').fill('1990-02-28');
  await field('Pays de résidence').fill('France');
  const draft = async () => (await storedIn(page, 'drafts')).length;
  await expect.poll(draft).toBe(1);
  await fillDevice(page, ['outbox']);
  await page.route(/profile\.update/, (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: s.save, exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: s.fullForm })).toBeVisible();
  await page.reload();
  await expect(field('Pays de résidence')).toHaveValue('France');
  await page.unroute(/profile\.update/);
  await page.getByRole('button', { name: s.save, exact: true }).click();
  await expect(page.getByText(s.profileSaved)).toBeVisible();
  await expect.poll(draft).toBe(0);
});
