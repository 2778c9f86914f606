import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { open, waitUntilReady, waitUntilSettled, watchSpin } from '../support/page.ts';
import { loginButton, loginDialog } from '../support/auth.ts';
import { fillIn, takeScan } from '../support/quiz.ts';
import { words } from '../support/words.ts';

function languageSwitch(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: /(?:Langue|Language)/ });
}

/** Opens Home and waits for the answer to the report of the visit, before a story moves the page's clock. */
async function openHome(page: Page): Promise<void> {
  const reported = page.waitForResponse('**/trpc/public.visit');
  await open(page, '/');
  await (await reported).finished();
}

async function seesLanguage(page: Page, language: 'fr' | 'en'): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.getByRole('link', { name: words[language].help }).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: words[language === 'fr' ? 'en' : 'fr'].help })).toHaveCount(0);
}

const screens: Record<
  string,
  { path: string; fr: string | RegExp; en: string | RegExp; prepare?: 'scan' | 'account' }
> = {
  Home: { path: '/', fr: words.fr.homeTitle, en: words.en.homeTitle },
  Quiz: { path: '/bodyscan', fr: /^En ce moment/, en: /^Right now/ },
  Result: {
    path: '/result',
    fr: /^(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) /,
    en: /day/,
    prepare: 'scan',
  },
  History: { path: '/history', fr: 'Historique', en: 'History', prepare: 'account' },
  Help: { path: '/help', fr: /parler/, en: /talk|someone/i },
  Privacy: { path: '/privacy', fr: 'Ce que Nuances garde', en: /Nuances keeps/ },
};

test('the language changes without a reload and stays, on every kind of screen', async ({ page, w, newPersona }) => {
  test.setTimeout(90_000);
  for (const [name, { path, fr, en, prepare }] of Object.entries(screens)) {
    await test.step(name, async () => {
      if (prepare === 'scan') await takeScan(page, w, [1, 2, 3, 4, 5, 6, 7]);
      if (prepare === 'account') {
        const persona = await newPersona('fr');
        await persona.saveScans(1);
        await persona.openInNewSession(page, path);
      } else await open(page, path);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toHaveText(fr);
      await seesLanguage(page, 'fr');
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      // Also when the account has not answered before the reload.
      await page.route('**/trpc/profile.setLanguage', () => undefined);
      await languageSwitch(page).click();
      await expect(title).toHaveText(en);
      await seesLanguage(page, 'en');
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
      await page.reload();
      await page.unroute('**/trpc/profile.setLanguage');
      await expect(title).toHaveText(en);
      await seesLanguage(page, 'en');
      await languageSwitch(page).click();
      await expect(title).toHaveText(fr);
    });
  }
});

test('the language of a logged-in user is stored with the account @journey', async ({ page, w, newPersona }) => {
  const persona = await newPersona('fr');
  await persona.openInNewSession(page, '/history');
  const answered = page.waitForResponse((response) => /setLanguage/.test(response.url()));
  await languageSwitch(page).click();
  expect((await answered).status()).toBe(200);
  expect(await persona.logIn()).toMatchObject({ language: 'en' });
  await expect(languageSwitch(page)).toHaveAccessibleName('FR EN, Language: English, Français');
  // The visible text is part of the accessible name.
  await expect(languageSwitch(page)).toHaveText('FR EN');
  await expect(page.getByText('The language is now English.')).toBeVisible();
  await languageSwitch(page).click();
  // No message in the previous language stays on the page.
  await expect(page.getByText('La langue est maintenant le français.')).toBeVisible();
  await expect(page.getByText('The language is now English.')).toHaveCount(0);

  // Opening a sheet does not move the page.
  await page.setViewportSize({ width: 390, height: 844 });
  const toast = page.getByText('La langue est maintenant le français.');
  await waitUntilSettled(page);
  const place = await toast.boundingBox();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Nuances/ })
    .click();
  await expect(page.getByRole('dialog', { name: w.story })).toBeVisible();
  await waitUntilSettled(page);
  expect(await toast.boundingBox()).toEqual(place);
});

