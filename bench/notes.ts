import type { Sql } from 'postgres';
import { launchChromium } from '../e2e/support/chromium.ts';
import { deleteDeviceCopies } from '../e2e/support/device.ts';
import { type Call, type Person, textIn } from './client.ts';
import { activity, heaviestFrame } from './main-thread.ts';
import type { Comparison } from './measure.ts';
import { insertNotes } from './notes-data.ts';
import { referenceLoop, watchPage } from './notes-page.ts';

const noteCount = 10_000;
const rounds = 5;
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

/**
 * Measures 10,000 notes in a real browser: time until they are ready, long tasks meanwhile, and the delay of a search
 * and a scroll.
 */
export async function notesInTheBrowser(origin: string, call: Call, sql: Sql, person: Person): Promise<Comparison[]> {
  const hex = textIn(await call('GET', '/api/notes/userkey', undefined, person.token), 'userKey');
  await insertNotes(sql, person.id, Buffer.from(hex, 'hex'), noteCount);
  const login = await call('POST', '/api/auth/login', { username: person.username, password: person.password });
  const tokens = { token: textIn(login, 'shortToken'), refreshToken: textIn(login, 'refreshToken') };

  const browser = await launchChromium();
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchPage);
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
  }, tokens);

  const complete = new Intl.NumberFormat('en').format(noteCount);

  /** A new document, showing a screen without notes, on a device without a copy of them. */
  const openOtherScreen = async () => {
    await page.goto(`${origin}/favicon.svg`);
    await deleteDeviceCopies(page);
    await page.goto(`${origin}/profile`);
    await page.locator('a[href="/note"]').first().waitFor();
    await page.waitForLoadState('networkidle');
  };
  const openNotes = async () => {
    const clickedAt = await page.evaluate(() => {
      document.querySelector<HTMLElement>('a[href="/note"]')?.click();
      return performance.now();
    });
    await page.waitForFunction((count) => window.seen.count.includes(count), complete);
    const { countAt, waited } = await page.evaluate(() => window.seen);
    const firstByteAt = await page.evaluate(() => {
      const answers = performance
        .getEntriesByType('resource')
        .filter((one) => one instanceof PerformanceResourceTiming);
      return answers.find(({ name }) => name.endsWith('/trpc/notes.all'))?.responseStart ?? Number.NaN;
    });
    return {
      openingMs: countAt - firstByteAt - waited,
      arrivingMs: countAt - firstByteAt,
      allMs: countAt - clickedAt,
    };
  };
  const search = async () => {
    await page.getByRole('searchbox').click();
    await page.keyboard.type(typed, { delay: keyIntervalMs });
    await page.waitForTimeout(keyIntervalMs);
  };
  const scroll = async () => {
    await page.getByRole('list', { name: 'Notes' }).hover();
    for (let turn = 0; turn < wheelTurns; turn += 1) {
      await page.mouse.wheel(0, wheelPx);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  };

  const found: { ours: Timed; theirs: Timed }[] = [];
  const opening: number[] = [];
  try {
    await openOtherScreen();
    await openNotes();
    for (let index = 0; index < rounds; index += 1) {
      await openOtherScreen();
      const ours = await openNotes();
      found.push({ ours, theirs: await page.evaluate(referenceLoop, { token: tokens.token, hex }) });
    }
    for (let index = 0; index < rounds; index += 1) {
      await openOtherScreen();
      opening.push((await activity(browser, page, openNotes)).longestTask);
    }

    // The search index is prepared while the page is idle.
    await page.waitForTimeout(settleMs);
    await search();
    const { letters } = await page.evaluate(() => window.seen);
    await page.getByRole('searchbox').fill('');
    await page.waitForTimeout(settleMs);
    const { longestTask: searching } = await activity(browser, page, search);
    await page.getByRole('searchbox').fill('');
    await page.waitForTimeout(settleMs);
    const scrolling = await heaviestFrame(browser, page, scroll);

    return comparisonsOf({ found, opening, searching, letters, scrolling });
  } finally {
    await browser.close();
  }
}

/** Durations of one opening, milliseconds. */
interface Timed {
  /** The page's own work: without fetching the list, or without waiting for more of it. */
  readonly openingMs: number;
  /** From the first byte of the list. */
  readonly arrivingMs: number;
  /** From the click. */
  readonly allMs: number;
}

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
