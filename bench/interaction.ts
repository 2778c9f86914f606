import { type BrowserContext, inBrowser, type Page, profileOf } from './browser.ts';
import { userKeyOf } from './client.ts';
import { type Comparison, within } from './measure.ts';
import { insertNotes } from './notes-data.ts';
import type { Stage } from './product.ts';
import { fillWithScans } from './scan-history.ts';

/** How much slower the processor is made. */
const slowdown = 4;
/** Limit from an input to the frame that follows it, milliseconds. */
const budgetMs = 100;
const inputs = 10;
const scans = 10_000;
const noteCount = 10_000;
const days = 360;
/** Between two inputs, so that each is measured alone, milliseconds. */
const pauseMs = 300;
const phone = { width: 390, height: 844 };

declare global {
  interface Window {
    /** From each input to the frame that follows it, milliseconds. */
    inputMs: number[];
  }
}

/**
 * Collects how long inputs wait. Moves of the pointer are no events of the Event Timing API, so they are timed here.
 * Runs in the page.
 */
function watchInputs(): void {
  window.inputMs = [];
  // The types of the DOM do not know the threshold yet.
  const options: PerformanceObserverInit & { readonly durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.inputMs.push(entry.duration);
  }).observe(options);
  addEventListener(
    'pointermove',
    ({ timeStamp, buttons }) => {
      if (buttons === 0) return;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => window.inputMs.push(performance.now() - timeStamp));
        port1.start();
        port2.postMessage(null);
      });
    },
    true,
  );
}

/** The slowest of the inputs that `act` makes, of which each has its own number. */
async function slowest(page: Page, act: (turn: number) => Promise<unknown>): Promise<number> {
  await page.evaluate(watchInputs);
  for (let turn = 0; turn < inputs; turn += 1) {
    await act(turn);
    await page.waitForTimeout(pauseMs);
  }
  const found = await page.evaluate(() => window.inputMs);
  // An input below the threshold of 16 ms is not reported.
  return Math.max(16, ...found);
}

/** A page of a slow phone, once what is waited for is there. */
async function open(context: BrowserContext, url: string, shown: string): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(phone);
  await page.goto(url);
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState('networkidle');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

async function dragging(page: Page, shown: string): Promise<number> {
  const slider = page.locator(shown).last();
  const box = await slider.boundingBox();
  if (!box) throw new Error('there is nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const found = await slowest(page, (turn) => page.mouse.move(x - (turn + 1) * 12, y));
  await page.mouse.up();
  return found;
}

/** The worst of ten inputs of each kind, with ten thousand scans and notes, on a processor slowed down four times. */
export async function interactionInTheBrowser({ origin, call, sql, newPerson }: Stage): Promise<Comparison[]> {
  const person = await newPerson('bench_inputs');
  await insertNotes(sql, person.id, await userKeyOf(call, person), noteCount);
  await fillWithScans(sql, person, scans, days);
  const [newest] = await sql<{ id: string }[]>`
    select id from scans where user_id = ${person.id} order by created_at desc limit 1`;
  if (!newest) throw new Error('there is no scan');
  return inBrowser(async (browser) => {
    const context = await profileOf(browser, origin, call, person, { selector: 'main', count: 1 });
    const worst = async (name: string, url: string, shown: string, act: (page: Page) => Promise<number>) => {
      const page = await open(context, `${origin}${url}`, shown);
      const found = await act(page);
      await page.close();
      return within({ most: budgetMs, unit: 'ms' }, name, found);
    };
    return [
      await worst('answering, worst of ten, processor slowed four times', '/bodyscan', '#question', (page) =>
        slowest(page, (turn) =>
          page
            .locator('fieldset input[type=radio]')
            .nth(turn % 10)
            .click(),
        ),
      ),
      await worst('opening and closing a petal', `/history/${newest.id}`, 'main g[role=button]', (page) =>
        slowest(page, (turn) =>
          turn % 2 === 0 ? page.locator('main g[role=button]').first().click() : page.keyboard.press('Escape'),
        ),
      ),
      await worst(`a letter of a note, ${noteCount} notes`, '/note?new=yellow', 'textarea', (page) =>
        slowest(page, (turn) => page.locator('textarea').last().press('abcdefghij'.charAt(turn))),
      ),
      await worst(`a step of the period, ${scans} scans`, '/statistics?view=line', '[data-chart]', (page) =>
        dragging(page, 'input[type=range]'),
      ),
      await worst('another month of blooms', '/history?view=month', 'main button', (page) =>
        slowest(page, () => page.getByRole('button', { name: 'Previous month' }).click()),
      ),
    ];
  });
}
