import type { Browser } from './browser.ts';
/** The fields of a trace event that are read: times in microseconds, `tdur` is the thread's own time. */
interface Entry {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Work of the main thread of a page. */
interface Activity {
  /** Number of painted frames. */
  readonly frames: number;
  /** The most work for one frame, milliseconds. */
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
 * Work of a page's main thread during `work`, in its own processor time, so that other processes do not count. The
 * tab with the most frames is the measured one.
 */
export async function activity(browser: Browser, work: () => Promise<unknown>): Promise<Activity> {
  await browser.startTracing(undefined, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await work();
  const trace = await browser.stopTracing();
  // The browser's trace has no type.
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
export async function heaviestFrame(browser: Browser, work: () => Promise<unknown>): Promise<number> {
  const { frames, heaviestFrame: heaviest } = await activity(browser, work);
  if (frames < 10) throw new Error('the page drew hardly any frames');
  return heaviest;
}

/** Time of a processor that the pages of a browser took for `work`, in all their threads, milliseconds. */
export async function processorMs(browser: Browser, work: () => Promise<unknown>): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const taken = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime * 1_000 : 0), 0);
  };
  const before = await taken();
  await work();
  const ms = (await taken()) - before;
  await session.detach();
  return ms;
}
