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

const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...markdownIn('docs'),
  ...markdownIn('docs/decisions'),
  'bench/README.md',
  'examples/README.md',
];
/** The text of a section without its heading; empty when there is none. */
const chapter = (text: string, title: string) =>
  text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';

describe('docs/architecture.md', () => {
  const text = read('docs/architecture.md');
  const rooms = chapter(text, 'Rooms');
  /** The rooms named at the start of the lines of a list. */
  const listed = (part: string) => found(part, /^- (`[^:]+`):/gm).flatMap((names) => found(names, /`([^`]+)`/g));
  const [, packages = '', server = '', app = ''] =
    /^([^]*)\nThe server, [^]*?\n([^]*)\nThe app, [^]*?\n([^]*)$/.exec(rooms) ?? [];

  it('has at most 1,200 words', () => {
    expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(1_200);
  });

  it('names every room, and no other', () => {
    expect(listed(packages).sort()).toEqual([...workspaces].sort());
    expect(listed(server).sort()).toEqual(folders('apps/api/src').sort());
    expect(listed(app).sort()).toEqual(folders('apps/web/src').sort());
  });

  it('has every workspace in its diagram', () => {
    const [, picture = ''] = /```mermaid\n([^]*?)```/.exec(rooms) ?? [];
    expect(workspaces.filter((workspace) => !picture.includes(workspace))).toEqual([]);
  });

  it('links every page of docs', () => {
    expect(
      markdownIn('docs').filter((path) => path !== 'docs/architecture.md' && !text.includes(`](${path.slice(5)})`)),
    ).toEqual([]);
  });
});

describe('the glossary of CONTRIBUTING.md', () => {
  const words = found(chapter(read('CONTRIBUTING.md'), 'Glossary'), /^- ([^:]+): /gm);

  it('has at most 25 words, each once', () => {
    expect(words.length).toBeGreaterThan(10);
    expect(words.length).toBeLessThanOrEqual(25);
    expect(new Set(words).size).toBe(words.length);
  });
});

describe('docs/decisions', () => {
  const files = markdownIn('docs/decisions').filter((path) => path !== 'docs/decisions/README.md');

  it('have a number each, in name and title, or a line in README.md', () => {
    const numbers = files.map((path) => Number(/(\d{4})-[a-z\d-]+\.md$/.exec(path)?.[1]));
    expect(files.map((path) => Number.parseInt(read(path).slice(2), 10))).toEqual(numbers);
    const listed = found(read('docs/decisions/README.md'), /^(?:- )?\*\*(\d+(?:, \d+)*)\./gm).flatMap((list) =>
      list.split(', ').map(Number),
    );
    const all = [...numbers, ...listed].toSorted((a, b) => a - b);
    expect(all).toEqual(all.map((_, index) => index + 1));
  });

  it.each(files)('%s says why, and when to think again', (path) => {
    expect(found(read(path), /^\*\*(Why|Think again when)\b/gm)).toEqual(['Why', 'Think again when']);
  });
});

describe('paths in documents', () => {
  // The changelog describes paths of its time.
  it.each(pages.filter((path) => path !== 'CHANGELOG.md'))('%s names files and folders that exist', (path) => {
    const named = found(read(path), /`((?:apps|packages|e2e|bench|examples|docs|\.ci)\/[\w./@$-]+)`/g);
    expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });
});

describe('docs/operating.md', () => {
  it('describes every environment variable, and no other', () => {
    const listed = found(chapter(read('docs/operating.md'), 'Environment'), /^- `([A-Z_]+)`/gm);
    const known = found(read('apps/api/src/env.ts'), /^ {4}([A-Z][A-Z_]+):/gm);
    expect(known.length).toBeGreaterThan(10);
    expect(listed.sort()).toEqual(known.sort());
  });
});

describe('compose.yaml', () => {
  it('sets every variable that the image does not set', () => {
    const known = found(read('apps/api/src/env.ts'), /^ {4}([A-Z][A-Z_]+):/gm);
    const settled = found(read('Dockerfile'), /\b([A-Z][A-Z_]+)=\S/g);
    const passed = found(read('compose.yaml'), /^ {6}([A-Z][A-Z_]+): /gm);
    // The image runs in production, which refuses the variables for tests.
    const forTests = ['PUSH_LOOPBACK'];
    // There is a database of its own beside the app, and the product refuses to back it up.
    const forOwnDatabase = known.filter((name) => name.startsWith('BACKUP_'));
    const left = [...settled, ...passed, ...forTests, ...forOwnDatabase];
    expect(known.filter((name) => !left.includes(name))).toEqual([]);
  });
});

describe('docs/security.md', () => {
  const text = read('docs/security.md');
  const rows = chapter(text, 'Controls')
    .split(/^- /m)
    .flatMap((item) => {
      const [, name, shown = ''] = /^\*\*([A-L]\d)\*\* [^]*?:\s+(`[\w.]+\/[^]*)$/.exec(item) ?? [];
      return name === undefined ? [] : [{ name, shown }];
    });

  it('has a line for every control', () => {
    const counts = { A: 4, B: 4, C: 5, D: 7, E: 5, F: 4, G: 5, H: 2, I: 3, J: 3, K: 2, L: 1 };
    const expected = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
    );
    expect(rows.map(({ name }) => name)).toEqual(expected);
  });

  it('lists every security event, and no other', () => {
    const [, names = ''] =
      /securityEventNames = \[([^\]]*)\]/.exec(read('apps/api/src/observability/security-events.ts')) ?? [];
    const [, list = ''] = /\n\n(- [^]*)/.exec(chapter(text, 'Security events')) ?? [];
    const known = found(names, /'([a-z_]+)'/g);
    expect(known.length).toBeGreaterThan(10);
    expect(found(list, /`([a-z]+_[a-z_]+)`/g)).toEqual(known);
  });

  it.each(rows)('$name names tests that exist, or tools described below', ({ shown }) => {
    const files = found(shown, /`([^`]+)`/g);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const isRun = (file: string) =>
      /\.(?:test|spec)\.tsx?$/.test(file) || shown.replaceAll(/\s+/g, ' ').includes(`\`${file}\` (below)`);
    expect(files.filter((file) => !isRun(file))).toEqual([]);
  });
});

