import { randomUUID } from 'node:crypto';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, inBrowser, windowSize } from './browser.ts';
import { tokensOf } from './client.ts';
import { activity } from './main-thread.ts';
import { type Comparison, taskLimit, within } from './measure.ts';
import { store } from './notes-page.ts';
import type { Stage } from './product.ts';

const scanCount = 20_000;
const noteCount = 10_000;
/** An account has room for as many notes beside those of the export. */
const tableRows = 10_000;
const noteChars = 620;
const rounds = 3;
const sectionName = 'Restore an export';
const exportName = 'Export my data';
const importName = 'Bring in another journal';

const dayMs = 86_400_000;
const now = Date.now();
const momentOf = (index: number) => new Date(now - (index * dayMs) / 4).toISOString();
const textOf = (index: number) => `${index} Tout devient plus calme, le cœur léger. `.repeat(20).slice(0, noteChars);

/** An export of another account, as its JSON. */
function largeExport(): string {
  const scans = Array.from({ length: scanCount }, (_, index) => ({
    _id: randomUUID(),
    answers: [1, 2, 3, 4, 5, 6, 7].map((answer) => answer + (index % 3)),
    duration: 42,
    createdAt: momentOf(index),
    tags: ['sommeil'],
  }));
  const notes = Array.from({ length: noteCount }, (_, index) => ({
    _id: randomUUID(),
    title: `Note ${index}`,
    text: textOf(index),
    categoryId: 'yellow',
    createdAt: momentOf(index),
  }));
  return JSON.stringify({ version: 1, profile: { username: 'other' }, scans, notes });
}

function largeTable(): string {
  const rows = Array.from(
    { length: tableRows },
    (_, index) => `${momentOf(index)},"${textOf(index)}",${(index % 5) + 1}`,
  );
  return ['date,text,mood', ...rows].join('\n');
}

/**
 * Measures the longest task of a page that adds a large export to an empty account, exports it, and reads that export and a large table of
 * another journal again, until the preview stands.
 */
export async function restoreInTheBrowser({ origin, call, newPerson }: Stage): Promise<Comparison[]> {
  const tokens = await tokensOf(call, await newPerson('bench_restore'));
  const folder = await mkdtemp(join(tmpdir(), 'nuances-bench-'));
  const [json, csv] = [join(folder, 'nuances.json'), join(folder, 'journal.csv')];
  await Promise.all([writeFile(json, largeExport()), writeFile(csv, largeTable())]);
  try {
    return await inBrowser((browser) => longestTasks(browser, origin, tokens, { json, csv }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function longestTasks(
  browser: Browser,
  origin: string,
  tokens: Awaited<ReturnType<typeof tokensOf>>,
  { json, csv }: { readonly json: string; readonly csv: string },
): Promise<Comparison[]> {
  const page = await browser.newPage({ locale: 'en-US', viewport: windowSize });
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate(store, tokens);

  const open = async (path: 'export' | 'import' | 'restore', name: string) => {
    await page.goto(`${origin}/profile/${path}`);
    await page.getByRole('region', { name }).waitFor();
    await page.waitForLoadState('networkidle');
    // What the app does after its start has ended.
    await page.waitForTimeout(5_000);
  };
  const restore = async () => {
    const section = page.getByRole('region', { name: sectionName });
    await section.locator('input[type=file]').setInputFiles(json);
    await section.getByText(/^This file holds/).waitFor({ timeout: 120_000 });
  };
  const bring = async () => {
    const section = page.getByRole('region', { name: importName });
    await section.locator('input[type=file]').setInputFiles(csv);
    await section.getByRole('button', { name: 'See the preview' }).click({ timeout: 120_000 });
    await section.getByRole('button', { name: 'Add', exact: true }).waitFor({ timeout: 120_000 });
  };

  const add = async () => {
    const section = page.getByRole('region', { name: sectionName });
    await section.getByRole('button', { name: 'Add', exact: true }).click();
    await section.getByRole('button', { name: 'Remove what was added' }).waitFor({ timeout: 300_000 });
    // The copies for reading offline are written afterwards.
    await page.waitForTimeout(3_000);
  };
  const exportAll = async () => {
    const download = page.waitForEvent('download', { timeout: 120_000 });
    await page.getByRole('region', { name: exportName }).getByRole('button', { name: 'Export', exact: true }).click();
    await download;
  };

  const longest = async (work: () => Promise<void>) => (await activity(browser, work)).longestTask;
  await open('restore', sectionName);
  await restore();
  const adding = await longest(add);
  await open('export', exportName);
  const exporting = await longest(exportAll);
  const [restoring, bringing] = [Array.of<number>(), Array.of<number>()];
  for (let index = 0; index < rounds; index += 1) {
    await open('restore', sectionName);
    restoring.push(await longest(restore));
    await open('import', importName);
    bringing.push(await longest(bring));
  }
  return [
    within(taskLimit, 'longest task, reading an export', ...restoring),
    within(taskLimit, 'longest task, adding it', adding),
    within(taskLimit, 'longest task, exporting', exporting),
    within(taskLimit, 'longest task, reading a table', ...bringing),
  ];
}
