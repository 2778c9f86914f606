import type { Page } from '@playwright/test';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { loginButton, loginDialog, logOut } from '../support/auth.ts';
import { VirtualAuthenticator } from '../support/authenticator.ts';
import { deviceContents } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/page.ts';
import { Persona } from '../support/persona.ts';
import {
  changePassphrase,
  choosePassphrase,
  keepCode,
  newVaultOwner,
  openBy,
  prove,
  renewVault,
  turnVaultOn,
} from '../support/vault-steps.ts';
import { another, passphrase } from '../support/vault-day.ts';

const s = {
  missing: 'Des notes ou des scans que vos appareils connaissaient manquent',
  close: 'Fermer',
  accept: 'Garder ce que le serveur donne',
  acceptTitle: 'Garder cet état\u202F?',
  wait: 'Attendre',
  keep: 'Garder',
  off: 'Désactiver le coffre',
  offConfirm: 'Désactiver',
  offDone: 'Le coffre est désactivé.',
  unopened: '1 page ne s’ouvre pas ici et ne peut pas suivre.',
  without: 'Continuer sans',
  save: 'Enregistrer le fichier',
  erase: 'Supprimer et continuer',
  eraseAccount: 'Supprimer mon compte',
  eraseNow: 'Supprimer le compte',
  erased: 'Votre compte est supprimé.',
  lock: 'Verrouiller',
  locked: 'Verrouillé',
  former: 'Phrase secrète d’avant',
  asBefore: 'Ouvrir comme avant',
  wrong: 'Cette phrase n’ouvre pas le coffre.',
  isPassword: 'C’est votre mot de passe de connexion',
  next: 'Continuer',
  seal: 'Sceller',
  sealed: 'Tout est scellé',
  done: 'Terminé',
  addKey: 'Ajouter une clé',
  keyName: 'Nom de la clé',
  logIn: 'Se connecter avec une clé d’accès',
  withPasskey: 'Avec une clé d’accès',
  code: 'Code de récupération',
  open: 'Ouvrir',
};

/** As the check does when it has found that rows are gone. */
const markMissing = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('nuances');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')));
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('vaults', 'readwrite');
          const vaults = writing.objectStore('vaults');
          const reading = vaults.getAll();
          reading.addEventListener('success', () => {
            for (const vault of reading.result) vaults.put({ ...vault, missing: vault.keyVersion });
          });
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
  );

test('the warning about missing rows comes back until it is answered in words', async ({
  page,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  await newVaultOwner(page, newPersona, passphrase);
  await markMissing(page);
  await open(page, '/history');
  const warning = page.getByRole('status').filter({ hasText: s.missing });
  await expect(warning).toBeVisible();
  await warning.getByRole('button', { name: s.close }).click();
  await expect(warning).toBeHidden();
  await page.getByRole('button', { name: s.lock, exact: true }).click();
  await openBy(page, passphrase);
  await expect(warning).toBeVisible();
  await warning.getByRole('button', { name: s.close }).click();
  await page.reload();
  await warning.getByRole('button', { name: s.accept }).click();
  const question = page.getByRole('alertdialog', { name: s.acceptTitle });
  await expect(question.getByRole('button', { name: s.wait })).toBeFocused();
  await question.getByRole('button', { name: s.wait }).click();
  await expect(warning).toBeVisible();
  await warning.getByRole('button', { name: s.accept }).click();
  await question.getByRole('button', { name: s.keep, exact: true }).click();
  await expect(warning).toBeHidden();
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(warning).toBeHidden();
});

test('a vault with a scan that does not open is turned off without it, after a file was offered', async ({
  page,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newVaultOwner(page, newPersona, passphrase);
  const { shortToken } = await persona.tokens();
  const sealed = `v2.${randomBytes(156).toString('base64')}`;
  const scans = [{ _id: randomUUID(), isMove: false, sealed, tags: null }];
  await persona.call('POST', '/trpc/vault.put', { keyVersion: 2, scans }, shortToken);
  await open(page, '/profile/security/vault');
  await page.getByRole('button', { name: s.off }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: s.offConfirm, exact: true }).click();
  await expect(page.getByText(s.unopened)).toBeVisible();
  await page.getByRole('button', { name: s.without }).click();
  const question = page.getByRole('alertdialog');
  const saving = page.waitForEvent('download');
  await question.getByRole('button', { name: s.save }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ items: [{ kind: 'scan', sealed: [sealed] }] });
  await question.getByRole('button', { name: s.erase }).click();
  await expect(page.getByText(s.offDone)).toBeVisible();
  expect(await persona.scans()).toHaveLength(1);
});

test('a vault that is locked while it is turned off opens by passkey, and by code without asking for a passphrase', async ({
  page,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/vault/on');
  await page.getByRole('button', { name: s.next }).click();
  await prove(page, persona);
  await choosePassphrase(page, passphrase);
  const code = await keepCode(page);
  await VirtualAuthenticator.plugIn(page, 'internal', true);
  await page.getByLabel(s.keyName).fill('Téléphone');
  await page.getByRole('button', { name: s.addKey }).click();
  await page.getByRole('button', { name: s.seal }).click();
  await expect(page.getByRole('heading', { name: s.sealed })).toBeVisible();
  await page.route('**/trpc/vault.putClear', (route) => route.abort());
  await open(page, '/profile/security/vault');
  await page.getByRole('button', { name: s.off }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: s.offConfirm, exact: true }).click();
  await expect(page).toHaveURL(/sealing$/);

  const notes = page.getByRole('heading', { level: 1, name: 'Notes' });
  const lock = async () => {
    await open(page, '/note');
    await page.getByRole('button', { name: s.lock, exact: true }).click();
    await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
  };
  await lock();
  await page.getByRole('button', { name: s.withPasskey }).click();
  await expect(notes).toBeVisible();
  await lock();
  await page.getByRole('button', { name: s.code, exact: true }).click();
  await page.getByLabel(s.code, { exact: true }).fill(code.join(' '));
  // The content is in sight for a moment before a passphrase would be asked for.
  const opened = page.waitForRequest(/vault\.slotUsed/);
  await page.getByRole('button', { name: s.open, exact: true }).click();
  await opened;
  await expect(notes).toBeVisible();
});

