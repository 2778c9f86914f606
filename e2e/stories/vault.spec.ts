import type { Page } from '@playwright/test';
import { VirtualAuthenticator } from '../support/authenticator.ts';
import { expect, test } from '../support/fixtures.ts';
import { holdRequests, overflowX } from '../support/page.ts';
import { paperText } from '../support/paper.ts';
import { answer, countOf, disc } from '../support/quiz.ts';
import { giveVault, openVaultOn } from '../support/vault.ts';
import {
  changePassphrase,
  choosePassphrase,
  keepCode,
  newVaultOwner,
  openBy,
  prove,
  renewVault,
  stepsToSeal,
  turnVaultOn,
} from '../support/vault-steps.ts';
import { another, passphrase } from '../support/vault-day.ts';

const s = {
  phrase: 'Phrase secrète',
  current: 'Phrase secrète actuelle',
  open: 'Ouvrir',
  opening: 'Ouvrez votre coffre',
  wrong: 'Cette phrase n’ouvre pas le coffre.',
  differ: 'Ils sont différents',
  differText: 'Cet appareil a reçu une autre clé.',
  compare: 'Les mêmes huit mots\u202F?',
  lock: 'Verrouiller',
  locked: 'Verrouillé',
  next: 'Continuer',
  changed: 'Phrase secrète changée.',
  newCodeDone: 'Nouveau code en place.',
  code: 'Code de récupération',
  noKey: 'Sans clé d’accès',
  seal: 'Sceller',
  done: 'Terminé',
  off: 'Désactiver le coffre',
  keep: 'Garder le coffre',
  offConfirm: 'Désactiver',
  offDone: 'Le coffre est désactivé.',
  turnOn: 'Activer le coffre',
  anew: 'Repartir avec un coffre vide',
  erase: 'Supprimer le contenu',
  backTitle: 'Deux groupes à recopier',
  codeTitle: 'Votre code de récupération',
  phraseTitle: 'Votre phrase secrète',
  withPasskey: 'Avec une clé d’accès',
  addKey: 'Ajouter une clé',
  keyName: 'Nom de la clé',
  keyOpens: 'Cette clé ouvre le compte et le coffre.',
  clear: 'reçu en clair',
  clearMore: 'Un script a envoyé ce scan sans le sceller.',
  noNote: 'Aucune note encore.',
  today: 'Aujourd’hui',
  sameFiles: 'La liste est celle que le serveur publie.',
  resume: 'Reprendre le scan',
  joy: 'Tristesse – Joie, 9, comme la dernière fois. Changer',
  joyChanged: 'Tristesse – Joie, 2 maintenant, 9 la dernière fois. Changer',
  keyLogsIn: 'Cette clé ouvre le compte, pas le coffre\u00A0: l’appareil ne sait pas faire davantage.',
};

const fingerprintWords = (page: Page) => page.getByRole('main').locator('ol[translate=no] li');
const fingerprintOn = (page: Page) => fingerprintWords(page).allTextContents();

test('a vault is turned on, opened on another device, locked and opened again @journey', async ({
  page,
  browser,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newVaultOwner(page, newPersona, passphrase);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/history');
  await expect(page.getByRole('article')).toHaveCount(1);

  // Locked: the page, its title and the accessibility tree have nothing of it.
  await page.getByRole('button', { name: s.lock, exact: true }).click();
  await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
  await expect(page.getByLabel(s.phrase, { exact: true })).toBeFocused();
  await expect(page).toHaveTitle('Nuances');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect(await page.getByRole('main').innerHTML()).not.toContain('data-hue');
  await openBy(page, 'une autre phrase que celle-ci');
  await expect(page.getByRole('alert').filter({ hasText: s.wrong })).toBeAttached();
  await openBy(page, passphrase);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page).toHaveURL(/\/history$/);
  await page.goto('/profile/security/vault');
  await expect.poll(() => fingerprintOn(page)).toHaveLength(8);
  const words = await fingerprintOn(page);

  const other = await browser.newContext({ locale: 'fr-FR' });
  const device = await other.newPage();
  await persona.openInNewSession(device, '/history');
  await expect(device.getByRole('heading', { name: s.opening })).toBeVisible();
  await openBy(device, passphrase);
  const compare = device.getByRole('dialog', { name: s.compare });
  await expect(compare.getByRole('listitem')).toHaveText([...words]);
  await compare.getByRole('button', { name: s.differ }).click();
  await expect(device.getByText(s.differText)).toBeVisible();
  await other.close();
});

