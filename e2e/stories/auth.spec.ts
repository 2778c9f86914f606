import { randomUUID } from 'node:crypto';
import type { Locator, Page, Route } from '@playwright/test';
import { expireToken, logIn, loginButton, loginDialog, logInFromBar, logOut, signupDialog } from '../support/auth.ts';
import { expect, test } from '../support/fixtures.ts';
import { blockCalls, waitForPaint, holdRequests, open, placeOf, restoreCalls } from '../support/page.ts';
import { goodPassword } from '../support/persona.ts';
import { countOf, disc, fillIn, takeScan } from '../support/quiz.ts';
import { type Words, words } from '../support/words.ts';

/** Answer of a proxy whose server is unavailable. */
const proxyPage = { status: 500, contentType: 'text/html', body: '<!doctype html><h1>500</h1>' };

const danger = 'rgb(170, 41, 51)';

/** The message below the form. */
async function expectMessage(dialog: Locator, text: string): Promise<void> {
  const line = dialog.getByRole('alert').filter({ hasText: text });
  await expect(line).toBeVisible();
  const look = await line.getByText(text).evaluate((element) => {
    const { color, fontWeight } = getComputedStyle(element);
    return { color, weight: Number(fontWeight) };
  });
  expect(look.color).toBe(danger);
  expect(look.weight).toBeGreaterThanOrEqual(600);
}

