import type { Locator, Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { loginDialog, logIn, logOut } from '../support/auth.ts';
import { deviceContents } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { exportedJson } from '../support/exported.ts';
import { seal, storeNote } from '../support/notes.ts';
import { blockCalls, holdRequests, overflowX, restoreCalls, typeAndReload } from '../support/page.ts';

/** Expected texts of the profile, typed by hand. */
const s = {
  title: 'Profil',
  config: 'Réglages',
  logout: 'Déconnexion',
  firstName: 'Prénom',
  lastName: 'Nom',
  email: 'E-mail',
  dateOfBirth: 'Date de naissance',
  country: 'Pays de résidence',
  gender: 'Genre',
  noGender: 'Je préfère ne pas le dire',
  passion: 'Passion',
  birthTime: 'Heure de naissance',
  birthPlace: 'Lieu de naissance',
  firstNameRequired: 'Le prénom est requis.',
  lastNameRequired: 'Le nom est requis.',
  dateRequired: 'La date de naissance est requise.',
  countryRequired: 'Le pays de résidence est requis.',
  emailInvalid: 'Email invalide',
  emailForm: /^Cette forme d’adresse n’est pas acceptée/,
  kept: 'Gardé sur cet appareil, sera envoyé de nouveau.',
  waiting: 'En attente d’envoi',
  failed: 'Pas encore envoyé',
  save: 'Enregistrer',
  saved: 'Profil enregistré.',
  unsaved: 'Changements non enregistrés',
  draftBack: 'Votre brouillon est de retour.',
  unexpected: 'Une erreur inattendue est survenue.',
  updateFailed: 'Erreur lors de la mise à jour du profil.',
  notVerified: 'non vérifié',
  verified: 'vérifié',
  sent: 'vérification envoyée',
  resendFailed: "Erreur lors de l'envoi de l'email de vérification.",
  loadFailed: 'Erreur lors de la récupération des données du profil.',
  language: 'Langue',
  languageSaved: 'Langue enregistrée.',
  languageFailed: 'Erreur lors de la sauvegarde de la langue',
  currentPassword: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',
  change: 'Changer',
  wrongPassword: 'Le mot de passe actuel ne correspond pas.',
  passwordSaved: 'Mot de passe changé.',
  sessions: 'Sessions ouvertes',
  thisDevice: 'Cet appareil',
  endSession: 'Fermer cette session',
  endOthers: 'Fermer les autres',
  sessionEnded: 'Session fermée.',
  tokens: 'Jetons pour scripts',
  noTokens: 'Aucun jeton.',
  newToken: 'Nouveau jeton',
  createToken: 'Créer',
  tokenName: 'Donnez un nom au jeton.',
  tokenMade: 'Jeton créé',
  tokenCopied: 'Jeton copié.',
  endToken: 'Supprimer ce jeton',
  tokenEnded: 'Jeton supprimé.',
  othersEnded: '2 sessions fermées.',
  exportData: 'Exporter',
  exporting: 'Préparation...',
  erase: 'Supprimer mon compte',
  eraseNow: 'Supprimer le compte',
  keepAccount: 'Garder le compte',
  erased: 'Votre compte est supprimé.',
} as const;

/** Expected texts after the language was changed to English. */
const english = {
  config: 'Config',
  languageSaved: 'Language saved.',
  languageFailed: 'Something went wrong while saving the language',
} as const;

const update = /\/trpc\/profile\.update/;
const resend = /\/trpc\/profile\.resendVerification/;
const setLanguage = /\/trpc\/profile\.setLanguage/;
const exporting = /\/trpc\/profile\.exportData/;

/** A field by its label, which for a required field also has a star. */
function field(page: Page, label: string): Locator {
  return page.getByRole('main').getByLabel(new RegExp(`^${label}(?: \\*.*)?$`));
}

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name, exact: true });
}

