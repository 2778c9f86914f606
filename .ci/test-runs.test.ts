/*
 * Vitest leaves out what it does not find: a suite that was renamed would be missing in the runs that name it, and they would
 * pass.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import citus from '../vitest.citus.config.ts';
import faults from '../vitest.faults.config.ts';

const root = dirname(import.meta.dirname);
const ignored = new Set(['node_modules', 'dist', '.git', '.turbo', '.data', 'test-results']);

function* testsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (ignored.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* testsIn(path);
    else if (/\.test\.tsx?$/.test(entry.name)) yield relative(root, path);
  }
}

/** Each pattern that `{a,b}` in a pattern stands for. */
function alternativesOf(pattern: string): string[] {
  const [, before = '', inside, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  if (inside === undefined) return [pattern];
  return inside.split(',').flatMap((one) => alternativesOf(`${before}${one}${after}`));
}

function patternOf(glob: string): RegExp {
  const source = glob
    .split(/(\*\*\/|\*)/)
    .map((part) => (part === '**/' ? '(?:.*/)?' : part === '*' ? '[^/]*' : part.replaceAll('.', '\\.')));
  return new RegExp(`^${source.join('')}$`);
}

const tests = [...testsIn(root)];
const unmatched = (patterns: readonly string[]) =>
  patterns.flatMap(alternativesOf).filter((one) => !tests.some((path) => patternOf(one).test(path)));

it('each pattern of a run finds a test', () => {
  for (const { test } of [citus, faults]) {
    expect(test?.include?.length).toBeGreaterThan(0);
    expect(unmatched(test?.include ?? [])).toEqual([]);
  }
  // Control: the second name of the pattern is of no file.
  expect(unmatched(['.ci/{documents,no-document}.test.ts', '**/*.citus.test.ts'])).toEqual(['.ci/no-document.test.ts']);
});

it('each file that a script names is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const named = Object.values(scripts).flatMap((script) => script.match(/\S+\.test\.tsx?/g) ?? []);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
