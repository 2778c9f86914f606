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
  'examples',
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

describe('compose.yaml', () => {
  it('passes on every variable that is not settled by the image', () => {
    const known = found(read('apps/api/src/env.ts'), /^ {4}([A-Z][A-Z_]+):/gm);
    const settled = found(read('Dockerfile'), /\b([A-Z][A-Z_]+)=\S/g);
    const passed = found(read('compose.yaml'), /^ {6}([A-Z][A-Z_]+): /gm);
    expect(known.filter((name) => !settled.includes(name) && !passed.includes(name))).toEqual([]);
  });
});

describe('docs/security.md', () => {
  const [, controls = ''] = /^## Controls\n([\s\S]*?)^## /m.exec(read('docs/security.md')) ?? [];
  const rows = controls.split('\n').flatMap((line) => {
    const [, name, shown = ''] = /^\| ([A-L]\d) +\|[^|]*\|([^|]*)\|/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, shown }];
  });

  it('has a line for every control', () => {
    const counts = { A: 4, B: 3, C: 5, D: 5, E: 5, F: 4, G: 5, H: 2, I: 3, J: 3, K: 2, L: 1 };
    const expected = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
    );
    expect(rows.map(({ name }) => name)).toEqual(expected);
  });

  it.each(rows)('$name names tests that are there, or tools that are told of below', ({ shown }) => {
    const files = found(shown, /`([^`]+)`/g);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const isRun = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file) || shown.includes(`\`${file}\` (below)`);
    expect(files.filter((file) => !isRun(file))).toEqual([]);
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