async function fillRequired(page: Page): Promise<void> {
  await field(page, s.firstName).fill('Léa');
  await field(page, s.lastName).fill("N'Diaye-Morel");
  await field(page, s.dateOfBirth).fill('1990-02-28');
  await field(page, s.country).fill('France');
}

test('a profile is filled in, saved and found again @journey', async ({ page, openAsNew }) => {
  const persona = await openAsNew('/profile');
  await expect(page.getByRole('heading', { level: 1, name: s.title })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /Username|Nom d'utilisateur/ })).toHaveValue(persona.username);
  await expect(field(page, s.email)).toHaveValue(persona.email);
  await expect(field(page, s.gender).locator('option:checked')).toHaveText(s.noGender);
  await fillRequired(page);
  // Browsers show a date in their own language, so the page draws it in its own, except while it is edited.
  const birthday = page.getByText('28/02/1990', { exact: true });
  await expect(birthday).toBeVisible();
  await field(page, s.dateOfBirth).focus();
  await expect(birthday).toBeHidden();
  await field(page, s.gender).selectOption('female');
  await field(page, s.passion).fill('Old maps');
  await field(page, s.birthTime).fill('07:45');
  await expect(page.getByText(s.unsaved)).toBeVisible();
  await page.getByRole('button', { name: s.save, exact: true }).click();
  await expect(page.getByText(s.saved)).toBeVisible();
  await expect(page.getByText(s.unsaved)).toHaveCount(0);
  await page.reload();
  await expect(field(page, s.lastName)).toHaveValue("N'Diaye-Morel");
  await expect(field(page, s.dateOfBirth)).toHaveValue('1990-02-28');
  await expect(field(page, s.birthTime)).toHaveValue('07:45');
  await expect(field(page, s.gender)).toHaveValue('female');
  await expect(page.getByText(s.draftBack)).toHaveCount(0);
});

test('required fields show their errors, and nothing is sent', async ({ page, newPersona }) => {
  const persona = await newPersona();
  let sent = 0;
  page.on('request', (request) => {
    if (update.test(request.url())) sent += 1;
  });
  await persona.openInNewSession(page, '/profile');
  await field(page, s.email).fill('lea@exemple');
  await page.getByRole('button', { name: s.save, exact: true }).click();
  for (const [label, sentence] of [
    [s.email, s.emailInvalid],
    [s.firstName, s.firstNameRequired],
    [s.lastName, s.lastNameRequired],
    [s.dateOfBirth, s.dateRequired],
    [s.country, s.countryRequired],
  ] as const) {
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, label)).toHaveAccessibleDescription(sentence);
  }
  await expect(field(page, s.email)).toBeFocused();
  expect(sent).toBe(0);
  await field(page, s.firstName).fill('Léa');
  await expect(page.getByText(s.firstNameRequired)).toHaveCount(0);
  await expect(page.getByText(s.lastNameRequired)).toBeVisible();
});

test('every setting confirms its change, in the language of the page', async ({ page, openAsNew }) => {
  const persona = await openAsNew('/profile?tab=config');
  await page.getByRole('combobox', { name: s.language }).selectOption('en');
  await expect(page.getByText(english.languageSaved)).toBeVisible();
  await expect(tab(page, english.config)).toBeVisible();
  await page.reload();
  await expect(tab(page, english.config)).toHaveAttribute('aria-selected', 'true');
  const stored = (await persona.callAsUser('GET', '/api/profile')) as { username: string };
  expect(stored.username).toBe(persona.username);
});

test('@phone the profile fits the window, and its save button is visible', async ({ page, openAsNew }) => {
  await openAsNew('/profile');
  await expect(field(page, s.firstName)).toBeVisible();
  expect(await overflowX(page)).toBe(0);
  await expect(page.getByRole('button', { name: s.save, exact: true })).toBeInViewport({ ratio: 1 });
  await field(page, s.birthPlace).focus();
  await expect(page.getByRole('button', { name: s.save, exact: true })).toBeInViewport({ ratio: 1 });
  const place = await field(page, s.birthPlace).boundingBox();
  const save = await page.getByRole('button', { name: s.save, exact: true }).boundingBox();
  // The bar never covers the focused field.
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(save?.y ?? 0);
  await tab(page, s.config).click();
  expect(await overflowX(page)).toBe(0);
  await page.goto('/profile?tab=logout');
  await expect(page.getByRole('tabpanel', { name: s.logout })).toBeVisible();
  expect(await overflowX(page)).toBe(0);
});

