import type { Page } from '@playwright/test';
import { loginDialog } from '../support/auth.ts';
import { expect, test } from '../support/fixtures.ts';
import { seal } from '../support/notes.ts';
import { overflowX, placeOf, waitUntilSettled } from '../support/page.ts';
import type { Persona } from '../support/persona.ts';
import { answer } from '../support/quiz.ts';

/** Expected texts in French, typed by hand. */
const s = {
  open: 'Comme la dernière fois, sauf…',
  ask: 'Qu’est-ce qui a changé depuis\u202F?',
  nothing: 'Rien n’a changé',
  joyKept: 'Tristesse – Joie, 8, comme la dernière fois. Changer',
  joyNow: 'Tristesse – Joie, 6 maintenant, 8 la dernière fois. Changer',
  was: 'La dernière fois\u00A0: 8',
  putBack: 'Remettre 8',
  closed: 'Touchez un pétale, ou «\u202FRien n’a changé\u202F».',
  kept: (count: number) => `${count} réponses reprises de la dernière fois`,
  keptOne: '1 réponse reprise de la dernière fois',
  marker: /^De la colère à la sécurité\s: 5 sur 10\. 5, repris du scan du \d/,
  joyMarker: /^De la tristesse à la joie\s: 6 sur 10$/,
} as const;

const last = [5, 4, 8, 6, 5, 7, 6];
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const row = (page: Page) => page.getByRole('main').getByRole('link', { name: s.open });
const petals = (page: Page) => page.getByRole('group', { name: s.ask }).getByRole('button');
const petal = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openToday(page: Page, persona: Persona): Promise<void> {
  await persona.saveScan(last, daysAgo(1));
  await persona.openInNewSession(page, '/dashboard');
  await expect(row(page)).toBeVisible();
}

/** What the server has of the newest scan. */
async function newest(persona: Persona): Promise<unknown> {
  const own = await persona.callAsUser('GET', '/api/results/own');
  return Array.isArray(own) ? own[0] : undefined;
}

