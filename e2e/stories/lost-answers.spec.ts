/** Calls that are made once, whose answers get lost: the person tries again, and is where the call led. */
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { logIn, loginButton, loginDialog, signupDialog } from '../support/auth.ts';
import { expect, test } from '../support/fixtures.ts';
import { loseAnswer, open } from '../support/page.ts';
import { goodPassword } from '../support/persona.ts';
import { prove } from '../support/vault-steps.ts';

const s = {
  newPassword: 'Nouveau mot de passe',
  current: 'Mot de passe actuel',
  change: 'Changer',
  changed: 'Mot de passe changé.',
  codes: 'Codes à usage unique',
  turnOn: 'Activer les codes',
  first: 'Le code qu’elle affiche',
  submit: 'Activer',
  backup: 'Dix codes de secours',
  kept: 'C’est gardé',
  renew: 'Dix nouveaux codes',
  doubtful: /^Les codes de secours que vous avez ne servent peut-être plus\s: veuillez en faire dix nouveaux\.$/,
  remove: 'Retirer les codes',
  sixDigits: 'Code à six chiffres',
  used: 'Ce code a déjà servi, ici ou à la connexion. Attendez le suivant.',
  wrong: 'Ce n’est pas le code attendu. L’heure de votre téléphone est peut-être décalée.',
  removed: 'Les codes sont retirés.',
  erase: 'Supprimer mon compte',
  eraseNow: 'Supprimer le compte',
  erased: 'Votre compte est supprimé.',
};
const another = 'Jour&Nuit8';

test('an account that was made is entered by the next try; another password does not open it', async ({
  page,
  w,
  pageErrors,
}) => {
  pageErrors.allowFailedRequests();
  await loseAnswer(page, 'auth.signup');
  await open(page, '/help');
  await loginButton(page, w).click();
  await loginDialog(page, w).getByRole('button', { name: w.createAccount }).click();
  const dialog = signupDialog(page, w);
  const name = `lost_${randomUUID().slice(0, 8)}`;
  await dialog.getByLabel(w.username, { exact: true }).fill(name);
  await dialog.getByLabel(w.email, { exact: true }).fill(`${name}@example.org`);
  const secret = dialog.getByLabel(w.password, { exact: true });
  await secret.fill(goodPassword);
  await dialog.getByLabel(w.consent).check();
  const send = dialog.getByRole('button', { name: w.submitSignup, exact: true });
  await send.click();
  await expect(dialog.getByText(w.network)).toBeVisible();
  await secret.fill(another);
  await send.click();
  await expect(dialog.getByText(w.usernameTaken)).toBeVisible();
  await secret.fill(goodPassword);
  const address = dialog.getByLabel(w.email, { exact: true });
  await address.fill(`${name}@example.com`);
  await send.click();
  await expect(dialog.getByText(w.usernameTaken), 'of another address').toBeVisible();
  await address.fill(`${name}@example.org`);
  await send.click();
  await expect(dialog).toBeHidden();
  await expect(loginButton(page, w)).toBeHidden();
});

test('a password that was changed says so at the next try', async ({ page, w, pageErrors, openAsNew }) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/profile/security');
  const change = page.getByRole('tabpanel').getByRole('button', { name: s.change, exact: true });
  await change.click();
  await page.getByLabel(s.current, { exact: true }).fill(persona.password);
  await page.getByLabel(s.newPassword, { exact: true }).fill(another);
  await loseAnswer(page, 'profile.changePassword');
  await change.click();
  await expect(page.getByText(w.network)).toBeVisible();
  await change.click();
  await expect(page.getByText(s.changed)).toBeVisible();
  await persona.logIn(another);
});

test('one-time codes whose answers get lost are on, with ten new backup codes, and off', async ({
  page,
  w,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/profile/security/codes');
  const section = page.getByRole('main');
  await section.getByRole('button', { name: s.turnOn }).click();
  await prove(page, persona);
  const setup = page.getByRole('dialog', { name: s.codes });
  const secret = (await setup.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await loseAnswer(page, 'security.confirmCodes');
  await setup.getByRole('textbox', { name: s.first }).fill(code);
  await expect(setup.getByText(w.network)).toBeVisible();
  await setup.getByRole('textbox', { name: s.first }).fill(code);
  const shown = page.getByRole('dialog', { name: s.backup });
  const [spare = ''] = await shown.getByRole('listitem').allInnerTexts();
  await shown.getByRole('button', { name: s.kept }).click();

  await loseAnswer(page, 'security.renewBackupCodes');
  await section.getByRole('button', { name: s.renew }).click();
  await expect(page.getByText(s.doubtful)).toBeVisible();
  await section.getByRole('button', { name: s.remove }).click();
  const remove = page.getByRole('dialog', { name: s.remove });
  const last = remove.getByRole('textbox', { name: s.sixDigits });
  await last.fill(code);
  await remove.getByRole('button', { name: s.remove }).click();
  await expect(remove.getByText(s.used)).toBeVisible();
  await last.fill(spare);
  await remove.getByRole('button', { name: s.remove }).click();
  await expect(remove.getByText(s.wrong), 'of the ten before').toBeVisible();
  await last.fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 }));
  await loseAnswer(page, 'security.endCodes');
  await remove.getByRole('button', { name: s.remove }).click();
  await expect(remove.getByText(w.network)).toBeVisible();
  await remove.getByRole('button', { name: s.remove }).click();
  await expect(page.getByText(s.removed)).toBeVisible();
  await expect(section.getByRole('button', { name: s.turnOn })).toBeVisible();
});

test('an account that was deleted says so at the next try, and no tab asks for a login', async ({
  page,
  context,
  w,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/profile/erase');
  const other = await context.newPage();
  await open(other, '/history');
  await page.getByRole('button', { name: s.erase }).click();
  const ask = page.getByRole('alertdialog', { name: s.erase });
  await ask.getByLabel(w.password, { exact: true }).fill(persona.password);
  await loseAnswer(page, 'profile.erase');
  await ask.getByRole('button', { name: s.eraseNow }).click();
  await expect(ask.getByText(w.network)).toBeVisible();
  await ask.getByRole('button', { name: s.eraseNow }).click();
  await expect(page.getByText(s.erased)).toBeVisible();
  for (const tab of [page, other]) {
    await expect(loginButton(tab, w)).toBeVisible();
    await expect(tab.getByRole('dialog')).toHaveCount(0);
  }
});

test('an account of another language is entered although its texts cannot be fetched', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await persona.callAsUser('PUT', '/api/profile/language', { language: 'en' });
  await open(page, '/help');
  await loginButton(page, w).click();
  await expect(loginDialog(page, w)).toBeVisible();
  await page.route(/\/assets\//, (route) => route.abort());
  await logIn(page, w, persona);
  await expect(loginDialog(page, w)).toBeHidden();
  await expect(loginButton(page, w)).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
  expect((await page.context().cookies()).some(({ name, value }) => name === 'locale' && value === 'en')).toBe(false);
});
