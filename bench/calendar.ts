import { activity } from './main-thread.ts';
import { type Browser, type BrowserContext, dragSideways, inBrowser, openDrawn, profileOf } from './browser.ts';
import { type Comparison, interleave, taskLimit, within } from './measure.ts';
import type { Stage } from './product.ts';
import { fillWithScans } from './scan-history.ts';

/** A year with a scan almost every day and sometimes two, and ten such years with twice as many. */
const few = { scans: 500, days: 364 };
const many = { scans: 10_000, days: 3_650 };
const rounds = 5;
/** Exists once the eight lanes are rendered. */
const lanes = { selector: 'main svg[preserveAspectRatio="none"] g[data-hue] path', count: 7 };

/** How long the first drawing of a year takes, milliseconds. */
async function drawn(context: BrowserContext, url: string): Promise<number> {
  const page = await openDrawn(context, url);
  const ms = await page.evaluate(() => window.drawnAt ?? Number.NaN);
  await page.close();
  return ms;
}

async function dragged(browser: Browser, context: BrowserContext, url: string) {
  const page = await openDrawn(context, url);
  await page.waitForLoadState('networkidle');
  const done = await activity(browser, () => dragSideways(page, page.getByRole('slider')));
  await page.close();
  return done;
}

/** The year of the calendar with 10,000 scans in a real browser: the first drawing, and the work while the cursor is dragged. */
export function calendarInTheBrowser({ origin, call, sql, newPerson }: Stage): Promise<Comparison[]> {
  const url = `${origin}/history?view=year`;
  return inBrowser(async (browser) => {
    const profileWith = async (name: string, { scans, days }: typeof few) => {
      const person = await newPerson(name);
      await fillWithScans(sql, person, scans, days);
      const profile = await profileOf(browser, origin, call, person, lanes);
      await drawn(profile, url);
      return profile;
    };
    const fewProfile = await profileWith('bench_year', few);
    const manyProfile = await profileWith('bench_years', many);
    const first = await interleave(
      () => drawn(manyProfile, url),
      () => drawn(fewProfile, url),
      rounds,
    );
    const drags = await interleave(
      () => dragged(browser, manyProfile, url),
      () => dragged(browser, fewProfile, url),
      rounds,
    );
    const opening = await activity(browser, async () => {
      const page = await openDrawn(manyProfile, url);
      await page.waitForLoadState('networkidle');
    });
    const beside = { reference: `that of ${few.scans} scans`, unit: 'ms', goal: '<= 1.30' };
    const frames = drags.map(({ ours, theirs }) => ({ ours: ours.heaviestFrame, theirs: theirs.heaviestFrame }));
    const tasks = drags.map(({ ours }) => ours.longestTask);
    return [
      { name: `first drawing of a year, ${many.scans} scans`, ...beside, rounds: first },
      { name: 'heaviest frame, dragging its cursor', ...beside, rounds: frames },
      within(taskLimit, 'longest task, dragging its cursor', ...tasks),
      within(taskLimit, 'longest task while it opens', opening.longestTask),
    ];
  });
}