test('the theme changes, persists, and is set before any script runs @phone @journey', async ({ page, w }) => {
  await open(page, '/help');
  await page.getByRole('button', { name: w.toNight }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  for (const path of ['/', '/help']) {
    const served = await page.goto(path);
    expect(await served?.text()).toMatch(/<html[^>]* data-theme="night"/);
    await waitUntilReady(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe('rgb(23, 18, 32)');
  }
  await page.getByRole('button', { name: w.toDay }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'day');
  const served = await page.reload();
  expect(await served?.text()).toMatch(/<html[^>]* data-theme="day"/);
});

test.describe('a system with the dark theme', () => {
  test.use({ colorScheme: 'dark' });

  test('is followed on the first visit', async ({ page, w }) => {
    await open(page, '/');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(23, 18, 32)');
    await page.getByRole('button', { name: w.toDay }).click();
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(251, 243, 239)');
  });
});

test('the story has three paragraphs, the version and Close @phone', async ({ page, w }) => {
  await open(page, '/help');
  const opener = page.getByRole('banner').getByRole('button', { name: /Nuances/ });
  await opener.click();
  const story = page.getByRole('dialog', { name: w.story });
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(story).toContainText('C’est un miroir');
  await expect(story).toContainText('Vous placez sept sentiments');
  await expect(story).toContainText('Sans compte, vos réponses restent sur votre appareil.');
  await expect(story).toContainText(/Version \d+\.\d+\.\d+/);
  await story.getByRole('button', { name: w.close, exact: true }).click();
  await expect(story).toBeHidden();
  await expect(opener).toBeFocused();
});

test('after a navigation the focus is on the heading that names the screen', async ({ page, w }) => {
  await open(page, '/');
  await page.getByRole('link', { name: w.help }).first().click();
  await expect(page).toHaveURL(/\/help$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: w.home, exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the menu on a phone is a drawer; overlay and Escape close it @phone-only @journey', async ({
  page,
  w,
  openAsNew,
}) => {
  await openAsNew('/history');
  const opener = page.getByRole('banner').getByRole('button', { name: w.openMenu });
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await opener.click();
  await expect(page.getByRole('button', { name: w.openMenu, includeHidden: true, expanded: true })).toHaveCount(1);
  const drawer = page.getByRole('dialog', { name: w.mainNavigation });
  await expect(drawer.getByRole('link')).toHaveText([w.today, w.quiz, w.stats, w.notes, w.history, w.profile]);
  await expect(drawer.getByRole('link', { name: w.today, exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(drawer).toBeVisible();
  await page.mouse.click(380, 500);
  await expect(drawer).toBeHidden();
  await opener.click();
  await page.evaluate(() => history.back());
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/history$/);
  await opener.click();
  await drawer.getByRole('link', { name: w.quiz, exact: true }).click();
  await expect(page).toHaveURL(/\/bodyscan$/);
  await expect(drawer).toBeHidden();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/history$/);
});

test('Back closes open layers one by one, and then leaves the page @phone', async ({ page, w, baseURL }) => {
  await page.goto('about:blank');
  await open(page, '/');
  const back = () => page.evaluate(() => history.back());
  const opener = page.getByRole('banner').getByRole('button', { name: /Nuances/ });
  const story = page.getByRole('dialog', { name: w.story });
  await opener.click();
  await expect(story).toBeVisible();
  await back();
  await expect(story).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();

  // On the result a popup, above it the login: Back keeps the page each time.
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/bodyscan$/);
  await fillIn(page, w, [1, 2, 3, 4, 5, 6, 7]);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page).toHaveURL(/\/result$/);
  const marker = page.getByRole('region', { name: w.scales }).getByRole('button').last();
  await marker.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const place = await page.evaluate(() => scrollY);
  await back();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(marker).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(place);
  await loginButton(page, w).click();
  await expect(loginDialog(page, w)).toBeVisible();
  await back();
  await expect(loginDialog(page, w)).toBeHidden();
  await expect(page).toHaveURL(/\/result$/);

  // A layer that was closed in another way leaves no entry in the history.
  await opener.click();
  await page.keyboard.press('Escape');
  await expect(story).toBeHidden();
  await back();
  // The result has replaced the quiz.
  await expect(page).toHaveURL(`${baseURL}/`);
  await back();
  await expect(page).toHaveURL('about:blank');
});

test('the bottom bar of a phone is hidden during the quiz @phone-only', async ({ page, w, openAsNew }) => {
  await openAsNew('/history');
  const bar = page.getByRole('navigation', { name: w.mainNavigation });
  await expect(bar.getByRole('link', { name: w.history, exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(bar.getByRole('link')).toHaveText([w.today, w.quiz, w.stats, w.notes, w.history]);
  await bar.getByRole('link', { name: w.quiz, exact: true }).click();
  await expect(page).toHaveURL(/\/bodyscan$/);
  await expect(bar).toHaveCount(0);
});

test('the result belongs to the quiz in the menus @phone', async ({ page, w, openAsNew }) => {
  await openAsNew('/dashboard');
  await takeScan(page, w, [5, 6, 7, 8, 5, 6, 7]);
  const menu = page.getByRole('navigation', { name: w.mainNavigation }).filter({ visible: true });
  await expect(menu.locator('[aria-current="page"]')).toHaveText([w.quiz]);
  await menu.getByRole('link', { name: w.history, exact: true }).click();
  await expect(menu.locator('[aria-current="page"]')).toHaveText([w.history]);
});

test('the side bar of a wide window can be collapsed', async ({ page, w, openAsNew }) => {
  await openAsNew('/history');
  const side = page.getByRole('navigation', { name: w.mainNavigation }).filter({ visible: true });
  await expect(side.getByRole('link', { name: w.history, exact: true })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: w.closeMenu }).click();
  await expect(side).toHaveCount(0);
  await page.getByRole('button', { name: w.openMenu }).click();
  await expect(side).toHaveCount(1);
});

test('help is one press away on every screen and names its lines @phone', async ({ page, w, openAsNew }) => {
  await takeScan(page, w, [1, 1, 1, 1, 1, 1, 1]);
  await openAsNew('/history');
  for (const path of ['/', '/bodyscan', '/result', '/history', '/privacy']) {
    await page.goto(path);
    await waitUntilReady(page);
    const link = page.getByRole('link', { name: w.help }).filter({ visible: true }).first();
    await link.click();
    await expect(page).toHaveURL(/\/help$/);
  }
  for (const number of ['3114', '15', '112', '116 123', '988'])
    await expect(page.getByRole('main')).toContainText(number);
  await expect(page.getByRole('link', { name: /3114/ }).first()).toHaveAttribute('href', 'tel:3114');
});

test('an unknown path redirects to Home', async ({ page, w, baseURL }) => {
  for (const path of ['/nowhere', '/admin/nothing/here', '/%F0%9F%8C%B8']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();
    await expect(page).toHaveURL(`${baseURL}/`);
  }
});

test('a screen that throws shows an error in the language of the page, and a link to Home @journey', async ({
  page,
  w,
  pageErrors,
}) => {
  pageErrors.expect(/planted/);
  await open(page, '/privacy');
  const help = /\/assets\/help[^/]*\.js/;
  await page.route(help, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: "throw new Error('planted')" }),
  );
  await page.getByRole('link', { name: w.help }).filter({ visible: true }).first().click();
  const title = page.getByRole('heading', { name: 'Unexpected Application Error!' });
  await expect(title).toBeVisible({ timeout: 15_000 });
  await expect(title).toHaveAttribute('lang', 'en');
  await expect(page.getByText('Une erreur est survenue, sans rien à voir avec vous.')).toBeVisible();
  await expect(page.getByRole('button', { name: w.retry })).toBeVisible();
  await page.getByRole('button', { name: w.back }).click();
  await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();
});

test('a screen whose code cannot be fetched shows an error, and loads with its styles when the network is back', async ({
  page,
  context,
  w,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  pageErrors.expect(/not fetched/);
  await openAsNew('/help');
  const menu = page.getByRole('navigation', { name: w.mainNavigation }).filter({ visible: true });
  const trouble = page.getByRole('alert').filter({ hasText: w.network });
  await expect(menu).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await context.setOffline(true);
  await menu.getByRole('link', { name: w.history, exact: true }).click();
  await expect(trouble).toBeVisible();
  await expect(page.getByText(w.offline)).toBeVisible();
  await trouble.getByRole('button', { name: w.retry }).click();
  await expect(trouble.getByRole('button', { name: w.retry })).toBeEnabled();
  // It loads by itself when the network returns, and with its styles.
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Historique' })).toBeVisible();
  await expect(trouble).toHaveCount(0);
  const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''));
  expect(sheets.filter((href) => href.includes('_account'))).toHaveLength(1);

  // While only the server is unavailable, the button asks it again.
  const privacy = /\/assets\/privacy[^/]*\.(?:js|css)/;
  await page.route(privacy, (route) => route.abort('failed'));
  await page.evaluate(() => {
    history.pushState({}, '', '/privacy');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(trouble).toBeVisible();
  await page.unroute(privacy);
  await trouble.getByRole('button', { name: w.retry }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ce que Nuances garde' })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('the first Tab offers to skip the bars @phone', async ({ page, w }) => {
  await open(page, '/help');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: w.skip });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test("the window's title names the screen", async ({ page, w }) => {
  await open(page, '/');
  await expect(page).toHaveTitle('Nuances');
  await page.getByRole('link', { name: w.help }).filter({ visible: true }).first().click();
  await expect(page).toHaveTitle(/ · Nuances$/);
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the app opens, help included, and shows that it is offline @journey', async ({
    page,
    context,
    w,
    pageErrors,
  }) => {
    pageErrors.allowFailedRequests();
    await open(page, '/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBeGreaterThan(0);
    await context.setOffline(true);
    for (const [path, title] of [
      ['/help', /parler/],
      ['/bodyscan', /^En ce moment/],
      ['/privacy', 'Ce que Nuances garde'],
      ['/', w.homeTitle],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByText(w.offline)).toBeVisible();
    }
    await takeScan(page, w, [1, 2, 3, 4, 5, 6, 7]);
    await page.getByRole('region', { name: w.scales }).getByRole('button').first().click();
    await expect(page.getByRole('dialog', { name: 'Colère' }).getByRole('listitem')).toHaveCount(3);
    await context.setOffline(false);
    await expect(page.getByText(w.offline)).toHaveCount(0);
  });
});

/**
 * Centre of each burst on Home, and what its drops or dots cover: a line of text, the bloom, or nothing. The parts are
 * measured one by one, because the box of a rotated group is larger than the drawing.
 */
function burstsOver(page: Page): Promise<{ place: string; over: string | null }[]> {
  return bursts(page).evaluateAll((elements) => {
    const lines = [...document.querySelectorAll('main h1, main p')].flatMap((text) => {
      const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      const found: { rect: DOMRect; text: string }[] = [];
      while (nodes.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(nodes.currentNode);
        for (const rect of range.getClientRects()) found.push({ rect, text: range.toString().slice(0, 30) });
      }
      return found;
    });
    const bloom = document.querySelector('main a[href="/bodyscan"]')?.getBoundingClientRect();
    const coversBloom = (part: DOMRect) => {
      if (!bloom) return false;
      const x = bloom.left + bloom.width / 2;
      const y = bloom.top + bloom.height / 2;
      const dx = Math.max(part.left - x, 0, x - part.right);
      const dy = Math.max(part.top - y, 0, y - part.bottom);
      return Math.hypot(dx, dy) < bloom.width / 2;
    };
    return elements.map((element) => {
      const parts = [...element.querySelectorAll('path, circle')].map((part) => part.getBoundingClientRect());
      const line = lines.find(({ rect }) =>
        parts.some(
          (part) =>
            rect.left < part.right && rect.right > part.left && rect.top < part.bottom && rect.bottom > part.top,
        ),
      );
      return {
        place: element.getAttribute('transform') ?? '',
        over: line?.text ?? (parts.some(coversBloom) ? 'the bloom' : null),
      };
    });
  });
}

const bursts = (page: Page) => page.locator('[data-firework]');

test.describe('fireworks', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('at most three at a time, each gone after 5 s, none over text or bloom @phone', async ({ page, w }) => {
    await page.clock.install();
    await openHome(page);
    // The texts have their final size only in their own fonts.
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const births = new Map<string, number>();
    let timeMs = 0;
    for (let step = 0; step < 80; step += 1) {
      await page.clock.runFor(500);
      timeMs += 500;
      const alive = await burstsOver(page);
      expect(alive.length).toBeLessThanOrEqual(3);
      for (const { place, over } of alive) {
        expect(over, `a burst at ${place}`).toBeNull();
        if (!births.has(place)) births.set(place, timeMs);
        expect(timeMs - (births.get(place) ?? 0)).toBeLessThanOrEqual(5_000);
      }
    }
    expect(births.size).toBeGreaterThan(5);
    await page.getByRole('button', { name: w.stopAnimation }).click();
    await page.clock.runFor(6_000);
    await expect(bursts(page)).toHaveCount(0);
  });

  test.describe('with reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('four static bursts, and the quiz opens without the turn of the bloom', async ({ page, w }) => {
      await page.clock.install();
      await openHome(page);
      await expect(bursts(page)).toHaveCount(4);
      const places = await bursts(page).evaluateAll((all) => all.map((one) => one.getAttribute('transform')));
      await page.clock.runFor(20_000);
      expect(await bursts(page).evaluateAll((all) => all.map((one) => one.getAttribute('transform')))).toEqual(places);
      await expect(page.getByRole('button', { name: w.stopAnimation })).toHaveCount(0);
      // Another width moves the texts.
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
      for (const other of [width / 3, width]) {
        await page.setViewportSize({ width: Math.round(other), height });
        await expect.poll(async () => (await burstsOver(page)).filter(({ over }) => over !== null)).toEqual([]);
      }
      const spun = await watchSpin(page);
      await page.getByRole('link', { name: w.quizBloom }).click();
      await page.clock.runFor(200);
      await expect(page).toHaveURL(/\/bodyscan$/);
      expect(await spun()).toBe(false);
    });
  });
});

