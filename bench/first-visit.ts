import { type BrowserContext, inBrowser, profileOf } from './browser.ts';
import { type Comparison, within } from './measure.ts';
import type { Stage } from './product.ts';
import { fillWithScans } from './scan-history.ts';

/** What may be sent at most, headers included, kB: a phone on slow 4G gets 200 in a second. */
export const visits = [
  { name: 'first visit of Home', path: '/', kB: 175 },
  { name: 'first visit of the quiz', path: '/bodyscan', kB: 215 },
  { name: 'first visit of help', path: '/help', kB: 150 },
] as const;
const secondVisitKB = 12;
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'fr-FR',
};
/** Two years, one a day. */
const scans = 730;

/** What the server sends until the network is idle, bytes as they come, without what a service worker has. */
async function sentFor(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const isSent = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromServiceWorker !== true) isSent.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (isSent.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.close();
  return bytes;
}

/** What first visits fetch on a phone in French, and the second visit of a member, whose files are on the device. */
export function firstVisits({ origin, call, sql, newPerson }: Stage): Promise<Comparison[]> {
  const line = (name: string, most: number, bytes: number) =>
    within({ most, unit: 'kB' }, `${name}, as served`, bytes / 1_000);
  return inBrowser(async (browser) => {
    const found: Comparison[] = [];
    for (const { name, path, kB } of visits) {
      // Without the service worker, which fetches in advance what the visit itself does not need.
      const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
      found.push(line(name, kB, await sentFor(context, `${origin}${path}`)));
      await context.close();
    }
    const member = await newPerson('bench_visits');
    await fillWithScans(sql, member, scans, scans);
    const context = await profileOf(browser, origin, call, member, { selector: 'main', count: 1 });
    const first = await context.newPage();
    await first.goto(`${origin}/dashboard`);
    await first.getByText('can be read here offline').waitFor();
    await first.close();
    return [...found, line('second visit of a member', secondVisitKB, await sentFor(context, `${origin}/dashboard`))];
  });
}
