import { type BrowserContext, dragSideways, inBrowser, openDrawn, type Page, profileOf } from './browser.ts';
import { heaviestFrame } from './main-thread.ts';
import { type Comparison, frameLimit, interleave, within } from './measure.ts';
import type { Stage } from './product.ts';
import { fillWithScans } from './scan-history.ts';

/** Numbers of scans for an active and a very active person, all within the twelve months that are shown at first. */
const few = 500;
const many = 10_000;
const days = 360;
const rounds = 5;
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

const timesOf = (page: Page): Promise<Timed> =>
  page.evaluate(() => {
    const drawnMs = window.drawnAt ?? Number.NaN;
    const answers = performance.getEntriesByType('resource').filter((one) => one instanceof PerformanceResourceTiming);
    const answeredAt = answers.find(({ name }) => name.includes('/trpc/results.own'))?.responseEnd ?? Number.NaN;
    return { drawnMs, afterAnswerMs: drawnMs - answeredAt };
  });

async function drawOnce(context: BrowserContext, url: string): Promise<Timed> {
  const page = await openDrawn(context, url);
  const timed = await timesOf(page);
  await page.close();
  return timed;
}

/**
 * Measures the statistics of 10,000 scans in a real browser: the first paint, and the work per frame during animations.
 */
export function statisticsInTheBrowser({ origin, call, sql, newPerson }: Stage): Promise<Comparison[]> {
  const url = `${origin}/statistics?view=line`;
  return inBrowser(async (browser) => {
    const profileWith = async (name: string, scans: number) => {
      const person = await newPerson(name);
      await fillWithScans(sql, person, scans, days);
      const profile = await profileOf(browser, origin, call, person, charts);
      await drawOnce(profile, url);
      return profile;
    };
    const fewProfile = await profileWith('bench_few', few);
    const manyProfile = await profileWith('bench_many', many);
    const found = await interleave(
      () => drawOnce(manyProfile, url),
      () => drawOnce(fewProfile, url),
      rounds,
    );

    const page = await openDrawn(manyProfile, url);
    const dragging: number[] = [];
    for (let index = 0; index < dragRounds; index += 1)
      dragging.push(await heaviestFrame(browser, () => dragSideways(page, page.getByRole('slider').first())));
    await page.getByRole('slider').last().press('Home');
    await page.getByRole('button', { name: 'Play the scans one by one' }).click();
    const playing = await heaviestFrame(browser, () => page.waitForTimeout(playMs));

    const beside = { reference: `that of ${few} scans`, unit: 'ms' };
    const against = (name: keyof Timed) =>
      found.map(({ ours, theirs }) => ({ ours: ours[name], theirs: theirs[name] }));
    return [
      { name: `first drawing of ${many} scans`, ...beside, rounds: against('drawnMs'), goal: '<= 1.30' },
      { name: 'the same, after the last byte of the list', ...beside, rounds: against('afterAnswerMs') },
      within(frameLimit, 'heaviest frame, dragging the period', ...dragging),
      within(frameLimit, 'heaviest frame, playing', playing),
    ];
  });
}
