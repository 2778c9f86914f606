import type { Locator } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { saveWeek, setClock } from '../support/lookback.ts';
import { storeNote } from '../support/notes.ts';
import { overflowX, placeOf, waitUntilSettled } from '../support/page.ts';
import { screens } from '../support/screens.ts';

const { executablePath, args } = await findChromium();

// Text at 200 %, set in the browser: relative sizes and breakpoints follow it.
test.use({
  launchOptions: { executablePath, args: [...args, '--blink-settings=defaultFontSize=32'] },
  viewport: { width: 320, height: 568 },
});

/** Names of the controls that are partly outside of the window. */
function cutOff(controls: Locator): Promise<string[]> {
  return controls.evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < -1 || right > document.documentElement.clientWidth + 1);
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)),
  );
}

/** Names of the controls that lie over the letters of the title; their boxes are larger than what they draw. */
async function overTitle(controls: Locator, title: Locator): Promise<string[]> {
  const letters = await title.evaluate((element) => {
    // A title that is only heard has no place on the screen.
    if (element.getBoundingClientRect().width <= 1) return [];
    const range = document.createRange();
    range.selectNodeContents(element);
    return Array.from(range.getClientRects(), ({ left, right, top, bottom }) => ({
      left: left + 8,
      right: right - 8,
      top: top + 8,
      bottom: bottom - 8,
    }));
  });
  return controls.evaluateAll(
    (elements, lines) =>
      elements
        .filter((element) => {
          const { left, right, top, bottom, width } = element.getBoundingClientRect();
          return (
            width > 0 &&
            lines.some((one) => left < one.right && right > one.left && top < one.bottom && bottom > one.top)
          );
        })
        .map((element) => element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)),
    letters,
  );
}

/** Words of titles, also joined ones, that begin on one line and end on another. */
const brokenWords = (titles: Locator) =>
  titles.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const found: string[] = [];
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/\p{L}[\p{L}-]*\p{L}/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const tops = Array.from(range.getClientRects(), ({ top }) => Math.round(top));
          if (element.getBoundingClientRect().width > 1 && new Set(tops).size > 1) found.push(word);
        }
      return found;
    }),
  );

test('text at 200 % fits on phones and cuts off no control', async ({ page, w, pageErrors, newPersona, account }) => {
  test.setTimeout(90_000);
  for (const name of [
    'quiz, answered',
    'help',
    'today, full',
    'scan, linked note',
    'history, full',
    'calendar, month',
    'calendar, year',
    'notes, no match',
    'statistics, bloom',
    'profile, empty',
    'config',
    'settings, reminder',
    'booklet',
  ]) {
    await screens[name]?.({ page, w, pageErrors, newPersona, account });
    await waitUntilSettled(page);
    expect(await overflowX(page), name).toBeLessThanOrEqual(0);
    const controls = page.locator('main').locator('button, a[href], select, input:not([type=hidden])');
    expect(await cutOff(controls), name).toEqual([]);
    const title = page.getByRole('heading', { level: 1 }).first();
    expect(await overTitle(controls, title), name).toEqual([]);
    expect(await brokenWords(page.locator('main').locator('h1, h2, h3')), name).toEqual([]);
  }
});

