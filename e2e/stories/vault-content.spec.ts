import type { Browser, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { copyNames, deviceContents, storedIn, waitUntilMemberFilesAreFetched } from '../support/device.ts';
import { exportAll, exportedJson } from '../support/exported.ts';
import { expect, ownServerTest, test } from '../support/fixtures.ts';
import type { Persona } from '../support/persona.ts';
import { typeAndReload, waitForPaint } from '../support/page.ts';
import { fillIn, takeScan } from '../support/quiz.ts';
import { addTag, another, passphrase, said, seesEverything, setName, writeNote } from '../support/vault-day.ts';
import { newVaultOwner, openBy, renewVault, turnVaultOn } from '../support/vault-steps.ts';
import {
  giveVault,
  keyVersion,
  openVaultOn,
  plantKeys,
  recordWire,
  type StoryVault,
  storedRows,
} from '../support/vault.ts';

const answers = [3, 8, 10, 1, 9, 2, 7];
/** What must never be readable, in any of its forms on the wire or on the device. */
const known = [...Object.values(said), '[3,8,10', '3,8,10,1', '"answers":[', 'yellow', 'Solène'];

test.beforeEach(({ pageErrors }) => pageErrors.allowFailedRequests());

test('a day with a vault: scan, words, note, profile, statistics, search, export; sealed on the wire, the server and the device @journey', async ({
  page,
  w,
  newPersona,
}) => {
  test.setTimeout(180_000);
  const persona = await newPersona();
  const vault = await giveVault(persona);
  await openVaultOn(page, persona, vault);
  const wire = recordWire(page);

  await takeScan(page, w, answers);
  // The browser stores it, and no lock reaches its earlier entries.
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('answers');
  await addTag(page, w.addTag);
  await writeNote(page);
  await setName(page);
  await expect.poll(async () => (await storedRows(persona)).notes.length).toBe(1);

  const { notes, scans, profile } = await storedRows(persona);
  const [scan] = scans;
  const [note] = notes;
  const text = (content: Parameters<StoryVault['open']>[0], envelope: string | null | undefined): unknown =>
    JSON.parse(vault.open(content, envelope ?? ''));
  const scanId = scan?._id ?? '';
  expect(text({ content: 'scan|content', label: 'scans', itemId: scanId }, scan?.sealed)).toMatchObject({ answers });
  expect(text({ content: 'scan|tags', label: 'tags', itemId: scanId }, scan?.tags)).toEqual([said.tag]);
  expect(text({ content: 'note|content', label: 'notes', itemId: note?._id ?? '' }, note?.sealed)).toMatchObject({
    title: said.title,
    text: said.text,
  });
  expect(
    text({ content: 'profile|content', label: 'profile', itemId: vault.userId }, profile.profileSealed),
  ).toMatchObject({ firstName: said.name, lastName: 'Marchand', dateOfBirth: '1990-02-03T00:00:00.000Z' });
  const stored = JSON.stringify({ notes, scans, profile });
  expect(known.filter((word) => stored.includes(word))).toEqual([]);

  await seesEverything(page);
  await page.goto('/note');
  await page.getByRole('searchbox').fill('voisine');
  await expect(page.locator('mark')).toHaveText('voisine');

  const file = JSON.stringify(await exportedJson(await exportAll(page)));
  for (const word of [said.title, said.text, said.tag, said.name]) expect(file).toContain(word);
  expect(file).not.toMatch(/v2\.[A-Za-z0-9+/]{20}|w1\.[A-Za-z0-9+/]{20}/);

  const [sent, kept] = [await wire(), await deviceContents(page)];
  expect(known.filter((word) => sent.includes(word))).toEqual([]);
  expect(known.filter((word) => kept.includes(word))).toEqual([]);
  // Control: the recording has the envelopes.
  expect(sent).toContain(note?.sealed ?? 'none');
});

test('a vault on a second device: everything is read, two edits of one note both stay, what is deleted is gone; a clear scan is sealed and keeps its mark', async ({
  page,
  w,
  newPersona,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const persona = await newPersona();
  const vault = await giveVault(persona);
  await openVaultOn(page, persona, vault);
  await takeScan(page, w, answers);
  await addTag(page, w.addTag);
  await writeNote(page);
  await setName(page);
  await expect.poll(async () => (await storedRows(persona)).notes.length).toBe(1);

  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), locale: 'fr-FR' });
  const other = await context.newPage();
  await openVaultOn(other, persona, vault);
  await seesEverything(other);

  const edit = async (where: Page, text: string) => {
    const dialog = where.getByRole('dialog', { name: 'Modifier la note', exact: true });
    await dialog.getByRole('textbox', { name: 'Texte', exact: true }).fill(text);
    await dialog.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  const noteId = (await storedRows(persona)).notes[0]?._id ?? '';
  await page.goto(`/note?edit=${noteId}`);
  await other.goto(`/note?edit=${noteId}`);
  await expect(page.getByRole('textbox', { name: 'Texte', exact: true })).toHaveValue(said.text);
  await edit(other, 'Écrit là-bas.');
  await expect.poll(async () => (await storedRows(persona)).notes[0]?.revision).toBe(2);
  await edit(page, 'Écrit ici.');
  await expect(page.getByText('Écrit ici.')).toBeVisible();
  await expect(page.getByText('Écrit là-bas.')).toBeVisible();
  const opened = async () =>
    (await storedRows(persona)).notes.map(({ _id, sealed }) => {
      const text = vault.open({ content: 'note|content', label: 'notes', itemId: _id }, sealed ?? '');
      return (JSON.parse(text) as { text: string }).text;
    });
  await expect.poll(async () => (await opened()).toSorted()).toEqual(['Écrit ici.', 'Écrit là-bas.']);
  await page.getByRole('button', { name: `Options de la note ${said.title}, ` }).click();
  await page.getByRole('menuitem', { name: 'Supprimer', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer', exact: true }).click();
  await expect.poll(opened).toEqual(['Écrit là-bas.']);

  await persona.saveScan([1, 2, 3, 4, 5, 6, 7]);
  await other.goto('/history');
  const clear = async () => (await storedRows(persona)).scans.map((one) => [one.answers, one.arrivedClear]);
  await expect.poll(clear).toEqual([
    [null, true],
    [null, false],
  ]);
  await other.goto('/history');
  await expect(other.getByRole('article')).toHaveCount(2);
  await context.close();
});

ownServerTest.describe('a vault without a network', () => {
  ownServerTest.use({ serviceWorkers: 'allow' });

  ownServerTest('is read after a reload', async ({ page, context, newPersona, w }) => {
    ownServerTest.setTimeout(180_000);
    const persona = await newPersona();
    const vault = await giveVault(persona);
    await openVaultOn(page, persona, vault);
    await takeScan(page, w, answers);
    await addTag(page, w.addTag);
    await writeNote(page);
    await setName(page);
    await seesEverything(page);
    await waitUntilMemberFilesAreFetched(page);
    await expect.poll(async () => (await copyNames(page)).join(' ')).toContain('"queries"');
    await context.setOffline(true);
    await seesEverything(page);
  });
});

test('what waited on a device since before the vault is sealed with its key, then sent', async ({
  page,
  w,
  openAsNew,
}) => {
  test.setTimeout(120_000);
  const persona = await openAsNew('/dashboard');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nuances.noteKey'))).toBe('1');
  await page.route(/results\.create|notes\.create/, (route) => route.abort('connectionrefused'));
  await takeScan(page, w, answers);
  await writeNote(page);
  await page.goto('/favicon.svg');
  const vault = await giveVault(persona);
  await plantKeys(page, vault);
  await page.unroute(/results\.create|notes\.create/);
  await page.goto('/history');
  const rows = async () => {
    const { notes, scans } = await storedRows(persona);
    return [notes.map(({ sealed }) => sealed !== null), scans.map(({ sealed }) => sealed !== null)];
  };
  await expect.poll(rows).toEqual([[true], [true]]);
  const { notes } = await storedRows(persona);
  const place = { content: 'note|content', label: 'notes', itemId: notes[0]?._id ?? '' } as const;
  expect(JSON.parse(vault.open(place, notes[0]?.sealed ?? ''))).toMatchObject({ title: said.title, text: said.text });
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a device that has not heard of the vault stores no scan readable: it is sealed once the vault is open there', async ({
  page,
  w,
  openAsNew,
}) => {
  const persona = await openAsNew('/dashboard');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nuances.noteKey'))).toBe('1');
  await page.goto('/bodyscan');
  await fillIn(page, w, answers);
  const vault = await giveVault(persona);
  const sent = page.waitForResponse(/results\.create/);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  expect((await sent).status()).toBe(400);
  await expect(page.getByRole('heading', { name: 'Ouvrez votre coffre' })).toBeVisible();
  expect((await storedRows(persona)).scans).toEqual([]);
  await plantKeys(page, vault);
  await page.goto('/history');
  const scans = async () =>
    (await storedRows(persona)).scans.map((one) => [one.answers, one.arrivedClear, one.sealed?.slice(0, 3)]);
  await expect.poll(scans).toEqual([[null, false, 'v2.']]);
  await expect(page.getByRole('article')).toHaveCount(1);
});

const draftOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Nouvelle note', exact: true }).getByRole('textbox', { name: 'Texte', exact: true });

const half = 'Une phrase à moitié';

/** Another device of the same person, with the vault open. */
async function secondDevice(browser: Browser, persona: Persona) {
  const context = await browser.newContext({ locale: 'fr-FR', serviceWorkers: 'block', reducedMotion: 'reduce' });
  const device = await context.newPage();
  await persona.openInNewSession(device, '/history');
  await openBy(device, passphrase);
  await device.getByRole('button', { name: 'Ce sont les mêmes' }).click();
  return { context, device };
}

/** Turns the vault off, on its page. */
async function pressVaultOff(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Désactiver le coffre' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Désactiver', exact: true }).click();
  await expect(page.getByText('Le coffre est désactivé.')).toBeVisible();
}

