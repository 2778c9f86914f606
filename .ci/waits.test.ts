/*
 * No test waits by time: it is too short on a busy machine and too long on any other. Stories move the clock of the page
 * (`page.clock`) or wait for an event; unit tests use fake timers, `expect.poll` or `vi.waitFor`. Suites of faults
 * (*.faults.test.ts) vary the moment of a fault, so there a time is what is tested.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ignored = new Set(['node_modules', 'dist', '.git', '.turbo', 'test-results']);

const forbidden: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['waits for a fixed time', /\.waitForTimeout\(/],
  ['sleeps', /\bsetTimeout(?:\s+as\s+\w+)?\s*\}\s*from\s*['"]node:timers\/promises['"]/],
  ['sleeps', /\bsetTimeout\(\s*(?:resolve|done)\b/],
  ['sleeps', /\bsetTimeout\(\s*\(\)\s*=>\s*(?:resolve|done)\(/],
  ['tries for ever', /\.toPass\(\s*(?:\{(?![^}]*\btimeout\b)[^}]*\}\s*)?\)/],
];

function isTest(path: string): boolean {
  if (path.endsWith('.faults.test.ts') || path === relative(root, fileURLToPath(import.meta.url))) return false;
  return /\.test\.tsx?$/.test(path) || /^e2e\/(?:stories|screenshots)/.test(path);
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (ignored.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (/\.tsx?$/.test(entry.name)) yield relative(root, path);
  }
}

const waitsIn = (source: string) => forbidden.filter(([, pattern]) => pattern.test(source)).map(([name]) => name);

it('no test waits by time, and every retry has a timeout', () => {
  const tests = [...filesIn(root)].filter(isTest);
  expect(tests.length).toBeGreaterThan(100);
  const found = tests.flatMap((path) =>
    waitsIn(readFileSync(join(root, path), 'utf8')).map((name) => `${path} ${name}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ['await page.waitForTimeout(500);', 'waits for a fixed time'],
  ["import { setTimeout as sleep } from 'node:timers/promises';", 'sleeps'],
  ["import { setTimeout } from 'node:timers/promises';", 'sleeps'],
  ['await new Promise((resolve) => setTimeout(resolve, 50));', 'sleeps'],
  ['await new Promise<void>((done) => setTimeout(() => done(), 50));', 'sleeps'],
  ['await expect(check).toPass();', 'tries for ever'],
  ['await expect(check).toPass({ intervals: [30] });', 'tries for ever'],
])('%s is reported', (source, name) => {
  expect(waitsIn(source)).toEqual([name]);
});

it.each([
  'await expect(check).toPass({ intervals: [30], timeout: 8_000 });',
  'test.setTimeout(90_000);',
  'vi.useFakeTimers(); await vi.advanceTimersByTimeAsync(20);',
])('%s is allowed', (source) => {
  expect(waitsIn(source)).toEqual([]);
});
