import type { Sql } from 'postgres';
import { launchChromium } from '../e2e/support/chromium.ts';
import type { Call, Person } from './client.ts';
import type { Comparison } from './measure.ts';
import { type BrowserContext, fillWithScans, profileOf } from './scan-history.ts';

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
export async function firstVisits(origin: string, call: Call, sql: Sql, member: Person): Promise<Comparison[]> {
  const line = (name: string, bytes: number, kB: number): Comparison => ({
    name: `${name}, as served`,
    reference: `${kB} kB`,
    unit: 'kB',
    rounds: [{ ours: bytes / 1_000, theirs: kB }],
    goal: '<= 1.00',
  });
  const browser = await launchChromium();
  try {
    const found: Comparison[] = [];
    for (const { name, path, kB } of visits) {
      // Without the service worker, which fetches in advance what the visit itself does not need.
      const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
      found.push(line(name, await sentFor(context, `${origin}${path}`), kB));
      await context.close();
    }
    await fillWithScans(sql, member, scans, scans);
    const context = await profileOf(browser, origin, call, member, { selector: 'main', count: 1 });
    const first = await context.newPage();
    await first.goto(`${origin}/dashboard`);
    await first.getByText('can be read here offline').waitFor();
    await first.close();
    return [...found, line('second visit of a member', await sentFor(context, `${origin}/dashboard`), secondVisitKB)];
  } finally {
    await browser.close();
  }
}