/** Turns the vault off. */
async function endVault(page: Page): Promise<void> {
  await page.goto('/profile/security/vault');
  await pressVaultOff(page);
}

/** Leaves a half-written note on the device. */
async function leaveDraft(page: Page): Promise<void> {
  await page.goto('/note?new=other');
  await draftOf(page).fill(half);
  await expect.poll(async () => (await storedIn(page, 'drafts')).length).toBe(1);
}

test('a letter of another language asks the server for no font: a vault has all of them from the start', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await openVaultOn(page, persona, await giveVault(persona));
  await page.goto('/note?new=other');
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'Texte', exact: true });
  await expect(text).toBeVisible();
  const statuses = () => page.evaluate(() => Array.from(document.fonts, ({ status }) => status));
  await expect.poll(async () => (await statuses()).filter((one) => /^(?:unloaded|loading)$/.test(one))).toEqual([]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await text.fill('Zażółć gęślą jaźń, mañana');
  await waitForPaint(page);
  expect(asked.filter((url) => url.includes('.woff2'))).toEqual([]);
});

test('what was typed last in a vault is there when the page is loaded again at once', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await openVaultOn(page, persona, await giveVault(persona));
  await leaveDraft(page);
  await typeAndReload(page, draftOf(page), `${half}, et la suite`);
  await expect(draftOf(page)).toHaveValue(`${half}, et la suite`);
});

