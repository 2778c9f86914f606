import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { answer, answerAll, countOf, disc, fillIn } from '../support/quiz.ts';
import type { Words } from '../support/words.ts';

const next = 'Suivant';

/** The lit discs: figures by brightness. */
function glow(page: Page) {
  return page.getByRole('radiogroup').evaluate((group) => {
    const found = [...group.querySelectorAll('[data-hint]')];
    return found.map((element) => `${element.textContent} ${element.getAttribute('data-hint')}`);
  });
}

async function openWithStoppedClock(page: Page, w: Words): Promise<void> {
  await page.clock.install();
  await page.goto('/bodyscan');
  await expect(countOf(page)).toHaveText(w.count(1));
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.reload();
  await expect(countOf(page)).toHaveText(w.count(1));
}

test('answers of an unfinished run survive a reload, and starting over deletes them @journey', async ({ page, w }) => {
  await page.goto('/bodyscan');
  await answerAll(page, w, [3, 8, 10]);
  await page.getByRole('button', { name: next, exact: true }).click();
  await page.reload();
  await expect(page.getByText(w.resumed)).toBeVisible();
  await expect(countOf(page)).toHaveText(w.count(4));
  // Continuing hides the message.
  await answer(page, w, 6);
  await page.getByRole('button', { name: next, exact: true }).click();
  await expect(page.getByText(w.resumed)).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: w.previous, exact: true }).click();
  await expect(disc(page, w, 6)).toBeChecked();
  await page.getByRole('button', { name: w.restart }).click();
  await expect(countOf(page)).toHaveText(w.count(1));
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.reload();
  await expect(countOf(page)).toHaveText(w.count(1));
  await expect(page.getByText(w.resumed)).toHaveCount(0);
});

test('a damaged or foreign stored run is ignored', async ({ page, w }) => {
  await page.goto('/help');
  for (const kept of ['{"answers":[11,0,null,null,null,null,null],"index":6}', 'nonsense', '[]']) {
    await page.evaluate((value) => localStorage.setItem('quizRun', value), kept);
    await page.goto('/bodyscan');
    await expect(countOf(page)).toHaveText(w.count(1));
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  }
});

test('nothing is preselected, and the focus moves to each new question', async ({ page, w }) => {
  await page.goto('/bodyscan');
  for (let question = 1; question <= 7; question += 1) {
    await expect(countOf(page)).toHaveText(w.count(question));
    await expect(page.getByRole('radio')).toHaveCount(10);
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    if (question > 1) await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await answer(page, w, 4);
    if (question < 7) await page.getByRole('button', { name: next, exact: true }).click();
  }
});

test('digits answer while the focus is in the question, and the quiz does not move on by itself @journey', async ({
  page,
  w,
}) => {
  await page.goto('/bodyscan');
  await expect(countOf(page)).toHaveText(w.count(1));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('4');
  await expect(disc(page, w, 4)).toBeChecked();
  await expect(disc(page, w, 4)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(disc(page, w, 5)).toBeChecked();
  await page.keyboard.press('Control+7');
  await page.getByRole('button', { name: w.toNight }).focus();
  await page.keyboard.press('7');
  await page.getByRole('button', { name: next, exact: true }).focus();
  await page.keyboard.press('7');
  await expect(disc(page, w, 5)).toBeChecked();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Nuances/ })
    .click();
  const story = page.getByRole('dialog', { name: w.story });
  await expect(story).toBeVisible();
  await page.keyboard.press('7');
  await page.keyboard.press('Escape');
  await expect(story).toBeHidden();
  await expect(disc(page, w, 5)).toBeChecked();
  await expect(countOf(page)).toHaveText(w.count(1));
  await page.getByRole('button', { name: next, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('0');
  await expect(disc(page, w, 10)).toBeChecked();
  await expect(countOf(page)).toHaveText(w.count(2));
  // The instruction is visible too.
  await expect(page.getByText('Les flèches et les chiffres 1 à 9 choisissent')).toHaveCSS('clip-path', 'none');
});

test('with automatic advance the quiz moves on, but never to Finish @journey', async ({ page, w }) => {
  await openWithStoppedClock(page, w);
  const press = (value: number) => disc(page, w, value).click({ force: true });

  // Off by default.
  await press(3);
  await page.clock.runFor(2_000);
  await expect(countOf(page)).toHaveText(w.count(1));

  const own = page.getByRole('switch', { name: /^Avancer tout seul/ });
  await expect(own).toHaveAccessibleDescription(
    'Précédent reste là, et la dernière question attend toujours Terminer.',
  );
  await own.click();
  await expect(page.getByRole('status').filter({ hasText: 'Les questions avancent toutes seules.' })).toHaveCount(1);
  await page.clock.runFor(2_000);
  await expect(countOf(page)).toHaveText(w.count(1));

  // An answer in between restarts the delay.
  await press(4);
  await page.clock.runFor(600);
  await press(5);
  await page.clock.runFor(600);
  await expect(countOf(page)).toHaveText(w.count(1));
  await page.clock.runFor(50);
  await expect(countOf(page)).toHaveText(w.count(2));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // At an answered question nothing happens by itself; pressing its answer again moves on.
  await page.getByRole('button', { name: w.previous, exact: true }).click();
  await expect(countOf(page)).toHaveText(w.count(1));
  await page.clock.runFor(2_000);
  await expect(countOf(page)).toHaveText(w.count(1));
  await press(5);
  await page.clock.runFor(650);
  await expect(countOf(page)).toHaveText(w.count(2));

  // A digit answers; the arrow keys only select, and Enter confirms.
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await page.keyboard.press('8');
  await page.clock.runFor(650);
  await expect(countOf(page)).toHaveText(w.count(3));
  await expect(heading).toBeFocused();
  await page.keyboard.press('8');
  await page.keyboard.press('ArrowRight');
  await expect(disc(page, w, 9)).toBeChecked();
  await page.clock.runFor(2_000);
  await expect(countOf(page)).toHaveText(w.count(3));
  await page.keyboard.press('Enter');
  await expect(countOf(page)).toHaveText(w.count(4));

  // The setting is stored, and the last question waits for Finish.
  await page.reload();
  for (let question = 4; question <= 7; question += 1) {
    await expect(countOf(page)).toHaveText(w.count(question));
    await press(6);
    await page.clock.runFor(650);
  }
  await page.keyboard.press('Enter');
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(/\/bodyscan$/);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page).toHaveURL(/\/result$/);
});

