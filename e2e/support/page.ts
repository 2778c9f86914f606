import { expect, type Page } from '@playwright/test';

/** Waits until the scripts have taken over the served page and know who is here. */
export async function ready(page: Page): Promise<void> {
  await expect(page.locator('[data-session="in"], [data-session="out"]')).toBeAttached();
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

/** Loses the network for the calls of the page, not for the page itself. */
export async function cutCalls(page: Page): Promise<void> {
  await page.route(/\/(?:trpc|api)\//, (route) => route.abort('connectionrefused'));
}

export async function restoreCalls(page: Page): Promise<void> {
  await page.unroute(/\/(?:trpc|api)\//);
}

/** Horizontal room that the page takes beyond the window, px. */
export function overflowX(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Waits until nothing has been fetched for a while: what is prefetched for later has then arrived. */
export async function settled(page: Page): Promise<void> {
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').length);
  await expect(async () => {
    const before = await fetched();
    await page.waitForTimeout(700);
    expect(await fetched()).toBe(before);
  }).toPass({ timeout: 20_000 });
}

/** Waits until the fonts are there and what fades, slides or turns once has arrived. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    do {
      // A style that changes now begins its transition with the next frame.
      await frame();
      await frame();
      await Promise.allSettled(running().map(({ finished }) => finished));
    } while (running().length > 0);
  });
}

/** Watches from now on whether the bloom of Home spins; call what it answers to learn it, also on a later screen. */
export async function watchSpin(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    document.addEventListener('animationstart', ({ target }) => {
      if (target instanceof Element && target.closest('main a')) document.documentElement.dataset['spun'] = '';
    });
  });
  return () => page.evaluate(() => document.documentElement.dataset['spun'] !== undefined);
}
