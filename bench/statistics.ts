import type { Sql } from 'postgres';
import { launchChromium } from '../e2e/support/chromium.ts';
import { type Call, type Person, textIn } from './client.ts';
import { heaviestFrame } from './main-thread.ts';
import type { Comparison } from './measure.ts';

/** Numbers of scans for a new and a very active person, all within the twelve months that are shown at first. */
const few = 50;
const many = 5_000;
const days = 360;
const rounds = 5;
/** Limit for the main thread's work in one frame, milliseconds. */
const frameBudgetMs = 32;
const dragRounds = 3;
/** Mouse movements: number, and px each; one per frame. */
const dragSteps = 60;
const dragPx = 5;
/** Three scans, each with its bloom animation. */
const playMs = 6_600;

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;
type Page = Awaited<ReturnType<BrowserContext['newPage']>>;

interface Timed {
  /** From the start of the navigation to the paint of the lines, milliseconds. */
  readonly drawnMs: number;
  /** From the last byte of the list to the same paint. */
  readonly afterAnswerMs: number;
}

declare global {
  interface Window {
    drawnAt?: number;
  }
}

/** Records when the seven lines are painted first; runs in the page. */
function watchDrawing(): void {
  new MutationObserver((_, observer) => {
    if (document.querySelectorAll('[data-end]').length < 7) return;
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
  }).observe(document, { subtree: true, childList: true });
}

/** Slow waves with noise, similar to real answers. */
async function fill(sql: Sql, { id }: Person, count: number): Promise<void> {
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

/** A new browser profile with a logged-in person. */
async function profileOf(browser: Browser, origin: string, call: Call, person: Person): Promise<BrowserContext> {
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
  await context.addInitScript(watchDrawing);
  return context;
}

/** Opens the statistics in a new tab. */
async function draw(context: BrowserContext, origin: string): Promise<{ page: Page; timed: Timed }> {
  const page = await context.newPage();
  await page.goto(`${origin}/statistics?view=line`);
  await page.waitForFunction(() => window.drawnAt !== undefined);
  const timed = await page.evaluate(() => {
    const drawnMs = window.drawnAt ?? Number.NaN;
    const answers = performance.getEntriesByType('resource').filter((one) => one instanceof PerformanceResourceTiming);
    const answeredAt = answers.find(({ name }) => name.includes('/trpc/results.list'))?.responseEnd ?? Number.NaN;
    return { drawnMs, afterAnswerMs: drawnMs - answeredAt };
  });
  return { page, timed };
}

async function drawOnce(context: BrowserContext, origin: string): Promise<Timed> {
  const { page, timed } = await draw(context, origin);
  await page.close();
  return timed;
}

async function drag(page: Page): Promise<void> {
  const box = await page.getByRole('slider').first().boundingBox();
  if (!box) throw new Error('there is no slider');
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

/**
 * Measures the statistics of 5,000 scans in a real browser: the first paint, and the work per frame during animations.
 */
export async function statisticsInTheBrowser(
  origin: string,
  call: Call,
  sql: Sql,
  people: { readonly few: Person; readonly many: Person },
): Promise<Comparison[]> {
  await fill(sql, people.few, few);
  await fill(sql, people.many, many);
  const browser = await launchChromium();
  try {
    const fewProfile = await profileOf(browser, origin, call, people.few);
    const manyProfile = await profileOf(browser, origin, call, people.many);
    await drawOnce(fewProfile, origin);
    await drawOnce(manyProfile, origin);
    const found: { ours: Timed; theirs: Timed }[] = [];
    for (let index = 0; index < rounds; index += 1) {
      const theirs = await drawOnce(fewProfile, origin);
      found.push({ ours: await drawOnce(manyProfile, origin), theirs });
    }

    const { page } = await draw(manyProfile, origin);
    const dragging: number[] = [];
    for (let index = 0; index < dragRounds; index += 1)
      dragging.push(await heaviestFrame(browser, page, () => drag(page)));
    await page.getByRole('slider').last().press('Home');
    await page.getByRole('button', { name: 'Play the scans one by one' }).click();
    const playing = await heaviestFrame(browser, page, () => page.waitForTimeout(playMs));

    const against = (name: keyof Timed) =>
      found.map(({ ours, theirs }) => ({ ours: ours[name], theirs: theirs[name] }));
    const budget = (values: readonly number[]) => values.map((ours) => ({ ours, theirs: frameBudgetMs }));
    const frame = { reference: `${frameBudgetMs} ms of its main thread`, unit: 'ms', goal: '<= 1.00' };
    return [
      {
        name: `first drawing of ${many} scans`,
        reference: `that of ${few} scans`,
        unit: 'ms',
        rounds: against('drawnMs'),
        goal: '<= 2.00',
      },
      {
        name: 'the same, after the last byte of the list',
        reference: `that of ${few} scans`,
        unit: 'ms',
        rounds: against('afterAnswerMs'),
      },
      { name: 'heaviest frame, dragging the period', ...frame, rounds: budget(dragging) },
      { name: 'heaviest frame, playing', ...frame, rounds: budget([playing]) },
    ];
  } finally {
    await browser.close();
  }
}