test('a page that ends with the press of Lock has locked', async ({ page, newPersona }) => {
  await newVaultOwner(page, newPersona, passphrase);
  await page.goto('/history');
  await page.getByRole('button', { name: s.lock, exact: true }).evaluate((button: HTMLElement) => {
    button.click();
    // Nothing that comes after it reaches the device.
    Storage.prototype.setItem = () => undefined;
    Storage.prototype.removeItem = () => undefined;
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('ended', 'InvalidStateError');
    };
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: s.opening })).toBeVisible();
  await openBy(page, passphrase);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a quiz goes on at its question when the vault is opened again', async ({ page, w, newPersona }) => {
  const persona = await newVaultOwner(page, newPersona, passphrase);
  const goesOn = async (value: number, question: number) => {
    await expect(page.getByRole('heading', { name: s.locked }).or(page.getByText(s.opening))).toBeVisible();
    await openBy(page, passphrase);
    await expect(page.getByText(w.resumed)).toBeVisible();
    await expect(countOf(page)).toHaveText(w.count(question));
    await expect(disc(page, w, value)).toBeChecked();
  };
  const lock = () => page.getByRole('button', { name: s.lock, exact: true }).click();
  await page.goto('/bodyscan');
  await answer(page, w, 3);
  await page.getByRole('button', { name: w.next, exact: true }).click();
  await answer(page, w, 8);
  await lock();
  await goesOn(8, 2);
  await page.getByRole('button', { name: w.next, exact: true }).click();
  await answer(page, w, 6);
  // At once, as somebody who locks and closes the page; the next one begins while the vault is closed.
  await page.getByRole('button', { name: s.lock, exact: true }).evaluate((button: HTMLElement) => {
    button.click();
    location.reload();
  });
  await goesOn(6, 3);
  await page.goto('/dashboard');
  await lock();
  await page.reload();
  await openBy(page, passphrase);
  await expect(page.getByRole('main').getByRole('link', { name: s.resume })).toBeVisible();

  await page.goto('/bodyscan/again');
  await page.getByRole('button', { name: s.joy }).click();
  await answer(page, w, 2);
  await lock();
  await openBy(page, passphrase);
  await expect(page.getByRole('button', { name: s.joyChanged })).toBeVisible();
  expect(await persona.scans()).toHaveLength(1);
});

