import { randomUUID } from 'node:crypto';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../e2e/support/chromium.ts';
import { type Call, type Person, textIn } from './client.ts';
import { activity } from './main-thread.ts';
import type { Comparison } from './measure.ts';

const scanCount = 20_000;
const noteCount = 10_000;
const noteChars = 620;
const rounds = 3;
/** Longest task that may delay a key press, milliseconds. */
const taskBudgetMs = 50;
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

/** A table of as many rows as an account may have notes. */
function largeTable(): string {
  const rows = Array.from(
    { length: scanCount },
    (_, index) => `${momentOf(index)},"${textOf(index)}",${(index % 5) + 1}`,
  );
  return ['date,text,mood', ...rows].join('\n');
}

/**
 * Measures the longest task of a page that adds a large export to an empty account, exports it, and reads that export and a large table of
 * another journal again, until the preview stands.
 */
export async function restoreInTheBrowser(origin: string, call: Call, person: Person): Promise<Comparison[]> {
  const login = await call('POST', '/api/auth/login', { username: person.username, password: person.password });
  const tokens = { token: textIn(login, 'shortToken'), refreshToken: textIn(login, 'refreshToken') };
  const folder = await mkdtemp(join(tmpdir(), 'nuances-bench-'));
  const [json, csv] = [join(folder, 'nuances.json'), join(folder, 'journal.csv')];
  await Promise.all([writeFile(json, largeExport()), writeFile(csv, largeTable())]);

  const browser = await launchChromium();
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
  }, tokens);

  const openConfig = async () => {
    await page.goto(`${origin}/profile?tab=config`);
    await page.getByRole('region', { name: importName }).waitFor();
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

  const tasks = {
    restoring: Array.of<number>(),
    bringing: Array.of<number>(),
    adding: Array.of<number>(),
    exporting: Array.of<number>(),
  };
  try {
    await openConfig();
    await restore();
    tasks.adding.push((await activity(browser, add)).longestTask);
    await openConfig();
    tasks.exporting.push((await activity(browser, exportAll)).longestTask);
    for (let index = 0; index < rounds; index += 1) {
      await openConfig();
      tasks.restoring.push((await activity(browser, restore)).longestTask);
      await openConfig();
      tasks.bringing.push((await activity(browser, bring)).longestTask);
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
  const task = { reference: `${taskBudgetMs} ms of its main thread`, unit: 'ms', goal: '<= 1.00' };
  const budget = (values: readonly number[]) => values.map((ours) => ({ ours, theirs: taskBudgetMs }));
  return [
    { name: 'longest task, reading an export', ...task, rounds: budget(tasks.restoring) },
    { name: 'longest task, adding it', ...task, rounds: budget(tasks.adding) },
    { name: 'longest task, exporting', ...task, rounds: budget(tasks.exporting) },
    { name: 'longest task, reading a table', ...task, rounds: budget(tasks.bringing) },
  ];
}