test('text at 200 % leaves a form with a long word on its button within its sheet', async ({
  page,
  w,
  pageErrors,
  newPersona,
  account,
}) => {
  await screens['reset, errors']?.({ page, w, pageErrors, newPersona, account });
  const form = page.getByRole('dialog').locator('form');
  expect(await form.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('text at 200 % leaves room beside the save button of a note', async ({ page, openAsNew }) => {
  await openAsNew('/note?new=green');
  const editor = page.getByRole('dialog', { name: 'Nouvelle note' });
  const { right } = await placeOf(editor.getByRole('button', { name: 'Enregistrer' }));
  expect(right).toBeLessThanOrEqual(320 - 8);
  expect(await cutOff(editor.locator('button, textarea'))).toEqual([]);

  // « enregistrer ? » is one line of the question that closes it.
  await editor.getByRole('textbox').first().fill('Un mot');
  await page.keyboard.press('Escape');
  const title = page.getByRole('heading', { name: 'Fermer sans enregistrer\u202F?' });
  const lines = await title.evaluate(
    (drawn) => drawn.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(drawn).lineHeight),
  );
  expect(Math.round(lines)).toBe(2);
});

test('text at 200 % leaves the whole menu within its drawer', async ({ page, w, openAsNew }) => {
  await openAsNew('/dashboard');
  await page.getByRole('banner').getByRole('button', { name: w.openMenu }).click();
  const menu = page.getByRole('dialog');
  await expect(menu.getByRole('button', { name: w.logout })).toBeAttached();
  expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('text at 200 % enlarges the petals of a quick scan, and opening one leads to its discs', async ({
  page,
  w,
  pageErrors,
  newPersona,
  account,
}) => {
  await screens['quiz, as last time']?.({ page, w, pageErrors, newPersona, account });
  const petals = page.getByRole('group', { name: 'Qu’est-ce qui a changé depuis\u202F?' });
  expect(await petals.evaluate((drawn) => drawn.getBoundingClientRect().width)).toBeGreaterThan(220);
  await petals.getByRole('button').first().press('Enter');
  await expect(page.getByRole('radio', { checked: false }).and(page.locator(':focus'))).toBeInViewport({ ratio: 1 });
});

test('text at 200 % keeps the category of a note whole, and the buttons of the notes alike', async ({
  page,
  openAsNew,
}) => {
  await openAsNew('/note', (persona) => storeNote(persona, { categoryId: 'cyan' }));
  const category = page.getByRole('article').getByText('Alignement', { exact: true });
  await expect(category).toBeVisible();
  expect(await brokenWords(category)).toEqual([]);
  const tools = page.getByRole('main').getByRole('button', { name: /^(?:Calendrier$|Catégories|Ordre)/ });
  await expect(tools).toHaveCount(3);
  const sizes = await tools.evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect().width));
  expect(sizes).toEqual([52, 52, 52]);
});

test('text at 200 % leaves the days and the figures of a week room', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await saveWeek(persona);
  await setClock(page, '2026-11-22T18:40:00');
  await persona.openInNewSession(page, '/history/week/2026-W47');
  await expect(page.getByText('A le moins bougé')).toBeVisible();
  await waitUntilSettled(page);
  const lines = page.getByRole('main').locator('p, li > *');
  const spilled = await lines.evaluateAll((all) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  );
  expect(spilled).toHaveLength(0);
  const sentence = page.getByText('Entre la tristesse et la joie : 3 lundi, 8 dimanche.');
  const figure = page.getByRole('main').locator('p').filter({ has: sentence });
  const widths = [sentence, figure].map((one) => one.evaluate((element) => element.clientWidth));
  expect(new Set(await Promise.all(widths)).size, 'the sentence has the whole line').toBe(1);
});

test('text at 200 % leaves the way to one-time codes within the window', async ({ page, w, pageErrors, openAsNew }) => {
  // The first call is refused for the password, which is asked for then.
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/profile/security/codes');
  await page.getByRole('button', { name: 'Activer les codes' }).click();
  await page.getByLabel(w.password, { exact: true }).fill(persona.password);
  await page.getByRole('button', { name: 'Confirmer' }).click();
  const setup = page.getByRole('dialog', { name: 'Codes à usage unique' });
  await expect(setup.getByRole('textbox')).toBeFocused();
  expect(await cutOff(setup.locator('button, a[href], input, [role=img]'))).toEqual([]);
});

test('text at 200 % doubles discs, icons, switches and the bar below', async ({
  page,
  w,
  pageErrors,
  newPersona,
  account,
}) => {
  const screen = { page, w, pageErrors, newPersona, account };
  const widthOf = (element: Locator) => element.evaluate((drawn) => Math.round(drawn.getBoundingClientRect().width));
  // So high that the discs need not leave room for the question.
  await page.setViewportSize({ width: 1440, height: 1600 });
  await screens['quiz, answered']?.(screen);
  expect(await widthOf(page.getByRole('button', { name: w.toNight }).locator('svg'))).toBe(44);
  expect(await widthOf(page.getByRole('switch'))).toBe(72);
  expect(await widthOf(page.locator('[data-answer="10"]'))).toBe(120);
  // Five in a row of a phone are as large as their row lets them be.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await widthOf(page.locator('[data-answer="10"]'))).toBeGreaterThan(62);
  // Dates and the names of the days on the axis have room.
  await page.setViewportSize({ width: 1440, height: 900 });
  await screens['statistics, lines']?.(screen);
  const labels = page.locator('main svg text').filter({ hasText: /août|sept/ });
  const places = await Promise.all((await labels.all()).map(placeOf));
  expect(places.length).toBeGreaterThan(1);
  const after = places.slice(1).map(({ left }) => left);
  places.slice(0, -1).forEach(({ right }, index) => expect(after[index]).toBeGreaterThan(right + 8));
  const sizeOf = (text: Locator) => text.evaluate((drawn) => getComputedStyle(drawn).fontSize);
  expect(await sizeOf(page.locator('main svg text').filter({ hasText: /^10$/ }).first())).toBe('30px');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const day of await page.locator('main input[type=date]').all())
      expect(await widthOf(day)).toBeGreaterThan(230);
  }
  await screens['calendar, month']?.(screen);
  expect(await widthOf(page.getByRole('button', { name: 'plusieurs scans' }).locator('span'))).toBe(38);
  await screens['settings, quiz']?.(screen);
  expect(await widthOf(page.getByRole('switch').first())).toBe(96);
  expect(await overflowX(page)).toBeLessThanOrEqual(0);
  await screens['statistics, weeks']?.(screen);
  expect(await brokenWords(page.locator('main button[aria-expanded] > span'))).toEqual([]);
  // The scale beside a chart is as large as the names below it, and within its panel.
  await screens['admin, full']?.(screen);
  const scale = page.locator('main figure svg text').filter({ hasText: /^0$/ }).first();
  expect(await sizeOf(scale)).toBe('29px');
  const figure = await placeOf(page.locator('main figure').first());
  expect((await placeOf(scale)).left).toBeGreaterThan(figure.left);
  // The bar below is as high as its icons and names.
  await page.setViewportSize({ width: 1440, height: 900 });
  await screens['today, full']?.(screen);
  const items = page.getByRole('navigation', { name: w.mainNavigation }).getByRole('link');
  await expect(items).toHaveCount(5);
  const heights = (links: Element[]) => links.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(await items.evaluateAll(heights)).toEqual([0, 0, 0, 0, 0]);
});