test('a disabled Next gives the reason each time it is pressed', async ({ page, w }) => {
  await page.goto('/bodyscan');
  const said = page.getByRole('status').filter({ hasText: 'Suivant s’ouvre dès que vous avez répondu.' });
  const button = page.getByRole('button', { name: next, exact: true });
  await expect(said).toHaveCount(0);
  await button.press('Enter');
  await expect(said).toHaveCount(1);
  const first = await said.locator('span').elementHandle();
  await button.press('Enter');
  // A new element: a live region repeats an unchanged text only in a new element.
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(said).toHaveCount(1);
  await answer(page, w, 6);
  await expect(said).toHaveCount(0);
  // Neither background nor text fades: half-way the text would be as dark as its background.
  await expect(button).toHaveCSS('transition-property', 'scale');
});

test('the accessible names of the ten answers give their position @journey', async ({ page }) => {
  await page.goto('/bodyscan');
  await expect(page.getByRole('radio')).toHaveCount(10);
  const names = await page
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => radio.getAttribute('aria-label')));
  expect(names[2]).toBe('3 sur 10, plus proche de la colère que de la sécurité');
  expect(names[4]).toBe('5 sur 10, plus proche de la colère que de la sécurité, près du milieu');
  expect(names[5]).toBe('6 sur 10, plus proche de la sécurité que de la colère, près du milieu');
  expect(names[9]).toBe('10 sur 10, plus proche de la sécurité que de la colère');
});

const windows = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  // Phones on their side.
  { width: 568, height: 320 },
  { width: 667, height: 375 },
  { width: 844, height: 390 },
];

