/** `npm run bench:waterfall -w @nuances/bench`: draws what first visits fetch on slow 4G, and when (README.md beside this file). */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Browser, inBrowser } from './browser.ts';
import { phone, visits } from './first-visit.ts';
import { withProduct } from './product.ts';

/** Bits in a second each way, and milliseconds there and back. */
const slow4G = { down: 1_600_000, up: 750_000, latencyMs: 150 };
/** Sizes of the drawing, px. */
const size = { names: 190, chart: 560, row: 16, head: 44, foot: 26 };

/** Times in milliseconds since the first request. */
interface Fetched {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** As served, headers included. */
  readonly bytes: number;
}

interface Visit {
  readonly name: string;
  readonly files: readonly Fetched[];
  readonly firstPaint: number;
}

async function visit(browser: Browser, origin: string, path: string, name: string) {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow4G.latencyMs,
    downloadThroughput: slow4G.down / 8,
    uploadThroughput: slow4G.up / 8,
  });
  const begun = new Map<string, Pick<Fetched, 'name' | 'start'>>();
  const files: Fetched[] = [];
  let began = Infinity;
  const since = (timestamp: number) => (timestamp - began) * 1_000;
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    began = Math.min(began, timestamp);
    const file = new URL(request.url).pathname;
    begun.set(requestId, { name: file === '/' ? file : basename(file), start: since(timestamp) });
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength: bytes }) => {
    const request = begun.get(requestId);
    if (request && bytes > 0) files.push({ ...request, end: since(timestamp), bytes });
  });
  await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
  const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  const firstPaint = z.number().parse(await page.evaluate(paint));
  await context.close();
  return { name, firstPaint, files: files.sort((one, other) => one.start - other.start) };
}

const text = (x: number, y: number, words: string, more = '') => `<text x="${x}" y="${y}" ${more}>${words}</text>`;
const kB = (bytes: number) => (bytes / 1_000).toFixed(1);

/** A visit at a height of the drawing: a row a file, from its request to its last byte; the first paint is a line. */
function panel({ name, files, firstPaint }: Visit, top: number, pxPerMs: number): string {
  const { names, row, head } = size;
  const rows = files.map(({ name: file, start, end, bytes }, index) => {
    const y = top + head + index * row;
    const [x, width] = [names + start * pxPerMs, (end - start) * pxPerMs].map((px) => px.toFixed(1));
    const label = text(names - 8, y + 10, `${file.slice(0, 20)} ${kB(bytes)}`, 'text-anchor="end"');
    return `${label}<rect x="${x}" y="${y}" width="${width}" height="${row - 5}"/>`;
  });
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const last = Math.max(...files.map(({ end }) => end));
  const said = `${name}: ${kB(total)} kB, first paint ${Math.round(firstPaint)} ms, all ${Math.round(last)} ms`;
  const [x, bottom] = [(names + firstPaint * pxPerMs).toFixed(1), top + head + files.length * row];
  const line = `<path d="M${x} ${top + head - 6}V${bottom}" stroke="#c0392b"/>`;
  return text(8, top + 26, said, 'font-size="14" font-weight="600"') + rows.join('') + line;
}

function drawing(found: readonly Visit[]): string {
  const last = Math.max(...found.flatMap(({ files }) => files.map(({ end }) => end)));
  let top = 0;
  const panels = found.map((one) => {
    const drawn = panel(one, top, size.chart / last);
    top += size.head + one.files.length * size.row + size.foot;
    return drawn;
  });
  const width = size.names + size.chart + 16;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" font-family="sans-serif" font-size="11" fill="#453769"><path d="M0 0H${width}V${top}H0z" fill="#fff"/>${panels.join('\n')}</svg>\n`;
}

await withProduct(async (product) => {
  await product.start();
  await inBrowser(async (browser) => {
    const found: Visit[] = [];
    for (const { name, path } of visits)
      found.push(await visit(browser, `http://localhost:${product.port}`, path, name));
    writeFileSync(join(import.meta.dirname, 'waterfall.svg'), drawing(found));
  });
});
