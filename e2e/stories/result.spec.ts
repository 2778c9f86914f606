import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { open, placeOf, visitorsFinishPrefetched, waitUntilReady, waitUntilSettled } from '../support/page.ts';
import { fillIn, takeScan } from '../support/quiz.ts';
import { poles, type Words } from '../support/words.ts';

const answers = [5, 6, 1, 10, 4, 7, 2];

function ring(page: Page) {
  return page.getByRole('group', { name: 'Résultat', exact: true });
}

function scales(page: Page) {
  return page.getByRole('region', { name: 'Les sept échelles' });
}

/** Answers the open quiz and ends it. */
async function finish(page: Page, w: Words): Promise<void> {
  await fillIn(page, w, answers);
  await page.getByRole('button', { name: w.finish, exact: true }).click();
  await expect(page).toHaveURL(/\/result$/);
}

test('without a scan the result redirects to Home, at both spellings of the path', async ({ page, baseURL, w }) => {
  for (const path of ['/result', '/Result']) {
    await open(page, path);
    await expect(page).toHaveURL(`${baseURL}/`);
    await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();
  }
});

test('a direct visit shows the latest stored scan, at both spellings of the path @journey', async ({ page, w }) => {
  await takeScan(page, w, [1, 1, 1, 1, 1, 1, 1]);
  await takeScan(page, w, answers);
  for (const path of ['/result', '/Result']) {
    await page.goto(path);
    await expect(scales(page).getByRole('button')).toHaveText(answers.map(String));
    await expect(page.getByText(w.loginWarning)).toContainText('En attendant, il reste sur cet appareil.');
  }
});

test('Back from the result leads to the screen before the quiz, for a visitor @journey', async ({
  page,
  w,
  baseURL,
}) => {
  await open(page, '/');
  await page.getByRole('link', { name: w.quizBloom }).click();
  await finish(page, w);
  await page.goBack();
  await expect(page).toHaveURL(`${baseURL}/`);
  await expect(page.getByRole('heading', { level: 1, name: w.homeTitle })).toBeVisible();
  // The same after a reload of the result, and with a layer that Back closes first.
  await page.goForward();
  await expect(page).toHaveURL(/\/result$/);
  await page.reload();
  await scales(page).getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/result$/);
  await page.goBack();
  await expect(page).toHaveURL(`${baseURL}/`);
});

test('Back from the result leads to the screen before the quiz, for a logged-in person @phone', async ({
  page,
  w,
  openAsNew,
}) => {
  test.setTimeout(60_000);
  await openAsNew('/dashboard');
  const ways = {
    Today: async () => page.getByRole('main').getByRole('link', { name: 'Faire un scan', exact: true }).click(),
    'the menu': async () =>
      page.getByRole('navigation').getByRole('link', { name: w.quiz, exact: true }).filter({ visible: true }).click(),
    'the menu, with a reload of the quiz and the result': async () => {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: w.quiz, exact: true })
        .filter({ visible: true })
        .click();
      await expect(page).toHaveURL(/\/bodyscan$/);
      await page.reload();
    },
  };
  for (const [way, go] of Object.entries(ways)) {
    await go();
    await finish(page, w);
    await expect(page.getByText(w.saved)).toBeVisible();
    if (way.includes('reload')) await page.reload();
    await page.goBack();
    await expect(page, way).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('radio'), way).toHaveCount(0);
  }
});

test('slice, marker, colour, name and answer belong to one axis @journey', async ({ page, w }) => {
  await takeScan(page, w, answers);
  const hues = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple'];
  for (const [index, value] of answers.entries()) {
    const pole = poles.fr[index]?.[value >= 6 ? 1 : 0] ?? '';
    const slice = ring(page).getByRole('button', { name: `${pole}, ${value} sur 10. Ouvrir la réflexion` });
    await expect(slice).toHaveAttribute('data-hue', hues[index] ?? '');
    await slice.press('Enter');
    const popup = page.getByRole('dialog', { name: pole, exact: true });
    await expect(popup).toContainText(`Partie ${index + 1} sur 7 · réponse ${value}`);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
    // The focus is seen as in the quiz, in ink around the slice, and not as a box.
    await expect(slice).toHaveCSS('outline-style', 'none');
    await expect(page.getByText(`${pole} : ${value}`, { exact: true })).toBeVisible();
    await scales(page).getByRole('button').nth(index).click();
    await expect(popup).toContainText(`Partie ${index + 1} sur 7 · réponse ${value}`);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
  }
});