test('@phone no message covers the save button, wherever the page is scrolled', async ({ page, openAsNew }) => {
  await openAsNew('/profile');
  await fillRequired(page);
  const save = page.getByRole('button', { name: s.save, exact: true });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await save.click();
  const message = page.getByRole('presentation').filter({ hasText: s.saved });
  // It stays for as long as the pointer, or the focus, is on it.
  await message.getByRole('button').focus();
  for (const share of [1, 0.9, 0.5, 0]) {
    await page.evaluate((part) => scrollTo(0, part * (document.body.scrollHeight - innerHeight)), share);
    const [shown, button] = [await message.boundingBox(), await save.boundingBox()];
    expect(shown && button && (shown.y + shown.height <= button.y || button.y + button.height <= shown.y)).toBe(true);
  }
});

test('the tabs follow the arrow keys and the address; typed values stay', async ({ page, openAsNew }) => {
  await openAsNew('/profile');
  await field(page, s.passion).fill('Le chant');
  await tab(page, s.title).focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, s.config)).toBeFocused();
  await expect(page).toHaveURL(/\/profile\?tab=config$/);
  await expect(page.getByRole('tabpanel', { name: s.config })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel', { name: s.logout })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, s.title)).toBeFocused();
  await expect(field(page, s.passion)).toHaveValue('Le chant');
  await page.goto('/profile?tab=nonsense');
  await expect(tab(page, s.title)).toHaveAttribute('aria-selected', 'true');
});

test('a profile draft survives a reload, a network failure and a server error', async ({
  page,
  w,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  await openAsNew('/profile');
  await fillRequired(page);
  await expect.poll(async () => (await deviceContents(page)).includes('/profile"')).toBe(true);
  expect(await deviceContents(page)).not.toContain('Diaye');
  await typeAndReload(page, field(page, s.country), 'Sénégal');
  const toast = page.getByRole('presentation').filter({ hasText: s.draftBack });
  await expect(toast).toBeVisible();
  await expect(field(page, s.country)).toHaveValue('Sénégal');
  // No message covers another one, or a control.
  const saveButton = page.getByRole('button', { name: s.save, exact: true });
  await expect
    .poll(async () => {
      const [message, button] = [await toast.boundingBox(), await saveButton.boundingBox()];
      return message && button && message.y + message.height <= button.y;
    })
    .toBe(true);

  await blockCalls(page);
  await page.getByRole('button', { name: s.save, exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: w.network })).toBeVisible();
  await restoreCalls(page);

  await page.route(update, (route) =>
    route.fulfill({
      status: 500,
      json: { error: { message: 'x', code: -32_603, data: { app: { code: 'server', message: 'Erreur serveur' } } } },
    }),
  );
  await page.getByRole('button', { name: s.save, exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: s.unexpected })).toBeVisible();
  await expect(field(page, s.firstName)).toHaveValue('Léa');
  await page.unroute(update);
  // It is sent without another press of the button.
  await expect(page.getByText(s.saved)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(s.unexpected)).toHaveCount(0);
  await expect(page.getByText(s.unsaved)).toHaveCount(0);
});

