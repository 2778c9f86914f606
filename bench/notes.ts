import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { launchChromium } from '../e2e/support/chromium.ts';
import { copyNames, requestCopies } from '../e2e/support/device.ts';
import { BarePage } from './bare-page.ts';
import { type Call, type Person, textIn } from './client.ts';
import { activity, heaviestFrame } from './main-thread.ts';
import type { Comparison } from './measure.ts';
import { insertNotes } from './notes-data.ts';
import { openNotes, referenceLoop, store, waitForLink, watchPage } from './notes-page.ts';

const noteCount = 10_000;
const rounds = 10;
/** Longest task that may delay a key press, milliseconds. */
const taskBudgetMs = 50;
const typed = 'calme';
/** Slower than any typing, so that each letter is measured alone, milliseconds. */
const keyIntervalMs = 200;
/** Number of wheel events, one per frame, and their distance, px. */
const wheelTurns = 60;
const wheelPx = 300;
/** Two frames at 60 Hz: a longer task is visible, milliseconds. */
const frameBudgetMs = 32;
const settleMs = 1_000;
const windowSize = { width: 1440, height: 900 };

type Browser = Awaited<ReturnType<typeof launchChromium>>;

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
export async function notesInTheBrowser(origin: string, call: Call, sql: Sql, person: Person): Promise<Comparison[]> {
  const hex = textIn(await call('GET', '/api/notes/userkey', undefined, person.token), 'userKey');
  await insertNotes(sql, person.id, Buffer.from(hex, 'hex'), noteCount);
  const login = await call('POST', '/api/auth/login', { username: person.username, password: person.password });
  const tokens = { token: textIn(login, 'shortToken'), refreshToken: textIn(login, 'refreshToken') };
  const screen = { origin, tokens, hex };

  const browser = await launchChromium();
  try {
    return comparisonsOf({ ...(await measureOpening(browser, screen)), ...(await measureUse(browser, screen)) });
  } finally {
    await browser.close();
  }
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
  const budget = (values: readonly number[], theirs: number) => values.map((ours) => ({ ours, theirs }));
  const task = { reference: `${taskBudgetMs} ms of its main thread`, unit: 'ms', goal: '<= 1.00' };
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
    { name: 'longest task while they open', ...task, rounds: budget(opening, taskBudgetMs) },
    { name: 'longest task while searching them', ...task, rounds: budget([searching], taskBudgetMs) },
    {
      name: 'a letter of a search, until painted',
      reference: `${taskBudgetMs} ms`,
      unit: 'ms',
      rounds: budget(letters, taskBudgetMs),
      goal: '<= 1.00',
    },
    {
      name: 'heaviest frame, scrolling them',
      reference: `${frameBudgetMs} ms of its main thread`,
      unit: 'ms',
      rounds: budget([scrolling], frameBudgetMs),
      goal: '<= 1.00',
    },
  ];
}