test('the ring is drawn clockwise from red: purple, blue, cyan, green, yellow, orange', async ({ page, w }) => {
  await takeScan(page, w, [6, 6, 6, 6, 6, 6, 6]);
  const order = await ring(page).evaluate((svg) => {
    const box = svg.getBoundingClientRect();
    const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const parts = [...svg.querySelectorAll('[role=button]')].map((part) => {
      const petal = part.getBoundingClientRect();
      const x = petal.x + petal.width / 2 - centre.x;
      const y = petal.y + petal.height / 2 - centre.y;
      const turn = (Math.atan2(x, -y) + 2 * Math.PI + 0.1) % (2 * Math.PI);
      return { hue: part.getAttribute('data-hue'), turn };
    });
    return parts.sort((a, b) => a.turn - b.turn).map(({ hue }) => hue);
  });
  expect(order).toEqual(['red', 'purple', 'blue', 'cyan', 'green', 'yellow', 'orange']);
});

test('5 opens the left questions, 6 the right ones, both say that they are near the middle @journey', async ({
  page,
  w,
}) => {
  await takeScan(page, w, answers);
  await scales(page).getByRole('button').nth(0).click();
  const left = page.getByRole('dialog', { name: 'Colère', exact: true });
  await expect(left).toContainText('Près du milieu, un peu du côté de la colère.');
  await expect(left.getByRole('listitem')).toHaveText([
    'Où sentez-vous cette colère dans votre corps, là, maintenant ?',
    'Qu’est-ce que cette colère cherche à protéger ?',
    'Qu’est-ce qui vous rendrait un peu de sécurité, là : une pause, un mot, de la distance ?',
  ]);
  await page.keyboard.press('Escape');
  await scales(page).getByRole('button').nth(1).click();
  const right = page.getByRole('dialog', { name: 'Plénitude', exact: true });
  await expect(right).toContainText('Près du milieu, un peu du côté de la plénitude.');
  await expect(right.getByRole('listitem')).toHaveText([
    'Qu’est-ce qui vous suffit, en ce moment, tel quel ?',
    'Qu’avez-vous fait, ou laissé venir, qui vous remplit ainsi ?',
    'Que voudriez-vous garder de ce moment pour un jour plus vide ?',
  ]);
  await page.keyboard.press('Escape');
  await expect(right).toBeHidden();
  await scales(page).getByRole('button').nth(2).click();
  await expect(page.getByRole('dialog', { name: 'Tristesse', exact: true })).not.toContainText('Près du milieu');
});

test('the popup closes by Escape, beside it and by its button, and returns the focus', async ({ page, w }) => {
  await takeScan(page, w, answers);
  const marker = scales(page).getByRole('button').nth(3);
  const popup = page.getByRole('dialog', { name: 'Amour de soi', exact: true });
  const ways = {
    escape: () => page.keyboard.press('Escape'),
    beside: () => page.mouse.click(8, 450),
    button: () => popup.getByRole('button', { name: w.closeReflection }).click(),
  };
  for (const close of Object.values(ways)) {
    await marker.focus();
    await page.keyboard.press('Enter');
    await expect(popup).toBeVisible();
    // The focus moves into the popup, and Tab keeps it there.
    await expect.poll(() => popup.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    // The body represents the browser's own controls, which a native dialog leaves reachable.
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.press('Tab');
      expect(
        await popup.evaluate(
          (element) => element.contains(document.activeElement) || document.activeElement === document.body,
        ),
      ).toBe(true);
    }
    await close();
    await expect(popup).toBeHidden();
    await expect(marker).toBeFocused();
  }
});

test('the info modal has three questions and a description of the image', async ({ page, w }) => {
  await takeScan(page, w, answers);
  const button = page.getByRole('button', { name: w.reflection, exact: true });
  await button.click();
  const modal = page.getByRole('dialog', { name: w.reflection, exact: true });
  await expect(modal.getByRole('listitem')).toHaveText([
    'Parmi ces sept sentiments, lequel vous semble le plus bas en ce moment ?',
    'Quel tout petit geste pourrait rallumer le sentiment positif ?',
    'Que pourriez-vous arrêter un moment, pour moins nourrir le sentiment négatif ?',
  ]);
  // 2 x 35 - 70 = 0: the upper edge of the third image.
  await expect(modal).toContainText('L’heure bleue');
  await modal.getByRole('button', { name: w.close, exact: true }).click();
  await expect(modal).toBeHidden();
  await expect(button).toBeFocused();
});

