import type { launchChromium } from '../e2e/support/chromium.ts';

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

/** What we need of an entry of a trace: times in microseconds, `tdur` spent by the thread itself. */
interface Entry {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** What the main thread of a page did. */
interface Activity {
  /** How many frames it handed over to be painted. */
  readonly frames: number;
  /** The most work for one of them, milliseconds. */
  readonly heaviestFrame: number;
  /** Milliseconds. */
  readonly longestTask: number;
}

function activityOf(entries: readonly Entry[]): Activity {
  const frames = [0];
  let longestTask = 0;
  for (const { name, ph, tdur = 0 } of entries.toSorted((a, b) => a.ts - b.ts)) {
    if (name === 'RunTask') {
      frames.push((frames.pop() ?? 0) + tdur / 1_000);
      longestTask = Math.max(longestTask, tdur / 1_000);
    }
    if (name === 'Commit' && ph === 'X') frames.push(0);
  }
  return { frames: frames.length - 1, heaviestFrame: Math.max(...frames), longestTask };
}

/**
 * What the page's main thread did while `work` went on, in its own time: what else uses the machine does not count. Of
 * all tabs the one that drew most is the one that was measured.
 */
export async function activity(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<Activity> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await work();
  const trace = await browser.stopTracing();
  // The browser wrote it, and nobody has a type for it.
  // oxlint-disable-next-line typescript/no-unsafe-assignment
  const { traceEvents }: { traceEvents: Entry[] } = JSON.parse(trace.toString());
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const [busiest] = threads
    .map(({ pid, tid }) => activityOf(traceEvents.filter((entry) => entry.pid === pid && entry.tid === tid)))
    .toSorted((a, b) => b.frames - a.frames);
  if (!busiest || busiest.frames < 1) throw new Error('the page drew no frames');
  return busiest;
}

/** The most work that the page's main thread did for one frame, milliseconds of its own time. */
export async function heaviestFrame(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number> {
  const { frames, heaviestFrame: heaviest } = await activity(browser, page, work);
  if (frames < 10) throw new Error('the page drew hardly any frames');
  return heaviest;
}