/** Counts every press of the page that follows. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { storyTaps: 0 });
    addEventListener(
      'click',
      (event) => event.isTrusted && Object.assign(window, { storyTaps: Reflect.get(window, 'storyTaps') + 1 }),
      true,
    );
  });
  return () => page.evaluate((): number => Reflect.get(window, 'storyTaps'));
}

test('@phone one changed feeling takes four taps; the others are kept, and the result says so @journey', async ({
  page,
  w,
  newPersona,
}) => {
  const persona = await newPersona();
  await openToday(page, persona);
  const taps = await countTaps(page);
  await row(page).click();
  await expect(page).toHaveURL(/\/bodyscan\/again$/);
  await expect(page.getByRole('heading', { level: 2, name: s.ask })).toBeVisible();
  await expect(petals(page)).toHaveCount(7);
  await petal(page, s.joyKept).click();
  await expect(page.getByText(s.was)).toBeVisible();
  await page.getByRole('radio', { name: new RegExp(`^6 ${w.of} 10`) }).click();
  await expect(petal(page, s.joyNow)).toHaveAttribute('aria-expanded', 'true');
  expect(await overflowX(page)).toBe(0);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page).toHaveURL(/\/result$/);
  expect(await taps()).toBe(4);
  await expect(page.getByText(s.kept(6))).toBeVisible();
  await expect(page.getByRole('button', { name: s.marker })).toBeVisible();
  await expect(page.getByRole('button', { name: s.joyMarker })).toBeVisible();
  await expect
    .poll(() => newest(persona))
    .toMatchObject({ answers: [5, 4, 6, 6, 5, 7, 6], kept: [0, 1, 3, 4, 5, 6], moment: 'exact' });
  // The result took the place of the questions.
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('link', { name: /^Votre dernier scan/ }).click();
  await expect(page.getByText(s.kept(6))).toBeVisible();
  await expect(page.getByRole('img', { name: s.marker })).toBeVisible();
});

test('the bloom of the kept petals grows into that of the result @phone', async ({ page, newPersona }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openToday(page, await newPersona());
  await row(page).click();
  await expect(petals(page)).toHaveCount(7);
  await waitUntilSettled(page);
  const before = await placeOf(page.getByRole('main').locator('[data-toasts] svg[role="group"]'));
  // Where the ring is as soon as it is in the page: nothing was painted yet.
  const first = page.evaluate(
    () =>
      new Promise<{ readonly left: number; readonly right: number; readonly top: number }>((resolve) => {
        new MutationObserver((_changes, observer) => {
          const ring = document.querySelector('main svg[role="group"]');
          if (!ring || ring.closest('[data-toasts]')) return;
          observer.disconnect();
          const { left, right, top } = ring.getBoundingClientRect();
          resolve({ left, right, top });
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.getByRole('button', { name: s.nothing }).click();
  const begun = await first;
  for (const side of ['left', 'right', 'top'] as const)
    expect(Math.abs(begun[side] - before[side]), side).toBeLessThan(2);
});

test('the discs of a touched petal fade in, and those of the next one too', async ({ page, newPersona }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openToday(page, await newPersona());
  await row(page).click();
  for (const index of [2, 5]) {
    const fades = petals(page)
      .nth(index)
      .evaluate(async (petal) => {
        petal.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        await new Promise(requestAnimationFrame);
        const animations = document.querySelector('[aria-labelledby="question"]')?.getAnimations() ?? [];
        return animations.map(({ effect }) => effect?.getTiming().duration);
      });
    expect(await fades).toEqual([150]);
  }
});

test('@phone nothing changed takes two taps', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await openToday(page, persona);
  const taps = await countTaps(page);
  await row(page).click();
  await page.getByRole('button', { name: s.nothing }).click();
  await expect(page).toHaveURL(/\/result$/);
  expect(await taps()).toBe(2);
  await expect(page.getByText(s.kept(7))).toBeVisible();
  await expect.poll(() => newest(persona)).toMatchObject({ answers: last, kept: [0, 1, 2, 3, 4, 5, 6] });
});

test('Back from the result, Today has the new scan at once, also while the list of the server is awaited', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await openToday(page, persona);
  await expect(page.getByRole('link', { name: /^Votre dernier scan, hier/ })).toBeVisible();
  await row(page).click();
  await expect(petals(page)).toHaveCount(7);
  await page.route(/results\.own/, () => undefined);
  await page.getByRole('button', { name: s.nothing }).click();
  await expect(page).toHaveURL(/\/result$/);
  await page.goBack();
  await expect(page.getByRole('link', { name: /^Votre dernier scan/ })).toHaveAccessibleName(
    /^Votre dernier scan, aujourd’hui/,
  );
});

test('by keyboard: seven buttons, the discs take the focus, Escape returns to the petal', async ({
  page,
  w,
  newPersona,
}) => {
  await openToday(page, await newPersona());
  await row(page).press('Enter');
  await expect(petals(page).first()).toBeVisible();
  await petals(page).first().focus();
  for (let index = 0; index < 2; index += 1) await page.keyboard.press('Tab');
  await expect(petal(page, s.joyKept)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: new RegExp(`^8 ${w.of} 10`) })).toBeFocused();
  const finish = page.getByRole('button', { name: w.finish, exact: true });
  await expect(finish).toHaveAccessibleDescription(s.closed);
  // Nothing was given: Escape closes the discs.
  await page.keyboard.press('Escape');
  await expect(petal(page, s.joyKept)).toBeFocused();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.keyboard.press('Space');
  await page.keyboard.press('6');
  await expect(page.getByRole('radio', { name: new RegExp(`^6 ${w.of} 10`) })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(petal(page, s.joyNow)).toBeFocused();
  // Taken back, there is nothing to finish, and the discs are closed.
  await page.getByRole('button', { name: s.putBack }).press('Enter');
  await expect(petal(page, s.joyKept)).toBeFocused();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByRole('button', { name: s.nothing })).toBeVisible();
  // The own disc of last time counts as given.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await finish.press('Enter');
  await expect(page).toHaveURL(/\/result$/);
  await expect(page.getByText(s.kept(6))).toBeVisible();
});

test('half done it survives a reload, and offline it is kept on the device', async ({
  page,
  context,
  w,
  pageErrors,
  newPersona,
}) => {
  const persona = await newPersona();
  const { userKey } = await persona.tokens();
  const tags = seal(userKey, JSON.stringify(['marche']));
  const before = { answers: last, scoring: 0, duration: 30, createdAt: daysAgo(2), tags };
  await persona.callAsUser('POST', '/api/results', before);
  await openToday(page, persona);
  await row(page).click();
  await petal(page, s.joyKept).click();
  await answer(page, w, 6);
  // Within the app: sealing takes a moment, and a page that is left in the same instant may not have stored the answer.
  await page.getByRole('link', { name: 'Fermer' }).click();
  await expect(row(page)).toBeVisible();
  await page.goto('/bodyscan/again');
  await expect(petal(page, s.joyNow)).toBeVisible();
  await page.reload();
  await petal(page, s.joyNow).click();
  await page.waitForLoadState('networkidle');
  pageErrors.allowFailedRequests();
  await context.setOffline(true);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page).toHaveURL(/\/result$/);
  await expect(page.getByText(s.kept(6))).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'marche', exact: true })).toBeVisible();
  // The message is at the top, where the questions have no buttons, and below the banner.
  const banner = await page.getByText('Hors connexion. Tout est gardé ici.').boundingBox();
  const toast = await page.getByText('Scan gardé ici, envoyé plus tard.').boundingBox();
  expect(toast?.y).toBeGreaterThan((banner?.y ?? 0) + (banner?.height ?? 0));
  await context.setOffline(false);
  await expect.poll(() => newest(persona)).toMatchObject({ answers: [5, 4, 6, 6, 5, 7, 6], kept: [0, 1, 3, 4, 5, 6] });
});

test('it is offered for seven days, to nobody else, and not beside a half-done quiz', async ({
  page,
  w,
  openAsNew,
}) => {
  await page.goto('/bodyscan/again');
  await expect(loginDialog(page, w)).toBeVisible();

  const persona = await openAsNew('/dashboard', (fresh) => fresh.saveScan(last, daysAgo(8)));
  await expect(page.getByRole('link', { name: /^Votre dernier scan/ })).toBeVisible();
  await expect(row(page)).toHaveCount(0);
  await page.goto('/bodyscan/again');
  await expect(page).toHaveURL(/\/bodyscan$/);
  await persona.saveScan(last, daysAgo(7));
  await page.goto('/dashboard');
  await expect(row(page)).toBeVisible();
  await page.goto('/bodyscan');
  await answer(page, w, 3);
  await page.getByRole('navigation').getByRole('link', { name: 'Aujourd’hui', exact: true }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Reprendre le scan' })).toBeVisible();
  await expect(row(page)).toHaveCount(0);
});

test('an answer that was kept three times says since when', async ({ page, newPersona }) => {
  const persona = await newPersona();
  for (const [days, kept] of [
    [4, []],
    [3, [2]],
    [2, [2]],
    [1, [2]],
  ] as const)
    await persona.callAsUser('POST', '/api/results', { answers: last, createdAt: daysAgo(days), kept });
  await persona.openInNewSession(page, '/bodyscan/again');
  await petal(page, s.joyKept).click();
  await expect(page.getByText(/^La dernière fois\u00A0: 8 · Sans changement depuis le \d/)).toBeVisible();
  await petals(page).first().click();
  await expect(page.getByText('La dernière fois\u00A0: 5', { exact: true })).toBeVisible();
});

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 568 } });
  test('the bloom is small, without glyphs, and the discs are in sight', async ({ page, w, newPersona }) => {
    await openToday(page, await newPersona());
    await row(page).click();
    await petal(page, s.joyKept).click();
    const bloom = page.getByRole('group', { name: s.ask });
    await expect(bloom).toHaveCSS('width', '158px');
    await expect(bloom.locator('[class*="glyph"]').first()).toBeHidden();
    await expect(page.getByRole('button', { name: w.finish, exact: true })).toBeInViewport({ ratio: 1 });
    expect(await overflowX(page)).toBe(0);
  });
});

test.describe('in English', () => {
  test.use({ language: 'en' });
  test('it says the same', async ({ page, w, openAsNew }) => {
    await openAsNew('/dashboard', (persona) => persona.saveScan(last, daysAgo(1)));
    await page.getByRole('link', { name: 'As last time, except…' }).click();
    await page.getByRole('button', { name: 'Sadness – Joy, 8, as last time. Change' }).click();
    await answer(page, w, 6);
    await page.getByRole('button', { name: w.finish, exact: true }).click();
    await expect(page.getByText('6 answers kept from last time')).toBeVisible();
  });
});
