import type { Locator, Page } from '@playwright/test';
import { loginButton, loginDialog, logOut } from '../support/auth.ts';
import { VirtualAuthenticator } from '../support/authenticator.ts';
import { deviceContents } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/page.ts';
import type { Persona } from '../support/persona.ts';
import type { Words } from '../support/words.ts';

const s = {
  passkeys: 'Clés d’accès',
  none: 'Aucune clé d’accès.',
  add: 'Ajouter une clé',
  name: 'Nom de la clé',
  added: 'Clé ajoutée.',
  cancelled: 'Rien n’a été ajouté.',
  already: 'Cet appareil a déjà une clé pour ce compte.',
  password: 'Votre mot de passe',
  confirm: 'Confirmer',
  withPasskey: 'Avec une clé d’accès',
  menu: (name: string) => `Options de la clé ${name}`,
  rename: 'Renommer',
  renamed: 'Nom enregistré.',
  remove: 'Retirer',
  removeTitle: 'Retirer cette clé\u202F?',
  removed: 'Clé retirée.',
  offline: 'Hors connexion, cette page se lit. Les changements attendent le retour de la connexion.',
  unreachable: 'Erreur réseau. Veuillez réessayer.',
  unused: /· pas encore utilisée$/,
  used: /· dernier usage/,
  logIn: 'Se connecter avec une clé d’accès',
  stopped: 'La clé n’a pas été présentée.',
  unknown: 'Cette clé n’est plus liée à un compte. Le mot de passe reste possible.',
  unsupported: 'Ce navigateur ne connaît pas les clés d’accès.',
  insecure: 'Les clés d’accès demandent une adresse en https, avec un nom.',
};

const path = '/profile/security/passkeys';
const section = (page: Page) => page.getByRole('region', { name: s.passkeys });
const keys = (page: Page) => section(page).getByRole('listitem');

/** So that only the button asks: a virtual authenticator would answer what the browser offers in the field by itself. */
const offerNothing = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

/** Gives the password where it is asked for. */
async function prove(page: Page, w: Words, { password }: Persona): Promise<void> {
  const proof = page.getByRole('dialog', { name: s.password });
  await proof.getByLabel(w.password, { exact: true }).fill(password);
  await proof.getByRole('button', { name: s.confirm }).click();
}

/** Asks for a passkey of that name; returns the dialog. */
async function ask(page: Page, name: string): Promise<Locator> {
  await section(page).getByRole('button', { name: s.add }).click();
  const dialog = page.getByRole('dialog', { name: s.add });
  await dialog.getByLabel(s.name).fill(name);
  await dialog.getByRole('button', { name: s.add }).click();
  return dialog;
}

async function choose(page: Page, name: string, what: string): Promise<void> {
  await section(page)
    .getByRole('button', { name: s.menu(name) })
    .click();
  await page.getByRole('menuitem', { name: what }).click();
}

const byPasskey = (page: Page, w: Words) => loginDialog(page, w).getByRole('button', { name: s.logIn });

test('passkeys: added after the password, in without a name, renamed, removed @journey', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  const persona = await newPersona();
  // A login with a removed passkey is answered with 401, a call without a proof with 403.
  pageErrors.allowFailedRequests();
  await offerNothing(page);
  const device = await VirtualAuthenticator.plugIn(page);
  await persona.openInNewSession(page, path);
  await expect(section(page).getByText(s.none)).toBeVisible();
  const dialog = await ask(page, 'iPhone de Léa');
  await prove(page, w, persona);
  await expect(page.getByText(s.added)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(section(page).getByRole('button', { name: s.add })).toBeFocused();
  await expect(keys(page)).toHaveText([/iPhone de Léa/]);
  await expect(keys(page).getByText(s.unused)).toBeVisible();
  const [made] = await device.credentials();
  expect(made).toMatchObject({ rpId: 'localhost', isResidentCredential: true, userName: persona.username });
  // The password was given a moment ago.
  const again = await ask(page, 'Encore');
  await expect(again.getByText(s.already)).toBeVisible();
  await page.keyboard.press('Escape');

  await open(page, '/help');
  await logOut(page, w);
  await loginButton(page, w).click();
  const field = loginDialog(page, w).getByLabel(w.userOrEmail, { exact: true });
  await expect(field).toHaveAttribute('autocomplete', 'username webauthn');
  await byPasskey(page, w).click();
  await expect(loginDialog(page, w)).toBeHidden();
  await expect(loginButton(page, w)).toBeHidden();

  await open(page, path);
  await expect(keys(page).getByText(s.used)).toBeVisible();
  await page.context().setOffline(true);
  await section(page)
    .getByRole('button', { name: s.menu('iPhone de Léa') })
    .press('Enter');
  const renaming = page.getByRole('menuitem', { name: s.rename, exact: true });
  await expect(renaming).toHaveAttribute('aria-disabled', 'true');
  await expect(renaming).toHaveAccessibleDescription(s.offline);
  await expect(renaming).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(s.unreachable)).toBeVisible();
  await page.context().setOffline(false);
  await expect(section(page).getByRole('button', { name: s.add })).not.toHaveAttribute('aria-disabled');
  await choose(page, 'iPhone de Léa', s.rename);
  const name = section(page).getByLabel(s.name);
  await expect(name).toBeFocused();
  await name.fill('Téléphone');
  await page.keyboard.press('Enter');
  const proof = page.getByRole('dialog', { name: s.password });
  await expect(proof.getByText('Une clé d’accès convient aussi.')).toBeVisible();
  await proof.getByRole('button', { name: s.withPasskey }).click();
  await expect(page.getByText(s.renamed)).toBeVisible();
  await expect(section(page).getByRole('button', { name: s.menu('Téléphone') })).toBeFocused();

  await choose(page, 'Téléphone', s.remove);
  const sure = page.getByRole('alertdialog', { name: s.removeTitle });
  await sure.getByRole('button', { name: s.remove }).click();
  await expect(page.getByText(s.removed)).toBeVisible();
  await expect(section(page).getByText(s.none)).toBeVisible();
  await expect(section(page).getByRole('button', { name: s.add })).toBeFocused();
  const contents = JSON.stringify(await deviceContents(page));
  expect(contents).not.toContain(
    String(made?.credentialId).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  );

  // The device still has it, and may offer it.
  await open(page, '/help');
  await logOut(page, w);
  await loginButton(page, w).click();
  await expect(byPasskey(page, w)).toBeVisible();
  await byPasskey(page, w).click();
  await expect(loginDialog(page, w).getByText(s.unknown)).toBeVisible();
});