/** Error message of a field; null without an error. */
async function errorOf(field: Locator): Promise<string | null> {
  if ((await field.getAttribute('aria-invalid')) !== 'true') return null;
  return field.evaluate((element) => {
    const ids = (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .concat(element.getAttribute('aria-errormessage') ?? '');
    const texts = ids.map((id) => document.getElementById(id)).filter((found) => found !== null);
    return texts.map((found) => found.textContent).join(' | ');
  });
}

async function openSignup(page: Page, w: Words): Promise<Locator> {
  await loginButton(page, w).click();
  await loginDialog(page, w).getByRole('button', { name: w.createAccount }).click();
  const dialog = signupDialog(page, w);
  await expect(dialog).toBeVisible();
  return dialog;
}

test('login: required and too short @journey', async ({ page, w }) => {
  await open(page, '/help');
  await loginButton(page, w).click();
  const dialog = loginDialog(page, w);
  const name = dialog.getByLabel(w.userOrEmail, { exact: true });
  const secret = dialog.getByLabel(w.password, { exact: true });
  const send = dialog.getByRole('button', { name: w.submitLogin, exact: true });
  await send.click();
  await expect.poll(() => errorOf(name)).toContain(w.usernameRequired);
  expect(await errorOf(secret)).toContain(w.passwordRequired);
  await expect(name).toBeFocused();
  await name.fill('ab');
  expect(await errorOf(name)).toBeNull();
  await secret.fill('x');
  await send.click();
  await expect.poll(() => errorOf(name)).toContain(w.usernameMin);
  // Login has no other rules: a name that sign-up refuses is simply unknown.
  expect(await errorOf(secret)).toBeNull();
});

test('sign-up: each rule has its message', async ({ page, w }) => {
  await open(page, '/help');
  const dialog = await openSignup(page, w);
  const name = dialog.getByLabel(w.username, { exact: true });
  const email = dialog.getByLabel(w.email, { exact: true });
  const secret = dialog.getByLabel(w.password, { exact: true });
  const send = dialog.getByRole('button', { name: w.submitSignup, exact: true });
  const check = async (field: Locator, value: string, sentence: string | null) => {
    await field.fill(value);
    await send.click();
    if (sentence === null) await expect.poll(() => errorOf(field), value).toBeNull();
    else await expect.poll(() => errorOf(field), value).toContain(sentence);
    await expect(field).toHaveValue(value);
  };
  await check(name, '', w.usernameRequired);
  await check(name, 'ab', w.usernameMin);
  await check(name, 'a b c', w.usernameChars);
  await check(name, 'abc_1', null);
  await check(email, '', w.emailRequired);
  for (const broken of ['léa', 'lea@', 'lea@example', 'lea@example.c', '@example.org'])
    await check(email, broken, w.emailInvalid);
  await check(email, 'le-a_1.x@exa.example.org', null);
  await check(secret, '', w.passwordRequired);
  await check(secret, 'Ab1!xyz', w.passwordMin);
  for (const broken of ['abcdefgh1!', 'ABCDEFGH1!', 'Abcdefghi!', 'Abcdefgh12'])
    await check(secret, broken, w.passwordClasses);
  await expect(dialog.getByText(w.consentRequired)).toBeVisible();
});

test('sign-up: every field is marked as required, and the button stays in sight with all errors', async ({
  page,
  w,
}) => {
  await open(page, '/');
  const dialog = await openSignup(page, w);
  const marked = await dialog.locator('input').evaluateAll((inputs) =>
    inputs.map((input) => ({
      said: input.getAttribute('aria-required'),
      shown: [...(input instanceof HTMLInputElement ? (input.labels ?? []) : [])].some((label) =>
        [label, ...label.querySelectorAll('*')].some((part) => getComputedStyle(part, '::after').content.includes('*')),
      ),
    })),
  );
  expect(marked).toEqual(Array.from({ length: 4 }, () => ({ said: 'true', shown: true })));
  const button = dialog.getByRole('button', { name: w.submitSignup, exact: true });
  await button.click();
  await expect(dialog.getByText(w.consentRequired)).toBeVisible();
  await dialog.evaluate((panel) => panel.querySelector('form')?.parentElement?.scrollTo(0, 0));
  await expect(button).toBeInViewport({ ratio: 1 });
});

test('login: wrong credentials show an error and keep the input', async ({ page, w, pageErrors }) => {
  pageErrors.allowFailedRequests();
  await open(page, '/help');
  await logInFromBar(page, w, { username: 'nobody_here', password: 'wrong' });
  const dialog = loginDialog(page, w);
  await expectMessage(dialog, w.loginFailed);
  await expect(dialog.getByLabel(w.userOrEmail, { exact: true })).toHaveValue('nobody_here');
  await expect(dialog.getByLabel(w.password, { exact: true })).toHaveValue('wrong');
});

test('login: a network failure shows an error and keeps the input', async ({ page, w, pageErrors, newPersona }) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await open(page, '/help');
  await loginButton(page, w).click();
  await expect(loginDialog(page, w)).toBeVisible();
  await blockCalls(page);
  await logIn(page, w, persona);
  const dialog = loginDialog(page, w);
  await expectMessage(dialog, w.network);
  await expect(dialog.getByLabel(w.userOrEmail, { exact: true })).toHaveValue(persona.username);
  await restoreCalls(page);
  const send = dialog.getByRole('button', { name: w.submitLogin, exact: true });
  await page.route(/auth\.login/, (route) => route.fulfill(proxyPage));
  await send.click();
  await expectMessage(dialog, 'Erreur lors de la tentative de connexion');
  await page.unroute(/auth\.login/);
  await send.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(w.loginSuccess)).toBeVisible();
});

test('sign-up: a taken name is an error of its field and keeps the input @journey', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const other = await newPersona();
  await open(page, '/help');
  const dialog = await openSignup(page, w);
  const name = dialog.getByLabel(w.username, { exact: true });
  await name.fill(other.username.toUpperCase());
  await dialog.getByLabel(w.email, { exact: true }).fill('somebody@example.org');
  await dialog.getByLabel(w.password, { exact: true }).fill(goodPassword);
  await dialog.getByLabel(w.consent).check();
  await dialog.getByRole('button', { name: w.submitSignup, exact: true }).click();
  await expect.poll(() => errorOf(name)).toContain(w.usernameTaken);
  await expect(name).toHaveValue(other.username.toUpperCase());
  await expect(dialog.getByLabel(w.email, { exact: true })).toHaveValue('somebody@example.org');
  await expect(dialog.getByLabel(w.password, { exact: true })).toHaveValue(goodPassword);
  await expect(dialog.getByLabel(w.consent)).toBeChecked();
});

