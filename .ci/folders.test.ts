/* A folder holds what a reader takes in at a glance. Tests, style sheets, migrations and generated files do not count. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const limit = 40;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ignored = new Set(['node_modules', 'dist', '.git', '.turbo', 'test-results', 'migrations']);

const isSource = (name: string) => /\.(?:[cm]?js|tsx?)$/.test(name) && !/\.(?:test|spec|gen)\.tsx?$/.test(name);

/** Folders below a folder, itself included, each with the number of its source files. */
function* countsBelow(folder: string): Generator<readonly [folder: string, count: number]> {
  const entries = readdirSync(folder, { withFileTypes: true });
  yield [folder, entries.filter((entry) => entry.isFile() && isSource(entry.name)).length];
  for (const entry of entries)
    if (entry.isDirectory() && !ignored.has(entry.name)) yield* countsBelow(join(folder, entry.name));
}

it(`no folder holds more than ${String(limit)} source files directly`, () => {
  const counts = [...countsBelow(root)];
  expect(counts.filter(([, count]) => count > limit)).toEqual([]);
  // It would find one: the routes of the web come close.
  expect(Math.max(...counts.map(([, count]) => count))).toBeGreaterThan(limit / 2);
});
