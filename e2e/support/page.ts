import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { storedIn } from './device.ts';

/** Waits until the scripts have hydrated the served page and the session is known. */
export async function waitUntilReady(page: Page): Promise<void> {
  await expect(page.locator('[data-session="in"], [data-session="out"]')).toBeAttached();
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilReady(page);
}

/** The server does what the next call asks for, and its answer gets lost. */
export async function loseAnswer(page: Page, procedure: string): Promise<void> {
  await page.route(
    (url) => url.pathname === `/trpc/${procedure}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

/** Cuts the network for the calls of the page, not for the page itself. */
export async function blockCalls(page: Page): Promise<void> {
  await page.route(/\/(?:trpc|api)\//, (route) => route.abort('connectionrefused'));
}

export async function restoreCalls(page: Page): Promise<void> {
  await page.unroute(/\/(?:trpc|api)\//);
}

/** Where an element is drawn, px from the upper left corner of the window. Waits until it is there. */
export async function placeOf(element: Locator) {
  return element.evaluate((drawn) => {
    const { top, right, bottom, left } = drawn.getBoundingClientRect();
    return { top, right, bottom, left };
  });
}

/** Horizontal overflow of the page, px. */
export function overflowX(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Waits until the preloaded modules of a screen have arrived; `names` are the beginnings of their names. */
async function prefetched(page: Page, names: readonly string[]): Promise<void> {
  const missing = () =>
    page.evaluate((wanted) => {
      const arrived = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
      // Their own imports are preloaded by the document before they are requested.
      const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=stylesheet]');
      return [
        ...wanted.filter((name) => ![...arrived].some((url) => url.includes(`/assets/${name}-`))),
        ...[...links].map(({ href }) => href).filter((href) => !arrived.has(href)),
      ];
    }, names);
  await expect.poll(missing, { timeout: 20_000 }).toEqual([]);
}

/** What the end of a visitor's quiz needs. */
const result = ['result', 'image', 'status', 'outbox', 'reflect', 'reflection-popup', 'info-dialog'];

/** Waits until a visitor can finish the quiz without a network. */
export async function visitorsFinishPrefetched(page: Page): Promise<void> {
  await prefetched(page, result);
}

/** Waits until the quiz can finish without a network, and say what becomes of the scan. */
export async function finishPrefetched(page: Page): Promise<void> {
  await prefetched(page, [...result, 'deliver', 'error']);
}

/** Waits until a note can be saved without a network. */
export async function savingPrefetched(page: Page): Promise<void> {
  await prefetched(page, ['notes', 'note-store', 'outbox', 'draft', 'deliver']);
}

/** Requests that wait until they are released. */
export function holdRequests(): {
  readonly released: Promise<void>;
  readonly release: () => void;
  readonly hold: (route: Route) => Promise<void>;
} {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = async (route: Route) => {
    await released;
    await route.continue();
  };
  return { released, release: () => release(), hold };
}

/**
 * Types a text and loads the page again, before the pause is over after which a draft is written. The next page comes once the
 * device has another draft than before.
 */
export async function typeAndReload(page: Page, field: Locator, text: string): Promise<void> {
  // Asked from another tab: nothing runs in this one from the call that loads it again until its next page comes.
  const tab = await page.context().newPage();
  await tab.goto('/favicon.svg');
  const drafts = async () => JSON.stringify(await storedIn(tab, 'drafts'));
  const before = await drafts();
  await page.evaluate(() => {
    // No pause ends in this document, however long it is.
    const { setTimeout: later } = window;
    Object.assign(window, { setTimeout: (handler: TimerHandler, ms = 0) => (ms > 0 ? 0 : later(handler)) });
  });
  await field.fill(text);
  await waitForPaint(page);
  const { hold, release } = holdRequests();
  await page.route(page.url(), hold);
  const reloaded = page.reload();
  await expect.poll(drafts).not.toBe(before);
  release();
  await reloaded;
  await tab.close();
}

/** Waits until the page has painted: observers and effects have then run. */
export async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Waits until fonts are loaded and one-time animations have ended. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    do {
      // A style that changes now starts its transition in the next frame.
      await frame();
      await frame();
      await Promise.allSettled(running().map(({ finished }) => finished));
    } while (running().length > 0);
  });
}

/** Stops the page's clock; from here on only `runFor` advances it. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  // Not earlier, because the page's time runs until the command arrives.
  await page.clock.pauseAt(now + 5_000);
}

/**
 * Runs an action whose message is shown only briefly. The page's clock is stopped, so that a slow machine sees it too,
 * and runs again after `look`.
 */
export async function withStoppedClock(page: Page, look: () => Promise<void>): Promise<void> {
  await page.clock.install();
  await stopClock(page);
  await look();
  await page.clock.resume();
}

/** Watches whether the bloom of Home spins. The returned function gives the result, also on a later screen. */
export async function watchSpin(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    document.addEventListener('animationstart', ({ target }) => {
      if (target instanceof Element && target.closest('main a')) document.documentElement.dataset['spun'] = '';
    });
  });
  return () => page.evaluate(() => document.documentElement.dataset['spun'] !== undefined);
}