test('sign-up: a network failure keeps the input', async ({ page, w, pageErrors }) => {
  pageErrors.allowFailedRequests();
  await open(page, '/help');
  const dialog = await openSignup(page, w);
  await dialog.getByLabel(w.username, { exact: true }).fill('somebody_new');
  await dialog.getByLabel(w.email, { exact: true }).fill('somebody@example.org');
  await dialog.getByLabel(w.password, { exact: true }).fill(goodPassword);
  await dialog.getByLabel(w.consent).check();
  await blockCalls(page);
  await dialog.getByRole('button', { name: w.submitSignup, exact: true }).click();
  await expectMessage(dialog, w.network);
  await expect(dialog.getByLabel(w.username, { exact: true })).toHaveValue('somebody_new');
  await expect(dialog.getByLabel(w.email, { exact: true })).toHaveValue('somebody@example.org');
  await expect(dialog.getByLabel(w.password, { exact: true })).toHaveValue(goodPassword);
  await restoreCalls(page);
  await page.route(/auth\.signup/, (route) => route.fulfill(proxyPage));
  await dialog.getByRole('button', { name: w.submitSignup, exact: true }).click();
  await expectMessage(dialog, "Erreur lors de l'inscription");
});

test('Enter moves from field to field and submits on the last one', async ({ page, w, newPersona }) => {
  const persona = await newPersona();
  await open(page, '/help');
  const dialog = await openSignup(page, w);
  await dialog.getByLabel(w.username, { exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel(w.email, { exact: true })).toBeFocused();
  await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel(w.password, { exact: true })).toBeFocused();
  await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => errorOf(dialog.getByLabel(w.username, { exact: true }))).toContain(w.usernameRequired);

  await dialog.getByRole('button', { name: w.submitLogin, exact: true }).click();
  const login = loginDialog(page, w);
  await expect(login.getByLabel(w.userOrEmail, { exact: true })).toBeFocused();
  await page.keyboard.type(persona.username);
  await page.keyboard.press('Enter');
  await expect(login.getByLabel(w.password, { exact: true })).toBeFocused();
  await page.keyboard.type(persona.password);
  await page.keyboard.press('Enter');
  await expect(login).toBeHidden();
});

test('the password can be shown and hidden', async ({ page, w }) => {
  await open(page, '/help');
  await loginButton(page, w).click();
  const dialog = loginDialog(page, w);
  const secret = dialog.getByLabel(w.password, { exact: true });
  await secret.fill('visible?');
  await expect(secret).toHaveAttribute('type', 'password');
  await dialog.getByRole('button', { name: w.showPassword }).click();
  await expect(secret).toHaveAttribute('type', 'text');
  await expect(secret).toHaveValue('visible?');
  await dialog
    .getByRole('button', { name: w.hidePassword })
    .or(dialog.getByRole('button', { name: w.showPassword, pressed: true }))
    .click();
  await expect(secret).toHaveAttribute('type', 'password');
});

test('login by e-mail works as well @journey', async ({ page, w, newPersona }) => {
  const persona = await newPersona();
  await open(page, '/help');
  await logInFromBar(page, w, { username: persona.email, password: persona.password });
  await expect(page.getByText(w.loginSuccess)).toBeVisible();
  // The button that opened the form no longer exists.
  await expect(page.locator('#main')).toBeFocused();
});

test('after a login on Home a person sees their own day, not the welcome', async ({ page, w, newPersona }) => {
  const persona = await newPersona();
  await open(page, '/');
  await logInFromBar(page, w, persona);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
});