test('the ten answers are at one place for all questions, visible and uncovered, in every window', async ({
  page,
  w,
}) => {
  for (const size of windows) {
    const name = `${size.width} x ${size.height}`;
    await page.setViewportSize(size);
    await page.goto('/bodyscan');
    await expect(countOf(page)).toHaveText(w.count(1));
    await page.evaluate(() => document.fonts.ready);
    expect((await page.getByRole('banner').boundingBox())?.height, name).toBeLessThanOrEqual(73);
    const places = new Set<string>();
    for (let question = 1; question <= 7; question += 1) {
      await expect(countOf(page)).toHaveText(w.count(question));
      const discs = await page.getByRole('radio').evaluateAll((radios) =>
        radios.map((radio) => {
          const { left, top, width, height } = radio.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          return { place: `${Math.round(x)},${Math.round(y)}`, hit: document.elementFromPoint(x, y) === radio, height };
        }),
      );
      expect(discs.length, name).toBe(10);
      // « coince-t-il » stays in one line.
      const lines = await page
        .getByRole('heading', { level: 1 })
        .locator('span > span')
        .evaluateAll((words) => words.map((word) => word.getClientRects().length));
      expect(
        lines.filter((count) => count !== 1),
        `${name}, question ${question}`,
      ).toEqual([]);
      expect(
        discs.filter(({ hit }) => !hit),
        `${name}, question ${question}`,
      ).toEqual([]);
      expect(Math.min(...discs.map(({ height }) => height)), name).toBeGreaterThanOrEqual(46);
      places.add(discs.map(({ place }) => place).join(' '));
      const forward = await page
        .getByRole('button', { name: question < 7 ? next : w.finish, exact: true })
        .boundingBox();
      expect((forward?.y ?? 0) + (forward?.height ?? 0), `${name}, question ${question}`).toBeLessThanOrEqual(
        size.height,
      );
      const scrolls = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
      // On the smallest phone on its side, only the link at the foot is below.
      expect(scrolls, `${name}, question ${question}`).toBeLessThanOrEqual(size.height < 360 ? 60 : 0);
      await answer(page, w, 7);
      if (question < 7) await page.getByRole('button', { name: next, exact: true }).click();
    }
    expect(places.size, name).toBe(1);
    await page.evaluate(() => localStorage.clear());
  }
});

test.describe('with motion allowed', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a new question fades in from its side', async ({ page, w }) => {
    await page.goto('/bodyscan');
    const heading = page.getByRole('heading', { level: 1 });
    const moves = () => heading.locator('> span').evaluate((words) => getComputedStyle(words).animationName);
    await answer(page, w, 8);
    await page.getByRole('button', { name: next, exact: true }).click();
    await expect(countOf(page)).toHaveText(w.count(2));
    expect(await moves()).toMatch(/words-in/);
    await page.getByRole('button', { name: w.previous, exact: true }).click();
    await expect(countOf(page)).toHaveText(w.count(1));
    expect(await moves()).toMatch(/words-back/);
  });
});