test('a vault is turned on while another tab is open, and starts anew: both go on', async ({
  page,
  context,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/vault/on', (fresh) => fresh.saveScan([1, 6, 9, 7, 5, 8, 7]));
  const [other, third] = [await context.newPage(), await context.newPage()];
  await other.goto('/history');
  await expect(other.getByRole('article')).toHaveCount(1);
  const { hold, release } = holdRequests();
  await page.route(/vault\.begin/, hold);
  const isAsked = page.waitForRequest(/vault\.begin/);
  const turnedOn = turnVaultOn(page, persona, passphrase);
  await isAsked;
  // What the server says now is that there is no vault.
  const isAnswered = third.waitForResponse(/vault\.state/);
  await third.goto('/history');
  await isAnswered;
  release();
  await turnedOn;
  for (const tab of [other, third]) {
    await tab.bringToFront();
    await expect(tab.getByRole('article')).toHaveCount(1);
    await tab.getByRole('navigation').getByRole('link', { name: s.today }).first().click();
    await expect(tab).toHaveURL(/\/dashboard$/);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('the ways to open a vault are changed: passphrase, recovery code', async ({ page, pageErrors, openAsNew }) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/vault/on');
  const { code } = await turnVaultOn(page, persona, passphrase);

  await page.goto('/vault/passphrase');
  await page.getByLabel(s.current, { exact: true }).fill('une autre phrase que celle-ci');
  await page.getByRole('button', { name: s.next }).click();
  await expect(page.getByText(s.wrong)).toBeVisible();
  await changePassphrase(page, persona, passphrase, another);
  // What is said covers no word of the fingerprint.
  await expect(page.getByText(s.changed)).toBeVisible();
  const said = await page.getByText(s.changed).boundingBox();
  const lastWord = await fingerprintWords(page).last().boundingBox();
  if (!said || !lastWord) throw new Error('nothing is drawn');
  expect(said.y).toBeGreaterThan(lastWord.y + lastWord.height);

  await page.goto('/vault/code');
  await page.getByLabel(s.current, { exact: true }).fill(another);
  await page.getByRole('button', { name: s.next }).click();
  await expect(page.getByRole('heading', { name: s.codeTitle })).toBeVisible();
  const paper = await paperText(await page.pdf());
  expect(paper).toContain('Rangée à');
  const next = await keepCode(page);
  await expect(page.getByText(s.newCodeDone)).toBeVisible();
  expect(next).not.toEqual(code);

  await page.goto('/note');
  await page.getByRole('button', { name: s.lock, exact: true }).click();
  await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
  await page.getByRole('button', { name: s.code, exact: true }).click();
  await page.getByLabel(s.code, { exact: true }).fill(code.join(' '));
  await page.getByRole('button', { name: s.open, exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Ce code n’ouvre pas le coffre.' })).toBeAttached();
  await page.getByLabel(s.code, { exact: true }).fill(next.join('').toLowerCase());
  await page.getByRole('button', { name: s.open, exact: true }).click();
  await expect(page.getByRole('heading', { name: s.phraseTitle })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  // Who leaves while it is changed is told all the same.
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  await page.route(/vault\.replaceSlot/, async (route) => {
    await left;
    await route.continue();
  });
  const asked = page.waitForRequest(/vault\.replaceSlot/);
  await choosePassphrase(page, passphrase);
  await prove(page, persona);
  await asked;
  await page.getByRole('button', { name: 'Quitter', exact: true }).click();
  await expect(page.getByRole('heading', { name: s.phraseTitle })).toBeHidden();
  leave();
  await expect(page.getByText(s.changed)).toBeVisible();
});

test('Back goes one step back on the way to a vault and keeps the code; a count is shown once there is one', async ({
  page,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/vault/on', (fresh) => fresh.saveScan([1, 6, 9, 7, 5, 8, 7]));
  await page.getByRole('button', { name: s.next }).click();
  await prove(page, persona);
  await choosePassphrase(page, passphrase);
  const code = await keepCode(page);
  await expect(page.getByRole('button', { name: s.noKey })).toBeVisible();
  for (const title of [s.backTitle, s.codeTitle]) {
    await page.goBack();
    await expect(page.getByRole('heading', { name: title })).toBeFocused();
  }
  expect(await keepCode(page)).toEqual(code);
  await page.getByRole('button', { name: s.noKey }).click();
  const lists = holdRequests();
  await page.route(/results\.own/, lists.hold);
  await page.getByRole('button', { name: s.seal }).click();
  await expect(page.getByRole('progressbar', { name: 'Chargement...' })).toBeVisible();
  await expect(page.getByRole('main').getByText(/\d sur \d/)).toHaveCount(0);
  lists.release();
  await page.getByRole('button', { name: s.done }).click();
});

test('a double click passes no step on the way to a vault unread', async ({ page, pageErrors, openAsNew }) => {
  pageErrors.allowFailedRequests();
  // Where the buttons of all steps are in one place.
  await page.setViewportSize({ width: 390, height: 844 });
  const persona = await openAsNew('/vault/on');
  await page.getByRole('button', { name: s.next }).click();
  await prove(page, persona);
  for (const name of [s.phrase, 'La même, encore une fois'])
    await page.getByLabel(name, { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: s.next }).dblclick();
  await page.getByRole('heading', { name: s.codeTitle }).focus();
  await keepCode(page);
  await page.getByRole('button', { name: s.noKey }).dblclick();
  await expect(page.getByRole('button', { name: s.seal })).toBeEnabled();
  await expect(page).toHaveURL(/\/vault\/on$/);
});

test('a vault is renewed, and turned off', async ({ page, pageErrors, newPersona }) => {
  pageErrors.allowFailedRequests();
  const persona = await newVaultOwner(page, newPersona, passphrase);
  await page.goto('/profile/security/vault');
  await expect.poll(() => fingerprintOn(page)).toHaveLength(8);
  const before = await fingerprintOn(page);

  await renewVault(page, persona, another);
  await page.getByRole('button', { name: s.done }).click();
  await page.goto('/profile/security/vault');
  await expect.poll(() => fingerprintOn(page)).toHaveLength(8);
  expect(await fingerprintOn(page)).not.toEqual(before);

  await page.getByRole('button', { name: s.off }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: s.keep })).toBeFocused();
  await question.getByRole('button', { name: s.offConfirm, exact: true }).click();
  await expect(page.getByText(s.offDone)).toBeVisible();
  await expect(page.getByRole('link', { name: s.turnOn })).toBeVisible();
  expect(await persona.scans()).toHaveLength(1);
});

test('who has lost every way in begins anew, after the password and a word', async ({
  page,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newVaultOwner(page, newPersona, passphrase);
  await page.getByRole('button', { name: s.lock, exact: true }).click();
  await page.goto('/profile/security/vault');
  await page.getByRole('link', { name: s.anew }).click();
  const erase = page.getByRole('button', { name: s.erase });
  await expect(erase).toBeVisible();
  await page.reload();
  await expect(erase).toHaveAttribute('aria-disabled', 'true');
  await page.locator('input[name=password]').fill(persona.password);
  await page.locator('input[name=word]').fill('effacer');
  await erase.click();
  await expect(page).toHaveURL(/\/vault\/on/);
  expect(await persona.scans()).toEqual([]);
  await turnVaultOn(page, persona, another);
});

for (const { hasPrf, keys } of [
  { hasPrf: true, keys: ['Téléphone'] },
  { hasPrf: true, keys: ['Téléphone', 'Clé USB', 'Autre clé USB'] },
  { hasPrf: false, keys: ['Téléphone'] },
]) {
  test(`${keys.length} passkeys: one ${hasPrf ? 'opens the vault' : 'without a secret only logs in'}`, async ({
    page,
    pageErrors,
    openAsNew,
  }) => {
    pageErrors.allowFailedRequests();
    const persona = await openAsNew('/vault/on');
    await page.getByRole('button', { name: s.next }).click();
    await prove(page, persona);
    await choosePassphrase(page, passphrase);
    await keepCode(page);
    let device: VirtualAuthenticator | null = null;
    for (const [index, key] of keys.entries()) {
      // The last one stays: the page asks for all of them, and this one answers.
      await device?.unplug();
      device = await VirtualAuthenticator.plugIn(page, index === 0 ? 'internal' : 'usb', hasPrf);
      await page.getByLabel(s.keyName).fill(key);
      await page.getByRole('button', { name: s.addKey }).click();
      await expect(page.getByText(hasPrf ? s.keyOpens : s.keyLogsIn)).toHaveCount(index + 1);
    }
    await page.getByRole('button', { name: s.seal }).click();
    await page.getByRole('button', { name: s.done }).click();
    await page.goto('/profile/security/passkeys');
    const can = page.getByText(hasPrf ? 'ouvre le coffre' : 'connexion seule', { exact: true });
    await expect(can).toHaveCount(keys.length);
    await page.goto('/note');
    await page.getByRole('button', { name: s.lock, exact: true }).click();
    const byPasskey = page.getByRole('button', { name: s.withPasskey });
    await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
    if (!hasPrf) return expect(byPasskey).toBeHidden();
    await byPasskey.click();
    await expect(page.getByRole('heading', { name: s.locked })).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
  });
}

test('a scan that a script sends unsealed says so, also once it is sealed', async ({ page, pageErrors, openAsNew }) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/vault/on');
  await turnVaultOn(page, persona, passphrase);
  await persona.saveScan([1, 6, 9, 7, 5, 8, 7]);
  await page.goto('/history');
  await page.getByRole('article').getByRole('link').click();
  await page.getByRole('button', { name: s.clear }).click();
  await expect(page.getByText(s.clearMore)).toBeVisible();
});

test('the page of checks has a note as it is stored, and the files as they are received', async ({
  page,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await page.route('**/api/build', (route) => route.abort());
  await persona.openInNewSession(page, '/profile/security/check');
  await expect(page.getByText(s.noNote)).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Erreur réseau. Veuillez réessayer.' })).toBeVisible();
  await page.unroute('**/api/build');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByText(s.sameFiles)).toBeVisible();
  await expect(page.getByText(`nuances verify ${new URL(page.url()).origin}`)).toBeVisible();

  await page.getByRole('button', { name: /^Toute la liste · \d+$/ }).click();
  const files = page.getByRole('list', { name: /^\d+ fichiers, / });
  expect(await files.getByRole('listitem').count()).toBeGreaterThan(3);
  await expect(files.getByRole('button').first()).toBeFocused();
});

test('the pages of a vault fit a small phone @phone-only @phone', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await page.setViewportSize({ width: 320, height: 568 });
  for (const path of ['/vault/on', '/profile/security/vault', '/profile/security/lock', '/profile/security/check']) {
    await persona.openInSharedSession(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await overflowX(page), path).toBe(0);
  }
});

test('who presses Seal after another device is told that the sheet in hand is void', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await persona.openInNewSession(page, '/vault/on');
  await page.getByRole('button', { name: s.next }).click();
  await stepsToSeal(page, persona, passphrase);
  await giveVault(persona);
  await page.getByRole('button', { name: s.seal }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'n’ouvre rien' })).toBeVisible();
  await expect(page.getByRole('heading', { name: s.opening })).toBeVisible();
});

test('a recovery code is in sight as a whole @phone-only @phone', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await openVaultOn(page, persona, await giveVault(persona));
  await page.goto('/vault/code');
  await page.getByRole('button', { name: s.code, exact: true }).click();
  const field = page.getByLabel(s.code, { exact: true });
  await field.fill('w'.repeat(32));
  for (const [width, size] of [
    [390, '100%'],
    [320, '100%'],
    [320, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const hidden = await field.evaluate((element, fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      return [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
    }, size);
    expect(hidden, `${width} px, text at ${size}`).toEqual([0, 0]);
  }
});
