/** The page of an open vault, and how its screens come and go. */
import { expect, test } from '../support/fixtures.ts';
import { newVaultOwner, openBy } from '../support/vault-steps.ts';
import { passphrase } from '../support/vault-day.ts';

const s = {
  ways: 'Trois façons de l’ouvrir',
  others: 'Autres gestes',
  vault: 'Coffre',
  password: 'Mot de passe',
  passwordMore: 'Il ouvre le compte, pas le coffre',
  lock: 'Verrouiller',
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

test.describe('in motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a step fades in; a vault closes in one frame and opens with a fade', async ({ page, newPersona }) => {
    await newVaultOwner(page, newPersona, passphrase);
    await page.addInitScript(() => {
      const { animate } = HTMLElement.prototype;
      HTMLElement.prototype.animate = function noted(this: HTMLElement, keyframes, options) {
        if (this.localName === 'main' && typeof options === 'object') this.dataset['faded'] = String(options.duration);
        return animate.call(this, keyframes, options);
      };
    });
    await page.goto('/vault/passphrase');
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeFocused();
    expect(
      await title.evaluate(({ parentElement }) => parentElement && getComputedStyle(parentElement).animation),
    ).toMatch(/^0\.18s /);

    await page.goto('/history');
    const main = page.getByRole('main');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(main).not.toHaveAttribute('data-faded');
    await page.getByRole('button', { name: s.lock, exact: true }).click();
    const cover = page.locator('section[data-vault-closed]');
    await expect(cover).toBeVisible();
    await expect(cover).toHaveCSS('animation-name', 'none');
    await openBy(page, passphrase);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(main).toHaveAttribute('data-faded', '150');
  });
});