for (const path of ['/help', '/privacy', '/auth/restore-email/no-such-link'])
  test(`after a login on ${path} a person is still there`, async ({ page, w, newPersona, pageErrors, baseURL }) => {
    pageErrors.allowFailedRequests();
    const persona = await newPersona();
    await open(page, path);
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    await logInFromBar(page, w, persona);
    await expect(page.getByText(w.loginSuccess)).toBeVisible();
    await expect(loginDialog(page, w)).toBeHidden();
    await expect(page).toHaveURL(`${baseURL}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '');
  });

for (const from of ['its own address', 'Home'])
  test(`a login in the middle of a quiz, begun at ${from}, keeps question and answers @journey`, async ({
    page,
    w,
    newPersona,
    baseURL,
  }) => {
    const persona = await newPersona();
    await open(page, from === 'Home' ? '/' : '/bodyscan');
    if (from === 'Home') await page.getByRole('link', { name: w.quizBloom }).click();
    await fillIn(page, w, [3, 9, 5]);
    await logInFromBar(page, w, persona);
    await expect(page.getByText(w.loginSuccess)).toBeVisible();
    await expect(loginDialog(page, w)).toBeHidden();
    await expect(page).toHaveURL(`${baseURL}/bodyscan`);
    await expect(countOf(page)).toHaveText(w.count(3));
    await expect(disc(page, w, 5)).toBeChecked();
    await page.getByRole('button', { name: w.previous, exact: true }).click();
    await expect(disc(page, w, 9)).toBeChecked();
  });

test('a quiz in the middle of which the session ends is there again after the next login', async ({
  page,
  w,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await newPersona();
  await open(page, '/bodyscan');
  await logInFromBar(page, w, persona);
  await expect(page.getByText(w.loginSuccess)).toBeVisible();
  await fillIn(page, w, [3, 9, 5]);
  const other = await page.context().newPage();
  await other.goto('/help');
  await expireToken(other);
  await other.evaluate(() => localStorage.setItem('refreshToken', 'no longer a token'));
  await other.goto('/history');
  await expect(loginDialog(other, w)).toContainText(w.sessionExpired);
  await other.close();
  await expect(countOf(page)).toHaveText(w.count(1));
  await logInFromBar(page, w, persona);
  await expect(page.getByText(w.loginSuccess)).toBeVisible();
  await expect(countOf(page)).toHaveText(w.count(3));
  await expect(disc(page, w, 5)).toBeChecked();
});

for (const seals of [true, false])
  test(`an unfinished quiz ${seals ? 'that is sealed' : 'without a key'} is nobody else's, and waits for one begun before the login`, async ({
    page,
    w,
    newPersona,
  }) => {
    // As at an address without https.
    if (!seals) await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
    const persona = await newPersona();
    await persona.openInNewSession(page, '/bodyscan');
    await fillIn(page, w, [3, 9, 5]);
    await expect(countOf(page)).toHaveText(w.count(3));
    await logOut(page, w);
    await open(page, '/bodyscan');
    await expect(countOf(page)).toHaveText(w.count(1));
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await fillIn(page, w, [8, 8]);
    await logInFromBar(page, w, persona);
    await expect(page.getByText(w.loginSuccess)).toBeVisible();
    await expect(countOf(page)).toHaveText(w.count(2));
    await expect(disc(page, w, 8)).toBeChecked();
    await page.getByRole('button', { name: w.restart }).click();
    await expect(countOf(page)).toHaveText(w.count(1));
    await open(page, '/bodyscan');
    await expect(countOf(page)).toHaveText(w.count(3));
    await expect(disc(page, w, 5)).toBeChecked();
  });