test('a half-written note is still there when the disk was full while its vault was turned on, and off', async ({
  page,
  openAsNew,
}) => {
  test.setTimeout(150_000);
  // Until the next page, nothing typed or unsent is written.
  const fillDisk = () =>
    page.evaluate(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...entry: Parameters<IDBObjectStore['put']>) {
        if (['drafts', 'outbox', 'copies'].includes(this.name)) throw new DOMException('full', 'QuotaExceededError');
        return put.apply(this, entry);
      };
    });
  const persona = await openAsNew('/dashboard');
  await leaveDraft(page);
  await page.goto('/vault/on');
  await fillDisk();
  await turnVaultOn(page, persona, passphrase);
  await page.goto('/note?new=other');
  await expect(draftOf(page)).toHaveValue(half);
  // What needed the key of the server has another one now.
  const serverKeys = async () => (await storedIn(page, 'keys')).length;
  await expect.poll(serverKeys).toBe(0);
  await page.goto('/profile/security/vault');
  await fillDisk();
  await pressVaultOff(page);
  await page.goto('/note?new=other');
  await expect(draftOf(page)).toHaveValue(half);
  await expect.poll(async () => (await storedIn(page, 'vaults')).length).toBe(0);
  await page.goto('/note?new=other');
  await expect(draftOf(page)).toHaveValue(half);
});

