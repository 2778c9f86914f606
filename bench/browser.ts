import { launchChromium } from '../e2e/support/chromium.ts';
import { type Call, type Person, tokensOf } from './client.ts';
import { store } from './notes-page.ts';

export type Browser = Awaited<ReturnType<typeof launchChromium>>;
export type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;
export type Page = Awaited<ReturnType<BrowserContext['newPage']>>;

export const windowSize = { width: 1440, height: 900 };

/** Mouse movements: number, and px each; one per frame. */
const dragSteps = 60;
const dragPx = 5;

/** Does something in a browser, which is closed afterwards. */
export async function inBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await launchChromium();
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

declare global {
  interface Window {
    drawnAt?: number;
  }
}

/** How a page shows that it has drawn: so many elements of a kind. */
export interface Drawing {
  /** Where it is waited for; everywhere without one. */
  readonly path?: string;
  readonly selector: string;
  readonly count: number;
  /** What each of them says, if that matters. */
  readonly text?: string;
}

/** Records when the drawing is painted first; runs in the page. */
export function watchDrawing({ path = location.pathname, selector, count, text = '' }: Drawing): void {
  if (location.pathname !== path) return;
  new MutationObserver((_, observer) => {
    const found = Array.from(document.querySelectorAll(selector)).filter((one) => one.textContent.includes(text));
    if (found.length < count) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // After the frame that shows them.
      port1.addEventListener('message', () => {
        window.drawnAt = performance.now();
      });
      port1.start();
      port2.postMessage(null);
    });
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** A new browser profile with a logged-in person, whose pages record in `drawnAt` when the drawing is painted. */
export async function profileOf(
  browser: Browser,
  origin: string,
  call: Call,
  person: Person,
  drawing: Drawing,
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', viewport: windowSize });
  const page = await context.newPage();
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate(store, await tokensOf(call, person));
  await page.close();
  await context.addInitScript(watchDrawing, drawing);
  return context;
}

/** Opens an address in a new tab, once what is waited for is drawn. */
export async function openDrawn(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.drawnAt !== undefined);
  return page;
}

/** Drags from the middle of an element to the right and back. */
export async function dragSideways(page: Page, element: ReturnType<Page['locator']>): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error('there is nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const direction of [1, -1])
    for (let step = 1; step <= dragSteps; step += 1) {
      const along = direction === 1 ? step : dragSteps - step;
      await page.mouse.move(x + along * dragPx, y);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  await page.mouse.up();
}