test('a renewal that was locked in the middle ends on the same device', async ({ page, pageErrors, newPersona }) => {
  pageErrors.allowFailedRequests();
  const persona = await newVaultOwner(page, newPersona, passphrase);
  await page.route('**/trpc/vault.put', (route) => route.abort());
  await renewVault(page, persona, another);
  await expect(page).toHaveURL(/sealing$/);
  await open(page, '/note');
  await page.getByRole('button', { name: s.lock, exact: true }).click();
  await expect(page.getByRole('heading', { name: s.locked })).toBeVisible();
  await page.unroute('**/trpc/vault.put');
  await openBy(page, another);
  await expect(page.getByRole('heading', { name: s.locked })).toBeHidden();
  await open(page, '/vault/sealing');
  await page.getByRole('button', { name: s.asBefore }).click();
  const former = page.getByLabel(s.former, { exact: true });
  await former.fill(another);
  await page.getByRole('button', { name: s.next }).click();
  await expect(page.getByText(s.wrong)).toBeVisible();
  await former.fill(passphrase);
  await page.getByRole('button', { name: s.next }).click();
  await expect(page.getByRole('heading', { name: s.sealed })).toBeVisible();
  await page.getByRole('button', { name: s.done }).click();
  await page.getByRole('button', { name: s.lock, exact: true }).click();
  await openBy(page, passphrase);
  await expect(page.getByRole('alert').filter({ hasText: s.wrong })).toBeAttached();
});

test('a login by passkey opens the vault in the same touch, and sends nothing that opens it', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  // A virtual authenticator would answer what the browser offers in the field by itself.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    credentials.get = (options) => {
      sessionStorage.setItem('touches', `${Number(sessionStorage.getItem('touches') ?? 0) + 1}`);
      return get(options);
    };
  });
  await VirtualAuthenticator.plugIn(page, 'internal', true);
  await persona.openInNewSession(page, '/vault/on');
  await page.getByRole('button', { name: s.next }).click();
  await prove(page, persona);
  await choosePassphrase(page, passphrase);
  await keepCode(page);
  await page.getByLabel(s.keyName).fill('Téléphone');
  await page.getByRole('button', { name: s.addKey }).click();
  await page.getByRole('button', { name: s.seal }).click();
  await page.getByRole('button', { name: s.done }).click();
  await open(page, '/help');
  await logOut(page, w);
  await loginButton(page, w).click();
  await page.evaluate(() => sessionStorage.removeItem('touches'));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('passkeyLogin')) sent.push(request.postData() ?? '');
  });
  await loginDialog(page, w).getByRole('button', { name: s.logIn }).click();
  // It closes when the vault has been opened.
  await expect(loginDialog(page, w)).toBeHidden();
  await open(page, '/profile/security/vault');
  await expect(page.getByRole('main').locator('ol[translate=no] li')).toHaveCount(8);
  expect(await page.evaluate(() => sessionStorage.getItem('touches'))).toBe('1');
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('"clientExtensionResults":{}');
  expect(sent[0]).not.toContain('prf');
});

test('a changed passphrase is never the login password', async ({ page, pageErrors, origin, language }) => {
  pageErrors.allowFailedRequests();
  // Strong enough for a passphrase: nothing else refuses it.
  const persona = await Persona.create(origin, language, 'Rivage&Lampe8cerise?tambour');
  await persona.openInNewSession(page, '/vault/on');
  await turnVaultOn(page, persona, passphrase);
  await open(page, '/vault/passphrase');
  await changePassphrase(page, persona, passphrase, persona.password);
  await expect(page.getByText(s.isPassword)).toBeVisible();
  await open(page, '/note');
  await page.getByRole('button', { name: s.lock, exact: true }).click();
  await openBy(page, passphrase);
  await expect(page.getByRole('heading', { name: s.locked })).toBeHidden();
});

test('an erased account leaves nothing of its vault on the device', async ({ page, newPersona }) => {
  const { password } = await newVaultOwner(page, newPersona, passphrase);
  const wrap = /w1\.[A-Za-z0-9+/]{40}/;
  expect(await deviceContents(page)).toMatch(wrap);
  // What screens remember of their looks goes too.
  await page.evaluate(() => localStorage.setItem('nuances.noteView', 'oldest'));
  await page.goto('/profile/erase');
  await page.getByRole('button', { name: s.eraseAccount }).click();
  const ask = page.getByRole('alertdialog', { name: s.eraseAccount });
  await ask.getByRole('textbox').fill(password);
  await ask.getByRole('button', { name: s.eraseNow }).click();
  await expect(page.getByText(s.erased)).toBeVisible();
  expect(await deviceContents(page)).not.toMatch(wrap);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});
