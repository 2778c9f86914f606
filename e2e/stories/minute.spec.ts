import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { placeOf, stopClock, waitUntilSettled } from '../support/page.ts';
import { takeScan } from '../support/quiz.ts';

const end = 'C’est fini. Restez autant que vous voulez.';
const bloom = (page: Page) =>
  page.getByRole('img', { name: 'Quatre secondes pour inspirer, deux pour rester, six pour souffler.' });
/** The outline of the first petal; the largest one is behind it. */
const petal = (page: Page) => bloom(page).locator('[data-hue="red"] path').first().getAttribute('d');
const largest = (page: Page) => bloom(page).locator('g[aria-hidden] path').first().getAttribute('d');

/** What the page asked of the screen, and what its storage holds. */
async function watchWakeLock(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { storyWakeLock: asked });
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async (kind: string) => {
          asked.push(kind);
          return { release: async () => void asked.push('released') };
        },
      },
    });
  });
  return () => page.evaluate((): readonly string[] => Reflect.get(window, 'storyWakeLock'));
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('@phone one minute breathes in, holds, breathes out, ends open, and leaves nothing behind', async ({ page }) => {
    // Two minutes of frames are drawn.
    test.slow();
    const wakeLock = await watchWakeLock(page);
    await page.clock.install();
    await page.goto('/help');
    await stopClock(page);
    await page.getByRole('main').getByRole('link', { name: 'Une minute' }).click();
    await expect(page).toHaveURL(/\/minute$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Une minute' })).toBeFocused();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (/\/(?:trpc|api)\//.test(request.url())) calls.push(request.url());
    });
    const stored = () =>
      page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
    const before = await stored();

    const word = page.getByRole('main').getByRole('status').filter({ visible: true });
    await page.clock.runFor(2_000);
    await expect(word).toHaveText('Inspirez');
    await expect(page.getByText('La fleur s’ouvre.')).toBeVisible();
    const opening = await petal(page);
    await page.clock.runFor(3_500);
    await expect(word).toHaveText('Un temps');
    expect(await petal(page)).not.toBe(opening);
    expect(await petal(page)).toBe(await largest(page));
    await page.clock.runFor(2_500);
    await expect(word).toHaveText('Soufflez');
    await expect.poll(wakeLock).toEqual(['screen']);

    await page.clock.runFor(60_000);
    await expect(word).toHaveText(end);
    expect(await petal(page)).toBe(await largest(page));
    await expect.poll(wakeLock).toEqual(['screen', 'released']);

    // Another one, longer, and stopped.
    await page.getByRole('radio', { name: '3 min' }).check();
    const button = page.getByRole('button', { name: /^(?:Encore une|Arrêter)$/ });
    await expect(button).toHaveText('Encore une');
    await button.click();
    await expect(button).toHaveText('Arrêter');
    await page.clock.runFor(62_500);
    await expect(word).toHaveText('Inspirez');
    await expect(button).toHaveText('Arrêter');
    await button.click();
    await page.clock.runFor(4_100);
    await expect(word).toHaveText(end);
    await expect(button).toBeFocused();
    expect(await petal(page)).toBe(await largest(page));

    expect(calls).toEqual([]);
    expect(await stored()).toBe(before);
    await page.getByRole('link', { name: 'Fermer', exact: true }).click();
    await expect(page).toHaveURL(/\/help$/);
  });
});

test('with less motion the bloom is still, and a figure counts', async ({ page }) => {
  await page.clock.install();
  await page.goto('/minute');
  await expect(bloom(page)).toBeVisible();
  // From here on its time passes only where the story says so.
  await stopClock(page);
  const figure = bloom(page).locator('text');
  const first = await figure.textContent();
  for (let step = 0; step < 20 && (await figure.textContent()) === first; step += 1) await page.clock.runFor(100);
  // To the middle of a second: at its end, a frame earlier or later shows another figure.
  await page.clock.runFor(400);
  const seen: (string | null)[] = [];
  for (let second = 0; second < 6; second += 1) {
    seen.push(await figure.textContent());
    expect(await petal(page)).toBe(await largest(page));
    await page.clock.runFor(1_000);
  }
  // A busy machine may open the page in the middle of a breath.
  expect('4 3 2 1 2 1 6 5 4 3 2 1 '.repeat(2)).toContain(seen.join(' '));
});

test('a result that leans left has a row that leads to the minute, another has none', async ({ page, w }) => {
  await takeScan(page, w, [4, 4, 5, 9, 9, 9, 9]);
  const row = page.getByRole('main').getByRole('link', { name: 'Une minute' });
  await expect(page.getByRole('region', { name: w.scales })).toBeVisible();
  await expect(row).toHaveCount(0);
  await takeScan(page, w, [4, 4, 4, 9, 9, 9, 9]);
  await row.click();
  await expect(page).toHaveURL(/\/minute$/);
  await page.getByRole('link', { name: 'Fermer', exact: true }).click();
  await expect(page).toHaveURL(/\/result$/);
});

test('@phone the row is above the scales, and for a visitor below them', async ({ page, w, newPersona }) => {
  const row = page.getByRole('main').getByRole('link', { name: 'Une minute' });
  const places = async () => {
    await takeScan(page, w, [4, 4, 4, 9, 9, 9, 9]);
    await waitUntilSettled(page);
    return [await placeOf(row), await placeOf(page.getByRole('region', { name: w.scales }))] as const;
  };
  const [below, above] = await places();
  expect(below.top).toBeGreaterThanOrEqual(above.bottom);
  await (await newPersona()).openInNewSession(page, '/dashboard');
  const [first, second] = await places();
  expect(second.top).toBeGreaterThanOrEqual(first.bottom);
  expect(first.left).toBeGreaterThanOrEqual(second.left - 1);
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the minute opens without a network', async ({ page, context, pageErrors }) => {
    pageErrors.allowFailedRequests();
    await page.goto('/help');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
    await page.goto('/minute');
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Inspirez' })).toBeVisible();
  });
});