test('a save in one tab leaves what is typed in another', async ({ page, context, openAsNew }) => {
  await openAsNew('/profile');
  await fillRequired(page);
  await page.getByRole('button', { name: s.save, exact: true }).click();
  await expect(page.getByText(s.saved)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/profile');
  await field(other, s.birthPlace).fill('Pau');
  await field(page, s.passion).fill('Le chant');
  await expect.poll(() => deviceContents(page)).toMatch(/\/profile"[^]*\/profile#/);
  await other.getByRole('button', { name: s.save, exact: true }).click();
  await expect(other.getByText(s.saved)).toBeVisible();
  await expect(field(page, s.birthPlace)).toHaveValue('Pau');
  await page.reload();
  await expect(field(page, s.birthPlace)).toHaveValue('Pau');
  await expect(field(page, s.passion)).toHaveValue('Le chant');
  await page.getByRole('button', { name: s.save, exact: true }).click();
  await expect(page.getByText(s.saved)).toBeVisible();
  expect(await deviceContents(page)).not.toContain('/profile');
});

test('a save without a network waits on the device, and is sent from any page', async ({
  page,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/profile');
  await fillRequired(page);
  await page.route(update, (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: s.save, exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: s.kept })).toBeVisible();
  await page.reload();
  await expect(field(page, s.lastName)).toHaveValue("N'Diaye-Morel");
  await expect(page.getByText(s.waiting)).toBeVisible();
  await page.goto('/help');
  await page.unroute(update);
  await expect
    .poll(() => persona.callAsUser('GET', '/api/profile'), { timeout: 20_000 })
    .toMatchObject({ firstName: 'Léa', countryOfResidency: 'France' });
});

test('a profile draft survives an expired session, for its author only', async ({ page, w, pageErrors, openAsNew }) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/profile');
  await fillRequired(page);
  await page.evaluate(() => localStorage.setItem('refreshToken', 'no longer a token'));
  await persona.callAsUser('POST', '/trpc/profile.endOtherSessions', {});
  await page.getByRole('button', { name: s.save, exact: true }).click();
  await expect(loginDialog(page, w)).toContainText(w.sessionExpired);
  await logIn(page, w, persona);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(field(page, s.lastName)).toHaveValue("N'Diaye-Morel");
  // The save that was pending is sent now.
  const again = await persona.logIn();
  await expect
    .poll(() => persona.call('GET', '/api/profile', undefined, again.shortToken))
    .toMatchObject({ lastName: "N'Diaye-Morel" });

  await openAsNew('/profile');
  await expect(field(page, s.lastName)).toHaveValue('');
});

test('a profile draft survives a chosen logout, for its author only', async ({ page, w, openAsNew }) => {
  const persona = await openAsNew('/profile');
  await field(page, s.lastName).fill("N'Diaye-Morel");
  await expect(page.getByText(s.unsaved)).toBeVisible();
  await logOut(page, w);

  const other = await openAsNew('/profile');
  await expect(field(page, s.email)).toHaveValue(other.email);
  await expect(field(page, s.lastName)).toHaveValue('');
  await logOut(page, w);

  await persona.openInNewSession(page, '/profile');
  await expect(page.getByText(s.draftBack)).toBeVisible();
  await expect(field(page, s.lastName)).toHaveValue("N'Diaye-Morel");
});

test('errors of the server are shown at their fields', async ({ page, pageErrors, openAsNew }) => {
  pageErrors.allowFailedRequests();
  await openAsNew('/profile');
  await fillRequired(page);
  const fields = { email: { code: 'emailForm', message: 'Pas ici.' } };
  await page.route(update, (route) =>
    route.fulfill({
      status: 400,
      json: {
        error: { message: 'x', code: -32_600, data: { app: { code: 'emailForm', message: 'Pas ici.', fields } } },
      },
    }),
  );
  await page.getByRole('button', { name: s.save, exact: true }).click();
  await expect(field(page, s.email)).toHaveAccessibleDescription('Pas ici.');
  await expect(field(page, s.email)).toBeFocused();
  await expect(page.getByText(s.unexpected)).toHaveCount(0);

  // It stays on the device with its errors, also for a later visit.
  await page.reload();
  await expect(field(page, s.firstName)).toHaveValue('Léa');
  await expect(field(page, s.email)).toHaveAccessibleDescription(s.emailForm);
  await expect(page.getByText(s.failed)).toBeVisible();
  await page.unroute(update);
  // An answer of a proxy is not shown.
  await page.route(update, (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>500</h1>' }));
  await page.getByRole('button', { name: s.save, exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: s.updateFailed })).toBeVisible();
  await page.unroute(update);
  await page.getByRole('button', { name: s.save, exact: true }).click();
  await expect(page.getByText(s.saved)).toBeVisible();
  await expect(page.getByText(s.failed)).toHaveCount(0);
});

test('the verify button: not verified, mail sent, and enabled again after a failure', async ({
  page,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  await openAsNew('/profile');
  const notVerified = page.getByRole('button', { name: s.notVerified });
  await page.route(resend, (route) => route.abort('connectionrefused'));
  await notVerified.click();
  await expect(page.getByRole('alert').filter({ hasText: s.resendFailed })).toBeVisible();
  await expect(notVerified).toBeEnabled();
  await expect(notVerified).toHaveText(s.notVerified);
  await page.unroute(resend);
  await notVerified.click();
  const sent = page.getByRole('button', { name: s.sent });
  await expect(sent).toBeDisabled();
  await expect(sent).toBeFocused();
  // A link is sent to the stored address; an address that is only typed gets none.
  await field(page, s.email).fill('ailleurs@exemple.fr');
  await expect(sent).toHaveCount(0);
  await expect(notVerified).toHaveCount(0);
});

test('a profile that cannot be loaded shows an error and a retry', async ({ page, pageErrors, newPersona }) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await page.route(/\/trpc\/profile\.get/, (route) => route.fulfill({ status: 500, json: {} }));
  await persona.openInNewSession(page, '/profile');
  await expect(page.getByRole('alert').filter({ hasText: s.loadFailed })).toBeVisible({ timeout: 20_000 });
  await page.unroute(/\/trpc\/profile\.get/);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(field(page, s.email)).toHaveValue(persona.email);
});

test('a language change that fails shows an error and is retried', async ({ page, pageErrors, openAsNew }) => {
  pageErrors.allowFailedRequests();
  await openAsNew('/profile?tab=config');
  await page.route(setLanguage, (route) => route.abort('connectionrefused'));
  const language = page.getByRole('combobox', { name: s.language });
  await language.selectOption('en');
  await expect(page.getByText(s.languageFailed)).toBeVisible();
  // The page shows the language of the account.
  await expect(language).toHaveValue('fr');
  await page.unroute(setLanguage);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByText(english.languageSaved)).toBeVisible();
});

test('the password is changed with the current password', async ({ page, pageErrors, openAsNew }) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/profile/security');
  const panel = page.getByRole('tabpanel', { name: s.config });
  await panel.getByRole('button', { name: s.change, exact: true }).click();
  await expect(field(page, s.currentPassword)).toBeFocused();
  await field(page, s.currentPassword).fill('Autre&Chose8');
  await field(page, s.newPassword).fill('Jour&Nuit8');
  await panel.getByRole('button', { name: s.change, exact: true }).click();
  await expect(field(page, s.currentPassword)).toHaveAccessibleDescription(s.wrongPassword);
  await expect(field(page, s.newPassword)).toHaveValue('Jour&Nuit8');
  await expect(page).toHaveURL(/\/profile/);
  await field(page, s.currentPassword).fill(persona.password);
  await panel.getByRole('button', { name: s.change, exact: true }).click();
  await expect(page.getByText(s.passwordSaved)).toBeVisible();
  await expect(field(page, s.newPassword)).toHaveValue('');
  await expect(persona.logIn()).rejects.toThrow(': 401');
  await persona.logIn('Jour&Nuit8');
  await page.reload();
  await expect(tab(page, s.config)).toBeVisible();
});