test('a visit of Home is reported once', async ({ page, w }) => {
  let visits = 0;
  page.on('request', (request) => {
    if (request.url().includes('visit') && request.method() === 'POST') visits += 1;
  });
  await page.clock.install();
  await openHome(page);
  await page.getByRole('link', { name: w.help }).filter({ visible: true }).first().click();
  await page.getByRole('link', { name: w.home, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();
  await page.clock.runFor(60_000);
  expect(visits).toBe(1);
});

test.describe('the check of every page fails', () => {
  test('after a console error, a page error, a foreign request and a forbidden script @journey', async ({
    page,
    pageErrors,
  }) => {
    await open(page, '/help');
    await page.evaluate(() => {
      console.error('planted error');
      console.warn('planted warning');
      setTimeout(() => {
        throw new Error('planted throw');
      });
      try {
        document.createElement('script').textContent = 'window.planted = true';
      } catch {
        // Trusted Types; the report of it is looked for below.
      }
      const forbidden: string = 'data:text/javascript,window.planted = true';
      void import(forbidden).catch(() => undefined);
      void fetch('http://127.0.0.2:9/').catch(() => undefined);
    });
    await expect.poll(() => pageErrors.found.join('\n')).toMatch(/foreign request|CSP violation: connect-src/);
    const heard = pageErrors.take().join('\n');
    expect(heard).toContain('console error: planted error');
    expect(heard).toContain('console warning: planted warning');
    expect(heard).toContain('page error: planted throw');
    expect(heard).toContain('CSP violation: require-trusted-types-for');
    expect(heard).toContain('CSP violation: script-src');
    expect(await page.evaluate(() => 'planted' in window)).toBe(false);
    // More reports of the same four may follow.
    pageErrors.expect(/planted|127\.0\.0\.2|CSP violation|Content Security Policy|Refused to/);
  });
});
