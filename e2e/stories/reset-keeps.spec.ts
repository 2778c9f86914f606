/** A new password by mail, where the account has more than a password. */
import { expect } from '../support/fixtures.ts';
import { linkIn } from '../support/mailbox.ts';
import { test } from '../support/mails.ts';
import { Persona } from '../support/persona.ts';
import { giveVault } from '../support/vault.ts';

const s = {
  subject: 'Choisir un nouveau mot de passe',
  title: 'Nouveau mot de passe',
  again: 'Confirmer le mot de passe',
  save: 'Enregistrer',
  done: 'Mot de passe réinitialisé avec succès.',
  vault: 'Le coffre garde sa phrase secrète\u00A0: un nouveau mot de passe ne l’ouvre pas, et ne l’abîme pas.',
  ok: 'D’accord',
};
const password = 'Autre&Nuit8';

test('a new password by mail says that it neither opens nor harms a vault, and waits until it was read', async ({
  page,
  mailbox,
  origin,
}) => {
  const persona = await Persona.create(origin, 'fr');
  await giveVault(persona);
  await persona.call('POST', '/api/auth/resetpassword', { email: persona.email });
  await page.goto(linkIn(await mailbox.next(persona.email, s.subject)));
  const dialog = page.getByRole('dialog', { name: s.title, exact: true });
  await dialog.getByLabel(s.title, { exact: true }).fill(password);
  await dialog.getByLabel(s.again, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: s.save, exact: true }).click();
  await expect(dialog.getByText(s.done)).toBeVisible();
  await expect(dialog.getByText(s.vault)).toBeVisible();
  await dialog.getByRole('button', { name: s.ok, exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
});