// The domain tests the edges of the six bands; here, the screen must show the image of the band.
for (const [name, given, image] of [
  ['-40', [2, 2, 2, 2, 2, 2, 3], 'La braise'],
  ['+42', [8, 8, 8, 8, 8, 8, 8], 'Le grand jour'],
] as const) {
  test(`the image of a scan of ${name} is ${image}`, async ({ page, w }) => {
    await takeScan(page, w, given);
    await page.getByRole('button', { name: w.reflection, exact: true }).click();
    await expect(page.getByRole('dialog', { name: w.reflection, exact: true })).toContainText(image);
  });
}

test('the scales follow the ring in the document, and markers are at their answers @phone', async ({ page, w }) => {
  await takeScan(page, w, [1, 2, 5, 6, 9, 10, 3]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-variant-numeric', 'lining-nums');
  await waitUntilReady(page);
  const follows = await page.evaluate(() => {
    const found = document.querySelector('main [role=group]');
    const list = document.querySelector('main section[aria-label]');
    if (!found || !list) return null;
    return Boolean(found.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  expect(follows).toBe(true);
  const middles = await scales(page)
    .getByRole('button')
    .evaluateAll((markers) =>
      markers.map((marker) => {
        const disc = (marker.firstElementChild ?? marker).getBoundingClientRect();
        const track = marker.parentElement?.getBoundingClientRect() ?? disc;
        return ((disc.x + disc.width / 2 - track.x) / track.width) * 11;
      }),
    );
  for (const [index, value] of [1, 2, 5, 6, 9, 10, 3].entries()) expect(middles[index]).toBeCloseTo(value, 1);
});

test('the score is not shown', async ({ page, w }) => {
  await takeScan(page, w, [8, 8, 8, 8, 8, 8, 7]);
  const text = await page.getByRole('main').innerText();
  const hour = /\d{1,2}\sh\s\d{2}/; // The time of the scan may contain any number.
  expect(text).toMatch(hour);
  expect(text.replace(hour, '')).not.toMatch(/score|%|\b40\b|\/\s?70/i);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`the bloom of the quiz grows into that of the result; with "${reducedMotion}" as motion @phone`, async ({
    page,
    w,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await open(page, '/bodyscan');
    await fillIn(page, w, answers);
    await visitorsFinishPrefetched(page);
    await waitUntilSettled(page);
    const before = await placeOf(page.getByRole('main').locator('[data-toasts] svg[role="img"]'));
    // Where the ring is as soon as it is in the page: nothing was painted yet.
    const first = page.evaluate(
      () =>
        new Promise<Awaited<ReturnType<typeof placeOf>>>((resolve) => {
          new MutationObserver((_changes, observer) => {
            const ring = document.querySelector('main svg[role="group"]');
            if (!ring) return;
            observer.disconnect();
            const { top, right, bottom, left } = ring.getBoundingClientRect();
            resolve({ top, right, bottom, left });
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    await page.getByRole('button', { name: w.finish, exact: true }).click();
    const begun = await first;
    await waitUntilSettled(page);
    const ended = await placeOf(ring(page));
    expect(ended.right - ended.left).toBeGreaterThan(before.right - before.left + 20);
    const expected = reducedMotion === 'reduce' ? ended : before;
    for (const side of ['top', 'right', 'bottom', 'left'] as const)
      expect(Math.abs(begun[side] - expected[side]), side).toBeLessThan(2);
  });
}

test('the result of a scan that was deleted since is not said to be saved, and takes no words', async ({
  page,
  w,
  openAsNew,
}) => {
  await openAsNew('/bodyscan');
  await finish(page, w);
  await expect(page.getByText('Scan enregistré.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'un mot', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Voir l’historique' }).click();
  await page.getByRole('article').getByRole('button', { name: w.scanOptions }).click();
  await page.getByRole('menuitem', { name: w.delete }).click();
  await page.getByRole('alertdialog', { name: w.deleteTitle }).getByRole('button', { name: w.delete }).click();
  await expect(page.getByText(w.deleted)).toBeVisible();
  await page.goBack();
  await expect(scales(page)).toBeVisible();
  await expect(page.getByText('Scan enregistré.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'un mot', exact: true })).toHaveCount(0);
});