test('what a locked device holds while the key is renewed elsewhere opens by the passphrase of before', async ({
  page,
  browser,
  newPersona,
}) => {
  test.setTimeout(150_000);
  const persona = await newVaultOwner(page, newPersona, passphrase);
  const { context, device } = await secondDevice(browser, persona);
  await device.route(/vault\.put/, (route) => route.abort('connectionrefused'));
  await writeNote(device);
  await leaveDraft(device);
  await device.goto('/history');
  await device.getByRole('button', { name: 'Verrouiller', exact: true }).click();
  await expect(device.getByRole('heading', { name: 'Verrouillé' })).toBeVisible();

  await renewVault(page, persona, another);
  await page.getByRole('button', { name: 'Terminé' }).click();
  await device.unroute(/vault\.put/);
  await device.goto('/note');
  await openBy(device, another);
  await device.getByRole('button', { name: 'Ce sont les mêmes' }).click();
  const keepsFormer = async () => /"former":\[\{[^\]]*"wrapped":"w1\./.test(await deviceContents(device));
  expect(await keepsFormer()).toBe(true);
  await device.getByRole('link', { name: 'Ouvrir comme avant' }).click();
  await device.getByLabel('Phrase secrète d’avant', { exact: true }).fill(passphrase);
  await device.getByRole('button', { name: 'Continuer' }).click();
  await expect.poll(async () => (await storedRows(persona)).notes.length).toBe(1);
  await device.goto('/note?new=other');
  await expect(draftOf(device)).toHaveValue(half);
  await device.goto('/note');
  await expect(device.getByText(said.text)).toBeVisible();
  await expect(device.getByRole('link', { name: 'Ouvrir comme avant' })).toHaveCount(0);
  await expect.poll(keepsFormer).toBe(false);
  await context.close();
});

test('a page that is open while the key is renewed elsewhere asks for the new one when it sends, and sends with it', async ({
  page,
  browser,
  newPersona,
}) => {
  test.setTimeout(150_000);
  const persona = await newVaultOwner(page, newPersona, passphrase);
  const { context, device } = await secondDevice(browser, persona);
  await renewVault(page, persona, another);
  await page.getByRole('button', { name: 'Terminé' }).click();
  await device.getByRole('link', { name: 'Notes', exact: true }).click();
  await device.getByRole('button', { name: 'Ajouter', exact: true }).first().click();
  await draftOf(device).fill(said.text);
  await device.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await openBy(device, another);
  await device.getByRole('button', { name: 'Ce sont les mêmes' }).click();
  await expect.poll(async () => (await storedRows(persona)).notes.length).toBe(1);
  await expect(device.getByRole('heading', { name: said.text })).toHaveCount(1);
  await context.close();
});

test('a half-written note is still there when its vault was turned off, though the key of the server came late', async ({
  page,
  newPersona,
}) => {
  test.setTimeout(120_000);
  await newVaultOwner(page, newPersona, passphrase);
  await leaveDraft(page);
  await page.goto('/profile/security/vault');
  let mayAnswer = 1;
  await page.route(/notes\.userKey/, (route) => {
    // The first is for what is given back, the next for what the device holds.
    mayAnswer -= 1;
    return mayAnswer < 0 ? route.abort('connectionrefused') : route.continue();
  });
  await pressVaultOff(page);
  await expect.poll(() => mayAnswer).toBeLessThan(0);
  await page.unroute(/notes\.userKey/);
  await page.goto('/note?new=other');
  await expect(draftOf(page)).toHaveValue(half);
});

test('a closed device whose vault was turned off elsewhere asks before it forgets a half-written note', async ({
  page,
  browser,
  newPersona,
}) => {
  test.setTimeout(150_000);
  const persona = await newVaultOwner(page, newPersona, passphrase);
  const { context, device } = await secondDevice(browser, persona);
  await leaveDraft(device);
  await device.goto('/history');
  await device.getByRole('button', { name: 'Verrouiller', exact: true }).click();
  await expect(device.getByRole('heading', { name: 'Verrouillé' })).toBeVisible();

  await endVault(page);
  await device.goto('/note?new=other');
  // A double click answers no question that it has brought up.
  await device.getByRole('button', { name: 'Je l’ai désactivé moi-même' }).dblclick({ delay: 150 });
  await expect(device.getByRole('alert').filter({ hasText: 'un texte commencé ou non envoyé' })).toBeVisible();
  await expect(device.getByRole('button', { name: 'Continuer sans' })).toBeVisible();
  await openBy(device, passphrase);
  await expect(draftOf(device)).toHaveValue(half);
  await expect.poll(async () => (await storedIn(device, 'vaults')).length).toBe(0);
  await device.goto('/note?new=other');
  await expect(draftOf(device)).toHaveValue(half);
  await context.close();
});

test('what is typed in a note that stays open is still there after another tab has turned a vault on, and off', async ({
  page,
  openAsNew,
}) => {
  test.setTimeout(120_000);
  const persona = await openAsNew('/dashboard');
  await leaveDraft(page);
  const typeOn = async (text: string) => {
    const before = JSON.stringify(await storedIn(page, 'drafts'));
    await draftOf(page).fill(text);
    await expect.poll(async () => JSON.stringify(await storedIn(page, 'drafts'))).not.toBe(before);
  };
  const tab = await page.context().newPage();
  await tab.goto('/vault/on');
  await turnVaultOn(tab, persona, passphrase);
  await expect.poll(async () => (await storedIn(page, 'keys')).length).toBe(0);
  await typeOn(`${half}, puis`);
  await endVault(tab);
  await expect.poll(async () => (await storedIn(page, 'vaults')).length).toBe(0);
  await typeOn(`${half}, puis la fin`);
  await page.goto('/note?new=other');
  await expect(draftOf(page)).toHaveValue(`${half}, puis la fin`);
});

/** Turns a vault on, and off again. */
async function makeAndEndVault(page: Page, persona: Persona): Promise<void> {
  await page.goto('/vault/on');
  await turnVaultOn(page, persona, passphrase);
  await endVault(page);
}

/** Somebody without a vault, with a note on `page`, and a device that hears nothing of what others do, with an unsent one. */
async function deviceAway(page: Page, browser: Browser, newPersona: () => Promise<Persona>) {
  const persona = await newPersona();
  await persona.saveScan(answers);
  await persona.openInNewSession(page, '/dashboard');
  await writeNote(page);
  const context = await browser.newContext({ locale: 'fr-FR', serviceWorkers: 'block', reducedMotion: 'reduce' });
  const away = await context.newPage();
  await persona.openInNewSession(away, '/dashboard');
  await context.route(/notes\.create/, (route) => route.abort('connectionrefused'));
  await writeNote(away);
  return { persona, context, away };
}

test('what is on a device that heard nothing of a vault, made and ended elsewhere, is readable afterwards', async ({
  page,
  browser,
  newPersona,
}) => {
  test.setTimeout(150_000);
  const { persona, context, away } = await deviceAway(page, browser, newPersona);
  await leaveDraft(away);
  await makeAndEndVault(page, persona);
  await context.unroute(/notes\.create/);
  // It learns that there is another key, and is not given it yet.
  let cut = 0;
  await away.route(/notes\.userKey/, (route) => {
    cut += 1;
    return route.abort('connectionrefused');
  });
  await away.goto('/dashboard');
  await expect.poll(() => cut).toBeGreaterThan(0);
  await away.unroute(/notes\.userKey/);
  await away.goto('/note?new=other');
  await expect(draftOf(away)).toHaveValue(half);
  await expect.poll(async () => (await storedRows(persona)).notes.length, { timeout: 60_000 }).toBe(2);
  for (const device of [page, away]) {
    await device.goto('/note');
    await expect(device.getByText(said.text)).toHaveCount(2);
  }
  await away.goto('/note?new=other');
  await expect(draftOf(away)).toHaveValue(half);
  await context.close();
});

test('a tab that stays open on such a device writes nothing that its next page cannot read', async ({
  page,
  browser,
  newPersona,
}) => {
  test.setTimeout(150_000);
  const { persona, context, away } = await deviceAway(page, browser, newPersona);
  const tab = await context.newPage();
  await leaveDraft(tab);
  const keyOf = async () => JSON.stringify(await storedIn(away, 'keys'));
  const before = await keyOf();
  await makeAndEndVault(page, persona);
  await context.unroute(/notes\.create/);
  await away.goto('/note');
  await expect.poll(keyOf, { timeout: 60_000 }).not.toBe(before);
  const stored = JSON.stringify(await storedIn(tab, 'drafts'));
  await draftOf(tab).fill(`${half}, puis la fin`);
  await expect.poll(async () => JSON.stringify(await storedIn(tab, 'drafts'))).not.toBe(stored);
  await tab.goto('/note?new=other');
  await expect(draftOf(tab)).toHaveValue(`${half}, puis la fin`);
  await context.close();
});

test('a page that heard nothing of a vault shows no note of it as empty, and asks for it', async ({
  page,
  openAsNew,
}) => {
  const persona = await openAsNew('/note');
  await expect(page.getByText('Aucune note pour l’instant.')).toBeVisible();
  const vault = await giveVault(persona);
  const _id = randomUUID();
  const said = JSON.stringify({ title: 'Marée basse', text: 'Trois poires', categoryId: 'yellow' });
  const sealed = vault.seal({ content: 'note|content', label: 'notes', itemId: _id }, said, 256);
  const { shortToken } = await persona.tokens();
  await persona.call('POST', '/trpc/vault.put', { keyVersion, notes: [{ _id, isMove: false, sealed }] }, shortToken);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('heading', { name: 'Ouvrez votre coffre' })).toBeVisible();
});

test('a page that heard nothing of a vault shows no empty profile, and asks for it', async ({ page, openAsNew }) => {
  const persona = await openAsNew('/help');
  const vault = await giveVault(persona);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Ouvrez votre coffre' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Prénom' })).toHaveCount(0);
  await plantKeys(page, vault);
  await page.goto('/profile');
  await expect(page.getByRole('textbox', { name: 'Prénom' })).toHaveValue('Solène');
});
