import type { Sql } from 'postgres';
import { launchChromium } from '../e2e/support/chromium.ts';
import type { Call, Person } from './client.ts';
import { activity } from './main-thread.ts';
import type { Comparison } from './measure.ts';
import { type BrowserContext, dragSideways, fillWithScans, type Page, profileOf } from './scan-history.ts';

/** A year with a scan almost every day and sometimes two, and ten such years with twice as many. */
const few = { scans: 500, days: 364 };
const many = { scans: 10_000, days: 3_650 };
const rounds = 5;
/** Limit for one task of the main thread, milliseconds. */
const taskBudgetMs = 50;
/** Exists once the eight lanes are rendered. */
const lanes = { selector: 'main svg[preserveAspectRatio="none"] g[data-hue] path', count: 7 };

async function openYear(context: BrowserContext, origin: string): Promise<{ page: Page; drawnMs: number }> {
  const page = await context.newPage();
  await page.goto(`${origin}/history?view=year`);
  await page.waitForFunction(() => window.drawnAt !== undefined);
  return { page, drawnMs: await page.evaluate(() => window.drawnAt ?? Number.NaN) };
}

async function drawnOnce(context: BrowserContext, origin: string): Promise<number> {
  const { page, drawnMs } = await openYear(context, origin);
  await page.close();
  return drawnMs;
}

/** The year of the calendar with 10,000 scans in a real browser: the first drawing, and the work while the cursor is dragged. */
export async function calendarInTheBrowser(
  origin: string,
  call: Call,
  sql: Sql,
  people: { readonly few: Person; readonly many: Person },
): Promise<Comparison[]> {
  await fillWithScans(sql, people.few, few.scans, few.days);
  await fillWithScans(sql, people.many, many.scans, many.days);
  const browser = await launchChromium();
  try {
    const fewProfile = await profileOf(browser, origin, call, people.few, lanes);
    const manyProfile = await profileOf(browser, origin, call, people.many, lanes);
    await drawnOnce(fewProfile, origin);
    await drawnOnce(manyProfile, origin);
    const drawn: { ours: number; theirs: number }[] = [];
    for (let index = 0; index < rounds; index += 1) {
      const theirs = await drawnOnce(fewProfile, origin);
      drawn.push({ ours: await drawnOnce(manyProfile, origin), theirs });
    }

    const dragOf = async (context: BrowserContext) => {
      const { page } = await openYear(context, origin);
      await page.waitForLoadState('networkidle');
      const done = await activity(browser, () => dragSideways(page, page.getByRole('slider')));
      await page.close();
      return done;
    };
    const dragged: { ours: number; theirs: number }[] = [];
    const tasks: number[] = [];
    for (let index = 0; index < rounds; index += 1) {
      const theirs = await dragOf(fewProfile);
      const ours = await dragOf(manyProfile);
      dragged.push({ ours: ours.heaviestFrame, theirs: theirs.heaviestFrame });
      tasks.push(ours.longestTask);
    }
    const page = await manyProfile.newPage();
    const opening = await activity(browser, async () => {
      await page.goto(`${origin}/history?view=year`);
      await page.waitForFunction(() => window.drawnAt !== undefined);
      await page.waitForLoadState('networkidle');
    });
    const budget = (values: readonly number[]) => values.map((ours) => ({ ours, theirs: taskBudgetMs }));
    const task = { reference: `${taskBudgetMs} ms of its main thread`, unit: 'ms', goal: '<= 1.00' };
    const beside = { reference: `that of ${few.scans} scans`, unit: 'ms', goal: '<= 1.30' };
    return [
      { name: `first drawing of a year, ${many.scans} scans`, ...beside, rounds: drawn },
      { name: 'heaviest frame, dragging its cursor', ...beside, rounds: dragged },
      { name: 'longest task, dragging its cursor', ...task, rounds: budget(tasks) },
      { name: 'longest task while it opens', ...task, rounds: budget([opening.longestTask]) },
    ];
  } finally {
    await browser.close();
  }
}
