/** The page of an open vault. */
import { expect, test } from '../support/fixtures.ts';
import { newVaultOwner } from '../support/vault-steps.ts';
import { passphrase } from '../support/vault-day.ts';

const s = {
  ways: 'Trois façons de l’ouvrir',
  others: 'Autres gestes',
  vault: 'Coffre',
  password: 'Mot de passe',
  passwordMore: 'Il ouvre le compte, pas le coffre',
};

test('a phone names the ways to open a vault and what else it offers; a desk says what the password does not open', async ({
  page,
  newPersona,
}) => {
  await newVaultOwner(page, newPersona, passphrase);
  const main = page.getByRole('main');
  await page.goto('/profile/security');
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  await expect(main.getByRole('region', { name: s.password, exact: true }).getByText(s.passwordMore)).toBeVisible();
  await expect(heading(s.vault)).toBeVisible();
  await expect(heading(s.ways)).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/profile/security/vault');
  for (const name of [s.ways, s.others]) {
    await expect(main.getByRole('heading', { name, level: 2 })).toBeVisible();
    await expect(main.getByRole('list', { name }).getByRole('listitem')).toHaveCount(3);
  }
});