test('a login on a result stays at that scan', async ({ page, w, newPersona, baseURL }) => {
  const persona = await newPersona();
  await open(page, '/');
  await takeScan(page, w, [7, 4, 9, 6, 3, 8, 7]);
  const date = await page.getByRole('heading', { level: 1 }).textContent();
  await logInFromBar(page, w, persona);
  await expect(page.getByRole('status').filter({ hasText: w.saved })).toBeVisible();
  await expect(page).toHaveURL(`${baseURL}/result`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(date ?? '');
  await expect(page.getByRole('region', { name: w.scales })).toBeVisible();
});

test("login switches to the account's language at once", async ({ page, w, newPersona }) => {
  const persona = await newPersona('en');
  await open(page, '/help');
  await logInFromBar(page, w, persona);
  await expect(page.getByText(words.en.loginSuccess)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('link', { name: words.en.help }).filter({ visible: true }).first()).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a chosen logout deletes the tokens, opens Home and shows no modal', async ({ page, w, newPersona, baseURL }) => {
  const persona = await newPersona();
  // A read on its way would be refused once the session has ended.
  const reads = holdRequests();
  await page.route(/trpc\/results\./, reads.hold);
  const asked = page.waitForRequest(/trpc\/results\./);
  await persona.openInNewSession(page, '/history');
  await asked;
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('/trpc/results.'));
  const refreshToken = await page.evaluate(() => localStorage.getItem('refreshToken'));
  await page.getByRole('button', { name: w.logout }).click();
  await cancelled;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  reads.release();
  await expect(page.getByText(w.loggedOut)).toBeVisible();
  await expect(page).toHaveURL(`${baseURL}/`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refreshToken')])).toEqual([
    null,
    null,
  ]);
  const answer = await fetch(`${baseURL}/api/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
  expect(answer.status).toBe(401);
});

test('a guarded screen opens login over Home, says why, and opens after the login @journey', async ({
  page,
  w,
  newPersona,
  baseURL,
}) => {
  const persona = await newPersona();
  await open(page, '/history');
  await expect(page).toHaveURL(`${baseURL}/`);
  await expect(loginDialog(page, w)).toContainText(w.historyLogin);
  await logIn(page, w, persona);
  await expect(page).toHaveURL(`${baseURL}/history`);
  await expect(page.getByRole('heading', { level: 1, name: w.history })).toBeVisible();
});

test('the target is kept from login to sign-up and back', async ({ page, w, newPersona, baseURL }) => {
  const persona = await newPersona();
  await open(page, '/history');
  await loginDialog(page, w).getByRole('button', { name: w.createAccount }).click();
  await signupDialog(page, w).getByRole('button', { name: w.submitLogin, exact: true }).click();
  await logIn(page, w, persona);
  await expect(page).toHaveURL(`${baseURL}/history`);
});

test('the message of a sign-up and the wanted page are there after the tab was closed', async ({
  page: first,
  context,
  w,
  baseURL,
}) => {
  const username = `reloads_${randomUUID().slice(0, 8)}`;
  await open(first, '/history');
  await loginDialog(first, w).getByRole('button', { name: w.createAccount }).click();
  const dialog = signupDialog(first, w);
  await dialog.getByLabel(w.username, { exact: true }).fill(username);
  await dialog.getByLabel(w.email, { exact: true }).fill(`${username}@example.org`);
  await dialog.getByLabel(w.password, { exact: true }).fill(goodPassword);
  await dialog.getByLabel(w.consent).check();
  await dialog.getByLabel(w.password, { exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  const message = { hasText: `${username}@example.org` };
  await expect(first.getByRole('status').filter(message)).toBeVisible();

  const page = await context.newPage();
  await first.close();
  await open(page, '/');
  const waiting = page.getByRole('status').filter(message);
  await page.setViewportSize({ width: 390, height: 844 });
  const [banner, close] = [await placeOf(waiting), await placeOf(waiting.getByRole('button').last())];
  expect(close.left, 'closed at its end').toBeGreaterThan(banner.right - 70);
  await page.setViewportSize({ width: 1440, height: 900 });
  await waiting.getByRole('button', { name: w.submitLogin, exact: true }).click();
  // The password was in the memory of the page only.
  await logIn(page, w, { username, password: goodPassword });
  await expect(page).toHaveURL(`${baseURL}/history`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: w.history })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test('two tabs share login and logout @journey', async ({ page, context, w, newPersona, baseURL, pageErrors }) => {
  const persona = await newPersona();
  await open(page, '/help');
  const other = await context.newPage();
  await open(other, '/privacy');
  await logInFromBar(page, w, persona);
  await expect(page.getByText(w.loginSuccess)).toBeVisible();
  await expect(loginButton(other, w)).toHaveCount(0);
  await other.goto('/history');
  await expect(other.getByText(w.historyEmpty)).toBeVisible();

  // The other tab may still fetch its copies when its session ends.
  pageErrors.allowFailedRequests();
  await page.getByRole('button', { name: w.logout }).click();
  await expect(loginButton(page, w)).toBeVisible();
  await expect(other).toHaveURL(`${baseURL}/`);
  await expect(loginButton(other, w)).toBeVisible();
  await expect(other.getByRole('dialog')).toHaveCount(0);
});

test('a login in another tab closes the dialog of this one, and forgets its sign-up', async ({
  page,
  context,
  w,
  baseURL,
}) => {
  const username = `tabs_${randomUUID().slice(0, 8)}`;
  await open(page, '/history');
  await loginDialog(page, w).getByRole('button', { name: w.createAccount }).click();
  const dialog = signupDialog(page, w);
  await dialog.getByLabel(w.username, { exact: true }).fill(username);
  await dialog.getByLabel(w.email, { exact: true }).fill(`${username}@example.org`);
  await dialog.getByLabel(w.password, { exact: true }).fill(goodPassword);
  await dialog.getByLabel(w.consent).check();
  await dialog.getByLabel(w.password, { exact: true }).press('Enter');
  const message = page.getByRole('status').filter({ hasText: `${username}@example.org` });
  await expect(message).toBeVisible();
  await loginButton(page, w).click();
  await expect(loginDialog(page, w)).toBeVisible();

  const other = await context.newPage();
  await open(other, '/help');
  await logInFromBar(other, w, { username, password: goodPassword });
  await expect(page).toHaveURL(`${baseURL}/history`);
  await expect(loginDialog(page, w)).toHaveCount(0);
  await logOut(other, w);
  await expect(loginButton(page, w)).toBeVisible();
  await expect(message).toHaveCount(0);
});

test('an expired token is refreshed once, however many calls and tabs need it @journey', async ({
  page,
  context,
  openAsNew,
}) => {
  await openAsNew('/help', (persona) => persona.saveScan([1, 2, 3, 4, 5, 6, 7]));
  await expireToken(page);
  let refreshes = 0;
  const refresh = holdRequests();
  await context.route('**/trpc/auth.refresh', async (route) => {
    refreshes += 1;
    await refresh.hold(route);
  });
  const other = await context.newPage();
  await Promise.all([page.goto('/history'), other.goto('/history')]);
  // A second call of the same page while the first one is waiting.
  await page
    .getByRole('banner')
    .getByRole('button', { name: /(?:Langue|Language)/ })
    .click();
  await waitForPaint(page);
  await waitForPaint(other);
  refresh.release();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(other.getByRole('article')).toHaveCount(1);
  expect(refreshes).toBe(1);
});

test('a refused refresh logs out and shows that the session expired @journey', async ({
  page,
  w,
  pageErrors,
  openAsNew,
  baseURL,
}) => {
  pageErrors.allowFailedRequests();
  await openAsNew('/help');
  await expireToken(page);
  await page.evaluate(() => localStorage.setItem('refreshToken', 'no longer a token'));
  await page.goto('/history');
  await expect(page).toHaveURL(`${baseURL}/`);
  await expect(loginDialog(page, w)).toContainText(w.sessionExpired);
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refreshToken')])).toEqual([
    null,
    null,
  ]);
});

test('a refresh without an answer, or with a fault of the server, keeps the session', async ({
  page,
  w,
  pageErrors,
  openAsNew,
  baseURL,
}) => {
  pageErrors.allowFailedRequests();
  await openAsNew('/help', (persona) => persona.saveScan([1, 2, 3, 4, 5, 6, 7]));
  await expireToken(page);
  for (const answer of [
    (route: Route) => route.abort('connectionrefused'),
    (route: Route) => route.fulfill({ status: 503, json: {} }),
  ]) {
    await page.route('**/trpc/auth.refresh', answer);
    await page.goto('/history');
    await expect(page.getByText(w.network)).toBeVisible({ timeout: 20_000 });
    await expect(page).toHaveURL(`${baseURL}/history`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).not.toBeNull();
    await page.unroute('**/trpc/auth.refresh');
  }
  await page.getByRole('button', { name: w.retry }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});
