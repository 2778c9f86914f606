import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { copyNames, requestCopies } from '../e2e/support/device.ts';
import { BarePage } from './bare-page.ts';
import { type Browser, inBrowser, windowSize } from './browser.ts';
import { tokensOf, userKeyOf } from './client.ts';
import { activity, heaviestFrame } from './main-thread.ts';
import { type Comparison, frameLimit, taskLimit, within } from './measure.ts';
import { insertNotes } from './notes-data.ts';
import { openNotes, referenceLoop, store, waitForLink, watchPage } from './notes-page.ts';
import type { Stage } from './product.ts';

const noteCount = 10_000;
const rounds = 10;
const typed = 'calme';
/** Slower than any typing, so that each letter is measured alone, milliseconds. */
const keyIntervalMs = 200;
/** Number of wheel events, one per frame, and their distance, px. */
const wheelTurns = 60;
const wheelPx = 300;
const settleMs = 1_000;

/** The screen of an account with many notes. */
interface Screen {
  readonly origin: string;
  /** What a login stores in the browser. */
  readonly tokens: { readonly token: string; readonly refreshToken: string };
  /** The note key, in hexadecimal digits. */
  readonly hex: string;
}

/**
 * Measures 10,000 notes in a real browser: time until they are ready, long tasks meanwhile, and the delay of a search
 * and a scroll.
 */
export async function notesInTheBrowser({ origin, call, sql, newPerson }: Stage): Promise<Comparison[]> {
  const person = await newPerson('bench_writer');
  const hex = await userKeyOf(call, person);
  await insertNotes(sql, person.id, hex, noteCount);
  const screen = { origin, tokens: await tokensOf(call, person), hex };
  return inBrowser(async (browser) =>
    comparisonsOf({ ...(await measureOpening(browser, screen)), ...(await measureUse(browser, screen)) }),
  );
}

/** Opens the notes again and again, in turn with the reference. */
async function measureOpening(browser: Browser, { origin, tokens, hex }: Screen) {
  const page = await BarePage.open(browser, windowSize);
  await page.addInitScript(watchPage);
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate(store, tokens);

  /** A new document, showing a screen without notes, on a device without a copy of them. */
  const openOtherScreen = async () => {
    await page.goto(`${origin}/favicon.svg`);
    await page.evaluate(requestCopies, 'clear');
    await page.goto(`${origin}/profile`);
    await page.evaluate(waitForLink, undefined);
    await sleep(settleMs);
  };
  const open = async () => timedSchema.parse(await page.evaluate(openNotes, noteCount));
  const openBare = async () => timedSchema.parse(await page.evaluate(referenceLoop, { token: tokens.token, hex }));

  await openOtherScreen();
  await open();
  const found: { ours: Timed; theirs: Timed }[] = [];
  for (let index = 0; index < rounds; index += 1) {
    await openOtherScreen();
    found.push({ ours: await open(), theirs: await openBare() });
  }
  const opening: number[] = [];
  for (let index = 0; index < rounds; index += 1) {
    await openOtherScreen();
    opening.push((await activity(browser, open)).longestTask);
  }
  await page.close();
  return { found, opening };
}

/** Searches and scrolls the notes. */
async function measureUse(browser: Browser, { origin, tokens }: Screen) {
  const page = await browser.newPage({ locale: 'en-US', viewport: windowSize });
  await page.addInitScript(watchPage);
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate(store, tokens);
  await page.goto(`${origin}/note`);
  await page.getByText(new Intl.NumberFormat('en').format(noteCount)).waitFor();
  // The copy for reading offline and the search index are made while the page is idle.
  let stored = 0;
  for (let before = -1; stored === 0 || stored !== before;) {
    before = stored;
    await page.waitForTimeout(settleMs);
    stored = (await copyNames(page)).length;
  }

  const searchbox = page.getByRole('searchbox');
  const search = async () => {
    await searchbox.click();
    await page.keyboard.type(typed, { delay: keyIntervalMs });
    await page.waitForTimeout(keyIntervalMs);
  };
  const clear = async () => {
    await searchbox.fill('');
    await page.waitForTimeout(settleMs);
  };
  const scroll = async () => {
    await page.getByRole('list', { name: 'Notes' }).hover();
    for (let turn = 0; turn < wheelTurns; turn += 1) {
      await page.mouse.wheel(0, wheelPx);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  };

  await search();
  const { letters } = await page.evaluate(() => window.seen);
  await clear();
  const { longestTask: searching } = await activity(browser, search);
  await clear();
  return { letters, searching, scrolling: await heaviestFrame(browser, scroll) };
}

/** Durations of one opening, milliseconds. */
const timedSchema = z.object({
  /** The page's own work: without fetching the list, or without waiting for more of it. */
  openingMs: z.number(),
  /** From the first byte of the list. */
  arrivingMs: z.number(),
  /** From the click. */
  allMs: z.number(),
});
type Timed = z.infer<typeof timedSchema>;

/** Measured values of the rounds, milliseconds. */
interface Measured {
  readonly found: readonly { readonly ours: Timed; readonly theirs: Timed }[];
  readonly opening: readonly number[];
  readonly searching: number;
  readonly letters: readonly number[];
  readonly scrolling: number;
}

/** The lines of the table. */
function comparisonsOf({ found, opening, searching, letters, scrolling }: Measured): Comparison[] {
  const roundsOf = (name: keyof Timed) => found.map(({ ours, theirs }) => ({ ours: ours[name], theirs: theirs[name] }));
  return [
    {
      name: `open ${noteCount} notes, from the first byte`,
      reference: 'fetch from its first byte, parse, and a bare Web Crypto loop',
      unit: 'ms',
      rounds: roundsOf('arrivingMs'),
      goal: '<= 1.30',
    },
    {
      name: `open ${noteCount} notes that have arrived`,
      reference: 'that loop alone',
      unit: 'ms',
      rounds: roundsOf('openingMs'),
    },
    {
      name: `open ${noteCount} notes, from the click`,
      reference: 'fetch, parse and that loop',
      unit: 'ms',
      rounds: roundsOf('allMs'),
    },
    within(taskLimit, 'longest task while they open', ...opening),
    within(taskLimit, 'longest task while searching them', searching),
    within({ most: 50, unit: 'ms' }, 'a letter of a search, until painted', ...letters),
    within(frameLimit, 'heaviest frame, scrolling them', scrolling),
  ];
}
