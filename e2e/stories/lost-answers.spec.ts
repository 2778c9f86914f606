/** Calls that are made once, whose answers get lost: the person tries again, and is where the call led. */
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { loginButton, loginDialog, signupDialog } from '../support/auth.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/page.ts';
import { goodPassword } from '../support/persona.ts';

const s = {
  newPassword: 'Nouveau mot de passe',
  current: 'Mot de passe actuel',
  change: 'Changer',
  changed: 'Mot de passe changé.',
};
const another = 'Jour&Nuit8';

/** The server does what the next call asks for, and its answer gets lost. */
const loseAnswer = (page: Page, procedure: string) =>
  page.route(
    (url) => url.pathname === `/trpc/${procedure}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

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