test('a token for scripts is made, shown once, used and ended', async ({ page, pageErrors, newPersona, baseURL }) => {
  const persona = await newPersona();
  const read = async (token: string) =>
    (await fetch(`${baseURL}/api/notes/all`, { headers: { authorization: `Bearer ${token}` } })).status;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await persona.openInNewSession(page, '/profile/security');
  const section = page.getByRole('region', { name: s.tokens });
  await expect(section.getByText(s.noTokens)).toBeVisible();
  await section.getByRole('button', { name: s.newToken }).click();
  const dialog = page.getByRole('dialog', { name: s.newToken });
  await dialog.getByRole('button', { name: s.createToken }).click();
  await expect(dialog.getByText(s.tokenName)).toBeVisible();
  await dialog.getByLabel('Nom', { exact: true }).fill('Sauvegarde');
  pageErrors.allowFailedRequests();
  await dialog.getByLabel('Mot de passe', { exact: true }).fill('Faux&Mot7');
  await dialog.getByRole('button', { name: s.createToken }).click();
  await expect(dialog.getByText(s.wrongPassword)).toBeVisible();
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(persona.password);
  await dialog.getByRole('button', { name: s.createToken }).click();

  const made = page.getByRole('dialog', { name: s.tokenMade });
  await expect(made.getByLabel('Jeton', { exact: true })).toBeFocused();
  await expect(made.getByLabel('Jeton', { exact: true })).toHaveValue(/^nu_[\w-]{43}$/);
  const token = await made.getByLabel('Jeton', { exact: true }).inputValue();
  await made.getByRole('button', { name: 'Copier' }).click();
  await expect(page.getByText(s.tokenCopied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await made.getByRole('button', { name: 'Terminé' }).click();
  await expect(made).toBeHidden();
  expect(await page.content()).not.toContain(token);
  expect(JSON.stringify(await deviceContents(page))).not.toContain(token);

  const row = section.getByRole('listitem').filter({ hasText: 'Sauvegarde' });
  await expect(row).toContainText('Jamais utilisé');
  expect(await read(token)).toBe(200);
  await page.reload();
  await expect(row).toContainText('Dernier appel');
  await row.getByRole('button', { name: s.endToken }).click();
  await expect(page.getByText(s.tokenEnded)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(section.getByRole('button', { name: s.newToken })).toBeFocused();
  expect(await read(token)).toBe(401);
});

test('sessions on other devices are listed and ended', async ({ page, w, pageErrors, newPersona, baseURL }) => {
  const persona = await newPersona();
  const elsewhere = async (agent: string) => {
    const answer = await fetch(`${baseURL}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ username: persona.username, password: persona.password }),
    });
    return ((await answer.json()) as { shortToken: string }).shortToken;
  };
  const status = async (token: string) =>
    (await fetch(`${baseURL}/api/profile`, { headers: { authorization: `Bearer ${token}` } })).status;
  const phone = await elsewhere(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  );
  const program = await elsewhere('curl/8.14.1');
  await elsewhere('Wget/1.25.0');
  await persona.openInNewSession(page, '/profile/security');
  const rows = page.getByRole('list', { name: s.sessions }).getByRole('listitem');
  await expect(rows.first()).toContainText(s.thisDevice);
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  const iphone = rows.filter({ hasText: 'Safari · iPhone' });
  await iphone.getByRole('button', { name: s.endSession }).click();
  await expect(page.getByText(s.sessionEnded)).toBeVisible();
  await expect(iphone).toHaveCount(0);
  await expect(page.getByRole('list', { name: s.sessions })).toBeFocused();
  expect([await status(phone), await status(program)]).toEqual([401, 200]);
  await page.getByRole('button', { name: s.endOthers }).click();
  await expect(page.getByText(s.othersEnded)).toBeVisible();
  await expect(rows).toHaveCount(1);
  expect(await status(program)).toBe(401);
  await expect(page.getByRole('button', { name: s.endOthers })).toHaveCount(0);
  await page.reload();
  await expect(rows).toHaveCount(1);

  // Ended from another device: the page does not call it expired.
  pageErrors.allowFailedRequests();
  await persona.call('POST', '/trpc/profile.endOtherSessions', {}, await elsewhere('curl/8.14.1'));
  await page.reload();
  await expect(page.getByRole('dialog').getByText(w.closedElsewhere)).toBeVisible();
});

test('the export is one file with all data @journey', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await persona.saveScan([7, 4, 9, 6, 3, 8, 7]);
  const foreign = seal(randomBytes(32).toString('hex'), 'under another key');
  await storeNote(persona, { title: 'Élan', text: 'Lisible pour moi', createdAt: '2026-11-01T08:00:00.000Z' });
  await storeNote(persona, { sealed: foreign, createdAt: '2026-11-02T08:00:00.000Z' });
  await persona.openInNewSession(page, '/profile/export');
  const call = holdRequests();
  await page.route(exporting, call.hold);
  const button = page.getByRole('button', { name: s.exportData, exact: true });
  // It is what the page is for.
  await expect(button).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await button.click();
  await expect(page.getByRole('button', { name: s.exporting })).toBeVisible();
  const download = page.waitForEvent('download');
  call.release();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^nuances-\d{4}-\d{2}-\d{2}\.zip$/);
  const text = await exportedJson(file);
  const data = JSON.parse(text) as { profile: { username: string }; scans: { answers: number[] }[]; notes: unknown[] };
  expect(data.profile.username).toBe(persona.username);
  expect(data.scans.map(({ answers }) => answers)).toEqual([[7, 4, 9, 6, 3, 8, 7]]);
  // Notes are decrypted here; one that the key does not open is exported as it is stored.
  expect(data.notes).toMatchObject([
    { title: 'Élan', text: 'Lisible pour moi', encrypted: false },
    { title: '', text: foreign, encrypted: true },
  ]);
  expect(text).not.toMatch(/argon2|\$v=/);
  await expect(button).toBeVisible();
});

test('the account is deleted with its password, and only with it @journey', async ({
  page,
  w,
  pageErrors,
  openAsNew,
  baseURL,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/profile', (fresh) => fresh.saveScan([7, 4, 9, 6, 3, 8, 7]));
  // A quiz under way for which there was no key.
  await page.evaluate((id) => localStorage.setItem(`quizRun/${id}`, '{}'), await persona.id());
  await field(page, s.passion).fill('Le chant');
  await tab(page, s.config).click();
  await page.getByRole('link', { name: s.erase }).click();
  const open = page.getByRole('button', { name: s.erase });
  await open.click();
  const ask = page.getByRole('alertdialog', { name: s.erase });
  await expect(ask.getByRole('button', { name: s.keepAccount })).toBeFocused();
  await expect(ask.getByRole('button', { name: s.exportData })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ask).toBeHidden();
  await expect(open).toBeFocused();

  await open.click();
  await ask.getByLabel(w.password, { exact: true }).fill('Autre&Chose8');
  await ask.getByRole('button', { name: s.eraseNow }).click();
  await expect(ask.getByLabel(w.password, { exact: true })).toHaveAccessibleDescription(s.wrongPassword);
  await ask.getByLabel(w.password, { exact: true }).fill(persona.password);
  await ask.getByRole('button', { name: s.eraseNow }).click();
  await expect(page.getByText(s.erased)).toBeVisible();
  await expect(page).toHaveURL(`${baseURL}/`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  // The mark of a note key is removed after the key itself.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await expect(persona.logIn()).rejects.toThrow(': 401');
});

test('the logout tab logs out, opens no modal and leaves typed values sealed', async ({
  page,
  w,
  openAsNew,
  baseURL,
}) => {
  await openAsNew('/profile');
  await field(page, s.passion).fill('Le chant');
  await expect.poll(() => deviceContents(page)).toContain('/profile"');
  expect(await deviceContents(page)).not.toContain('Le chant');
  await tab(page, s.logout).click();
  await expect(page.getByText(w.loggedOut)).toBeVisible();
  await expect(page).toHaveURL(`${baseURL}/`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await deviceContents(page)).toContain('/profile"');
  expect(await deviceContents(page)).not.toContain('Le chant');
});
