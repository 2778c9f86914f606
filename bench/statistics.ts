import type { Sql } from 'postgres';
import { launchChromium } from '../e2e/support/chromium.ts';
import type { Call, Person } from './client.ts';
import { heaviestFrame } from './main-thread.ts';
import type { Comparison } from './measure.ts';
import { type BrowserContext, dragSideways, fillWithScans, type Page, profileOf } from './scan-history.ts';

/** Numbers of scans for an active and a very active person, all within the twelve months that are shown at first. */
const few = 500;
const many = 10_000;
const days = 360;
const rounds = 5;
/** Limit for the main thread's work in one frame, milliseconds. */
const frameBudgetMs = 32;
const dragRounds = 3;
/** Three scans, each with its bloom animation. */
const playMs = 6_600;

/** What is there once the seven charts are drawn. */
const charts = { selector: '[data-chart]', count: 7 };

interface Timed {
  /** From the start of the navigation to the paint of the charts, milliseconds. */
  readonly drawnMs: number;
  /** From the last byte of the list to the same paint. */
  readonly afterAnswerMs: number;
}

/** Opens the statistics in a new tab. */
async function draw(context: BrowserContext, origin: string): Promise<{ page: Page; timed: Timed }> {
  const page = await context.newPage();
  await page.goto(`${origin}/statistics?view=line`);
  await page.waitForFunction(() => window.drawnAt !== undefined);
  const timed = await page.evaluate(() => {
    const drawnMs = window.drawnAt ?? Number.NaN;
    const answers = performance.getEntriesByType('resource').filter((one) => one instanceof PerformanceResourceTiming);
    const answeredAt = answers.find(({ name }) => name.includes('/trpc/results.own'))?.responseEnd ?? Number.NaN;
    return { drawnMs, afterAnswerMs: drawnMs - answeredAt };
  });
  return { page, timed };
}

async function drawOnce(context: BrowserContext, origin: string): Promise<Timed> {
  const { page, timed } = await draw(context, origin);
  await page.close();
  return timed;
}

/**
 * Measures the statistics of 10,000 scans in a real browser: the first paint, and the work per frame during animations.
 */
export async function statisticsInTheBrowser(
  origin: string,
  call: Call,
  sql: Sql,
  people: { readonly few: Person; readonly many: Person },
): Promise<Comparison[]> {
  await fillWithScans(sql, people.few, few, days);
  await fillWithScans(sql, people.many, many, days);
  const browser = await launchChromium();
  try {
    const fewProfile = await profileOf(browser, origin, call, people.few, charts);
    const manyProfile = await profileOf(browser, origin, call, people.many, charts);
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
      dragging.push(await heaviestFrame(browser, () => dragSideways(page, page.getByRole('slider').first())));
    await page.getByRole('slider').last().press('Home');
    await page.getByRole('button', { name: 'Play the scans one by one' }).click();
    const playing = await heaviestFrame(browser, () => page.waitForTimeout(playMs));

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
        goal: '<= 1.30',
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