test('the start of a run is reported once, at its first answer', async ({ page, w }) => {
  let starts = 0;
  page.on('request', (request) => {
    if (request.url().includes('startScan') && request.method() === 'POST') starts += 1;
  });
  const reported = page.waitForResponse((response) => response.url().includes('startScan'));
  await page.goto('/bodyscan');
  await expect(countOf(page)).toHaveText(w.count(1));
  expect(starts).toBe(0);
  await answer(page, w, 3);
  expect((await reported).status()).toBe(200);
  await answer(page, w, 7);
  await page.getByRole('button', { name: next, exact: true }).click();
  await answer(page, w, 2);
  await page.reload();
  await expect(page.getByText(w.resumed)).toBeVisible();
  await answer(page, w, 9);
  // The second run is reported after any late report of the first one.
  const second = page.waitForResponse((response) => response.url().includes('startScan'));
  await page.getByRole('button', { name: w.restart }).click();
  await answer(page, w, 1);
  await second;
  expect(starts).toBe(2);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('after 10 s without an answer the discs light up in turn, repeatedly, until one is chosen', async ({
    page,
    w,
  }) => {
    await openWithStoppedClock(page, w);
    await page.clock.runFor(9_700);
    expect(await glow(page)).toEqual([]);
    await page.clock.runFor(300);
    await expect.poll(() => glow(page)).toContain('1 head');
    for (const head of [2, 3, 4]) {
      await page.clock.runFor(150);
      await expect.poll(() => glow(page)).toContain(`${head} head`);
    }
    expect(await glow(page)).toEqual(['2 far', '3 near', '4 head']);
    await page.clock.runFor(150 * 9);
    await expect.poll(() => glow(page)).toEqual([]);
    await expect(page.getByRole('button', { name: w.stopGlow })).toBeVisible();

    // The next round starts 10 s after the start of the first one.
    await page.clock.runFor(10_000 - 150 * 12 - 200);
    expect(await glow(page)).toEqual([]);
    await page.clock.runFor(200);
    await expect.poll(() => glow(page)).toContain('1 head');

    await answer(page, w, 5);
    await expect.poll(() => glow(page)).toEqual([]);
    await page.clock.runFor(25_000);
    expect(await glow(page)).toEqual([]);
  });

  test('the hint can be stopped', async ({ page, w }) => {
    await page.clock.install();
    await page.goto('/bodyscan');
    await expect(countOf(page)).toHaveText(w.count(1));
    await page.clock.runFor(10_200);
    const stop = page.getByRole('button', { name: w.stopGlow });
    // On a phone it is in the window, and does not cover the help link.
    const wide = page.viewportSize();
    for (const size of [
      { width: 390, height: 844 },
      { width: 320, height: 568 },
    ]) {
      await page.setViewportSize(size);
      const box = await stop.boundingBox();
      const help = await page.getByRole('contentinfo').getByRole('link', { name: w.help }).boundingBox();
      expect(box && help && box.y + box.height <= help.y).toBe(true);
      expect(
        await stop.evaluate((button) =>
          button.contains(
            document.elementFromPoint(button.getBoundingClientRect().x + 8, button.getBoundingClientRect().y + 12),
          ),
        ),
      ).toBe(true);
    }
    if (wide) await page.setViewportSize(wide);
    await stop.click();
    await expect.poll(() => glow(page)).toEqual([]);
    // Longer than the pause between two rounds, in steps shorter than a round.
    for (let second = 0; second < 12; second += 1) {
      await page.clock.runFor(1_000);
      expect(await glow(page)).toEqual([]);
    }
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('all ten discs are lit for 2 s, without a sequence', async ({ page, w }) => {
    await page.clock.install();
    await page.goto('/bodyscan');
    await expect(countOf(page)).toHaveText(w.count(1));
    await page.clock.runFor(10_100);
    await expect.poll(async () => (await glow(page)).filter((one) => one.endsWith(' all')).length).toBe(10);
    await page.clock.runFor(2_100);
    await expect.poll(() => glow(page)).toEqual([]);
  });
});

test('a scan for an earlier day has that day, up to 30 days back', async ({ page, w, newPersona }) => {
  const persona = await newPersona();
  // The browser's time zone is Paris.
  const paris = { timeZone: 'Europe/Paris' } as const;
  // From noon: a day back over the change of the clocks is not 24 hours long.
  const noon = Date.parse(`${new Intl.DateTimeFormat('sv-SE', paris).format(Date.now())}T12:00Z`);
  const isoDay = (daysAgo: number) => new Intl.DateTimeFormat('sv-SE', paris).format(noon - daysAgo * 86_400_000);
  await persona.openInNewSession(page, `/bodyscan?day=${isoDay(31)}`);
  await expect(countOf(page)).toHaveText(w.count(1));
  await expect(page.getByText(/^ce jour-là/)).toHaveCount(0);
  await page.goto('/note');
  await page.goto(`/bodyscan?day=${isoDay(3)}`);
  await expect(page.getByText(/^ce jour-là · \d+/)).toBeVisible();
  await fillIn(page, w, [5, 5, 5, 5, 5, 5, 5]);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page.getByText(w.saved)).toBeVisible();
  const [scan] = await persona.scans();
  expect(new Intl.DateTimeFormat('sv-SE', paris).format(new Date(scan?.createdAt ?? 0))).toBe(isoDay(3));
});

test('a scan for the oldest open day keeps that day over midnight', async ({ page, w, newPersona }) => {
  const persona = await newPersona();
  await page.clock.setSystemTime(new Date('2026-11-20T22:58:00Z'));
  await persona.openInNewSession(page, '/bodyscan?day=2026-10-21&moment=evening');
  await expect(page.getByText(/^ce jour-là · 21/)).toBeVisible();
  await page.clock.setSystemTime(new Date('2026-11-20T23:02:00Z'));
  await fillIn(page, w, [5, 5, 5, 5, 5, 5, 5]);
  await expect(page.getByText(/^ce jour-là · 21/)).toBeVisible();
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page.getByText(w.saved)).toBeVisible();
  expect((await persona.scans())[0]?.createdAt).toBe('2026-10-21T18:00:00.000Z');
});

test('a message does not cover what is pressed: it stands above the question', async ({ page, w }) => {
  await page.goto('/bodyscan');
  await expect(countOf(page)).toHaveText(w.count(1));
  // What the browser says once the app is installed.
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  const said = await page.getByText('Nuances est installée.').boundingBox();
  const question = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(question?.y ?? 0);
});

test('Finish cannot be pressed twice', async ({ page, w }) => {
  await page.goto('/bodyscan');
  await answerAll(page, w, [5, 5, 5, 5, 5, 5, 5]);
  await page.getByRole('button', { name: w.finish, exact: true }).dblclick();
  await expect(page).toHaveURL(/\/result$/);
  const kept = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('nuances');
        opening.onsuccess = () => {
          const count = opening.result.transaction('outbox').objectStore('outbox').count();
          count.onsuccess = () => resolve(count.result);
        };
      }),
  );
  expect(kept).toBe(1);
  await page.goto('/bodyscan');
  await expect(page.getByText(w.resumed)).toHaveCount(0);
});
