import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = dirname(import.meta.dirname);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const found = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), (match) => match[1] ?? '');

interface Package {
  name: string;
  version: string;
  scripts?: Readonly<Record<string, string>>;
}
const packageOf = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Package;
const workspaces = [
  ...['apps', 'packages'].flatMap((floor) => readdirSync(join(root, floor)).map((name) => `${floor}/${name}`)),
  'e2e',
  'bench',
];

describe('version', () => {
  const [newest] = found(read('CHANGELOG.md'), /^## (\d+\.\d+\.\d+)$/gm);

  it.each(['.', ...workspaces])('of %s is the newest of CHANGELOG.md', (folder) => {
    expect(packageOf(folder).version).toBe(newest);
  });
});

describe('docs/operating.md', () => {
  it('tells of every environment variable, and of no other', () => {
    const table = found(read('docs/operating.md'), /^\| (`[A-Z_` ]+`) +\|/gm).flatMap((cell) =>
      found(cell, /`([A-Z_]+)`/g),
    );
    const known = found(read('apps/api/src/env.ts'), /^ {4}([A-Z][A-Z_]+):/gm);
    expect(known.length).toBeGreaterThan(10);
    expect(table.sort()).toEqual(known.sort());
  });
});

describe('CONTRIBUTING.md', () => {
  const commands = found(read('CONTRIBUTING.md'), /(npm run [\w:]+(?: -w @nuances\/\w+)?)/g);

  it.each([...new Set(commands)])('%s exists', (command) => {
    const [, script = '', name] = /^npm run ([\w:]+)(?: -w (\S+))?$/.exec(command) ?? [];
    const owner = name === undefined ? '.' : workspaces.find((folder) => packageOf(folder).name === name);
    expect(packageOf(owner ?? '?').scripts).toHaveProperty([script]);
  });
});

describe('links', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
  ];

  it.each(documents.filter((path) => path.endsWith('.md') && existsSync(join(root, path))))(
    'of %s lead somewhere',
    (path) => {
      const targets = found(read(path), /\]\((?!https?:|mailto:|#)([^)#]+)/g);
      expect(targets.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
    },
  );
});