test('a finger that is not known makes no passkey, and opens nothing', async ({ page, w, pageErrors, newPersona }) => {
  const persona = await newPersona();
  pageErrors.allowFailedRequests();
  await offerNothing(page);
  const device = await VirtualAuthenticator.plugIn(page);
  await device.setVerified(false);
  await persona.openInNewSession(page, path);
  const dialog = await ask(page, 'Clé');
  await prove(page, w, persona);
  await expect(dialog.getByText(s.cancelled)).toBeVisible();
  expect(await device.credentials()).toEqual([]);
  await device.setVerified(true);
  await dialog.getByRole('button', { name: s.add }).click();
  await expect(page.getByText(s.added)).toBeVisible();

  await open(page, '/help');
  await device.setVerified(false);
  await logOut(page, w);
  await loginButton(page, w).click();
  await byPasskey(page, w).click();
  await expect(loginDialog(page, w).getByText(s.stopped)).toBeVisible();
  await device.setVerified(true);
  await byPasskey(page, w).click();
  await expect(loginDialog(page, w)).toBeHidden();
});

test('several passkeys of two accounts each open their own; a copy opens none', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  const [ada, zoe] = [await newPersona(), await newPersona()];
  pageErrors.allowFailedRequests();
  await offerNothing(page);
  const phone = await VirtualAuthenticator.plugIn(page);
  await ada.openInNewSession(page, path);
  await ask(page, 'Téléphone');
  await prove(page, w, ada);
  await expect(keys(page)).toHaveCount(1);
  await phone.unplug();
  const stick = await VirtualAuthenticator.plugIn(page, 'usb');
  await ask(page, 'Clé USB');
  await expect(keys(page)).toHaveCount(2);
  await zoe.openInNewSession(page, path);
  await ask(page, 'Clé USB');
  await prove(page, w, zoe);
  await expect(keys(page)).toHaveCount(1);
  expect((await stick.credentials()).map(({ userName }) => userName).toSorted()).toEqual(
    [ada.username, zoe.username].toSorted(),
  );

  await open(page, '/help');
  await logOut(page, w);
  // The last one that was made is the first that is offered.
  await loginButton(page, w).click();
  await expect(byPasskey(page, w)).toBeVisible();
  await stick.rewind();
  await byPasskey(page, w).click();
  await expect(loginDialog(page, w).getByText(s.unknown)).toBeVisible();
});

test('the browser offers passkeys in the field for the user name', async ({ page, w, newPersona, pageErrors }) => {
  const persona = await newPersona();
  pageErrors.allowFailedRequests();
  await VirtualAuthenticator.plugIn(page);
  await persona.openInNewSession(page, path);
  await ask(page, 'Clé');
  await prove(page, w, persona);
  await expect(page.getByText(s.added)).toBeVisible();
  await open(page, '/help');
  const isOffered = await page.evaluate(() => PublicKeyCredential.isConditionalMediationAvailable());
  await logOut(page, w);
  const options = page.waitForResponse(/auth\.passkeyOptions/);
  await loginButton(page, w).click();
  expect(isOffered).toBe(true);
  await options;
  await expect(loginDialog(page, w)).toBeHidden();
  await expect(loginButton(page, w)).toBeHidden();
});

test('a browser without passkeys says so, and its login has no button @phone', async ({ page, w, newPersona }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await open(page, '/help');
  await loginButton(page, w).click();
  await expect(loginDialog(page, w).getByRole('button', { name: w.submitLogin })).toBeVisible();
  await expect(byPasskey(page, w)).toBeHidden();
  await (await newPersona()).openInSharedSession(page, path);
  await expect(page.getByRole('main').getByText(s.unsupported)).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: s.add })).toBeHidden();
});

test('at an address that is not that of the service, or without https, the page says why there are none', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  const cannotAdd = async (why: string) => {
    await expect(page.getByRole('main').getByText(why)).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: s.add })).toBeHidden();
  };
  await page.route(/security\.passkeys/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/http:\/\/localhost:\d+/, 'https://nuances.example');
    await route.fulfill({ response: answer, body });
  });
  await persona.openInSharedSession(page, path);
  await cannotAdd('Les clés d’accès ne servent qu’à l’adresse https://nuances.example.');
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await page.reload();
  await cannotAdd(s.insecure);
  // The copies for reading offline ask once more when the page is idle.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