describe('claims about the code', () => {
  const sources = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return sources(path);
      return /(?<!\.test)\.tsx?$/.test(entry.name) ? [path] : [];
    });

  it('docs/usage.md names every file that records an event', () => {
    const records = sources('apps/api/src').filter(
      (path) => !path.includes('/demo/') && /insert(?:\(usageEvents\)| into \$\{usageEvents\})/.test(read(path)),
    );
    expect(records.length).toBeGreaterThan(2);
    expect(records.filter((path) => !read('docs/usage.md').includes(`\`${path}\``))).toEqual([]);
  });

  it('docs/web.md names every key of local storage', () => {
    const keys = sources('apps/web/src').flatMap((path) => found(read(path), /'(nuances\.[a-zA-Z]+)'/g));
    const files = ['nuances.ics', 'nuances.json'];
    expect(keys.length).toBeGreaterThan(15);
    expect(keys.filter((key) => !files.includes(key) && !read('docs/web.md').includes(`\`${key}\``))).toEqual([]);
  });

  it('docs/architecture.md names features that have one name in all three places', () => {
    const [, list = ''] = /^(.*) have one name in/m.exec(read('docs/architecture.md')) ?? [];
    const names = found(list, /`(\w+)`/g);
    const inAll = readdirSync(join(root, 'apps/api/src')).filter((name) =>
      [`apps/web/src/features/${name}`, `e2e/stories/${name}.spec.ts`].every((path) => existsSync(join(root, path))),
    );
    expect(names).toEqual(inAll.toSorted());
  });

  it('operator commands of docs/operating.md are those of the command line', () => {
    const [, list = ''] = /^## Administration\n([^]*?)^## /m.exec(read('docs/operating.md')) ?? [];
    const documented = found(list, /`([a-z][a-z-]*)(?: [^`]*)?`/g);
    const [, usage = ''] = /usage = `([^`]*)`/.exec(read('apps/api/src/cli/commands.ts')) ?? [];
    const known = found(usage, /^ {2}([a-z][a-z-]*) /gm);
    expect(known.length).toBeGreaterThan(8);
    expect(known.filter((name) => !documented.includes(name))).toEqual([]);
  });
});

describe('links', () => {
  it.each(pages)('of %s have a target', (path) => {
    const targets = found(read(path), /\]\((?!https?:|mailto:|#)([^)#]+)/g);
    expect(targets.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
  });

  it.each(pages)('of %s have a target section', (path) => {
    const anchors = Array.from(read(path).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g), ([, file = '', anchor = '']) => ({
      file: file === '' ? path : join(dirname(path), file),
      anchor,
    }));
    const missing = anchors.filter(
      ({ file, anchor }) =>
        !found(read(file), /^#+ (.+)$/gm)
          .map((title) =>
            title
              .toLowerCase()
              .replaceAll(/[^\w\s-]/g, '')
              .replaceAll(/\s/g, '-'),
          )
          .includes(anchor),
    );
    expect(missing).toEqual([]);
  });
});
