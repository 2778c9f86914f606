import { expect, type Locator, type Page } from '@playwright/test';
import type { Persona } from './persona.ts';
import type { Words } from './words.ts';

export function loginDialog(page: Page, w: Words): Locator {
  return page.getByRole('dialog', { name: w.loginTitle, exact: true });
}

export function signupDialog(page: Page, w: Words): Locator {
  return page.getByRole('dialog', { name: w.createAccount, exact: true });
}

/** The button of the top bar. */
export function loginButton(page: Page, w: Words): Locator {
  return page.getByRole('banner').getByRole('button', { name: w.login, exact: true });
}

/** Fills and sends the open login form. */
export async function logIn(page: Page, w: Words, { username, password }: Pick<Persona, 'username' | 'password'>) {
  const dialog = loginDialog(page, w);
  await dialog.getByLabel(w.userOrEmail, { exact: true }).fill(username);
  await dialog.getByLabel(w.password, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: w.submitLogin, exact: true }).click();
}

/** The same, from the button of the top bar. */
export async function logInFromBar(page: Page, w: Words, persona: Pick<Persona, 'username' | 'password'>) {
  await loginButton(page, w).click();
  await logIn(page, w, persona);
}

/** Stores a token that expired a minute ago. */
export async function expireToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [head, body, mark] = (localStorage.getItem('token') ?? '').split('.');
    const claims = JSON.parse(atob((body ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>;
    claims['exp'] = Math.floor(Date.now() / 1_000) - 60;
    const packed = btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    localStorage.setItem('token', [head, packed, mark].join('.'));
  });
}

/** Logs out and waits until the page says so. */
export async function logOut(page: Page, w: Words): Promise<void> {
  await page.getByRole('button', { name: w.logout, exact: true }).first().click();
  await expect(page.getByText(w.loggedOut)).toBeVisible();
}
