import type { Sql } from 'postgres';
import type { launchChromium } from '../e2e/support/chromium.ts';
import { type Call, type Person, textIn } from './client.ts';

type Browser = Awaited<ReturnType<typeof launchChromium>>;
export type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;
export type Page = Awaited<ReturnType<BrowserContext['newPage']>>;

/** Mouse movements: number, and px each; one per frame. */
const dragSteps = 60;
const dragPx = 5;

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

/** Stores scans spread evenly over the days up to now: slow waves with noise, similar to real answers. */
export async function fillWithScans(sql: Sql, { id }: Person, count: number, days: number): Promise<void> {
  const last = Date.now() - 3_600_000;
  const rows = Array.from({ length: count }, (_, index) => {
    const at = new Date(last - (count - 1 - index) * ((days * 86_400_000) / count));
    const answers = [1, 2, 3, 4, 5, 6, 7].map((axis) => {
      const wave = 5.5 + 2.5 * Math.sin((index / count) * axis * 9) + ((index * 7_919 * axis) % 5) - 2;
      return Math.min(10, Math.max(1, Math.round(wave)));
    });
    return { at: at.toISOString(), answers, scoring: answers.reduce((sum, answer) => sum + 2 * answer - 10, 0) };
  });
  await sql`
    insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at)
    select ${id}, gen_random_uuid(), array(select jsonb_array_elements_text(scan -> 'answers')::int),
      (scan ->> 'scoring')::int, 42, (scan ->> 'at')::timestamptz, now()
    from jsonb_array_elements(${sql.json(rows)}) scan`;
}

/** A new browser profile with a logged-in person, whose pages record in `drawnAt` when the drawing is painted. */
export async function profileOf(
  browser: Browser,
  origin: string,
  call: Call,
  person: Person,
  drawing: Drawing,
): Promise<BrowserContext> {
  const { username, password } = person;
  const login = await call('POST', '/api/auth/login', { username, password });
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate(
    (stored) => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
    },
    { token: textIn(login, 'shortToken'), refreshToken: textIn(login, 'refreshToken') },
  );
  await page.close();
  await context.addInitScript(watchDrawing, drawing);
  return context;
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
