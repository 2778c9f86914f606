import type { Browser } from './browser.ts';
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
