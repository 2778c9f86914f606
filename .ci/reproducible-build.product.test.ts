/** Two builds of one commit, in two folders and two environments, and what one of them serves. */
import { freePort } from '@nuances/db/free-port';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { builtClient } from '../apps/api/src/testing/bundle.ts';
import { cloneInto } from './clone.ts';

// Two builds of the whole app.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const root = dirname(import.meta.dirname);
let home: string;
let first: string;
let second: string;
let product: ChildProcess | undefined;

const environment = (others: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'],
  HOME: home,
  npm_config_offline: 'true',
  ...others,
});

/** Builds and returns what `npm run build:manifest` prints. */
const manifestOf = (clone: string, env: Readonly<Record<string, string>>): string =>
  execFileSync('npm', ['run', '--silent', 'build:manifest'], {
    cwd: clone,
    encoding: 'utf8',
    env: environment(env),
    stdio: ['ignore', 'pipe', 'ignore'],
  });

const builtFiles = (clone: string) => {
  const folder = join(clone, 'apps', 'web', 'dist');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
  return new Map(names.toSorted().map((name) => [name, readFileSync(join(folder, name))]));
};

/** Starts a clone as its reader would, and resolves when it serves. */
async function start(clone: string, port: number): Promise<string> {
  const dataDir = join(home, 'data');
  product = spawn(process.execPath, ['apps/api/start.mjs'], {
    cwd: clone,
    env: environment({ PORT: String(port), DATA_DIR: dataDir, MAIL: 'file', DRAIN_S: '0' }),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  return new Promise((resolve, reject) => {
    product?.once('exit', () => reject(new Error('The product did not start')));
    product?.stdout?.on('data', (piece) => {
      said += String(piece);
      const [, url] = /^Nuances is ready: (\S+)$/m.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

async function stop(): Promise<void> {
  if (!product || product.exitCode !== null) return;
  const ended = once(product, 'exit');
  product.kill('SIGTERM');
  await ended;
}

async function verify(url: string, manifest: string) {
  const cli = join(root, 'packages', 'client', 'dist', 'cli.js');
  const child = spawn(process.execPath, [cli, 'verify', url, '--against', manifest, '--json'], {
    env: environment({ XDG_CONFIG_HOME: home }),
  });
  let out = '';
  child.stdout.on('data', (piece) => (out += String(piece)));
  const [code]: unknown[] = await once(child, 'close');
  return { code, said: JSON.parse(out) as Record<string, unknown> };
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'nuances-build-'));
  // Started as root, PostgreSQL runs under another account.
  chmodSync(home, 0o755);
  first = join(home, 'a');
  second = join(home, 'another folder', 'with a longer name');
  mkdirSync(dirname(second));
  cloneInto(first);
  cloneInto(second);
  await builtClient();
});
afterAll(async () => {
  await stop();
  rmSync(home, { recursive: true, force: true });
});

it('two builds of a commit have the same files, and a server of one passes the list of the other', async () => {
  const mine = manifestOf(first, { TZ: 'UTC', LANG: 'C' });
  const theirs = manifestOf(second, { TZ: 'Pacific/Auckland', LANG: 'fr_FR.UTF-8' });
  expect(theirs).toBe(mine);
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const manifest = JSON.parse(mine) as { commit: string; files: unknown[] };
  expect(manifest.commit).toBe(commit);
  const [files, others] = [builtFiles(first), builtFiles(second)];
  expect([...others.keys()]).toEqual([...files.keys()]);
  expect([...files].filter(([name, bytes]) => !others.get(name)?.equals(bytes)).map(([name]) => name)).toEqual([]);
  expect(files.size).toBeGreaterThan(manifest.files.length);

  const file = join(home, 'mine.json');
  // With what npm writes before it.
  writeFileSync(file, `\n> nuances@0.0.0 build:manifest\n> tsx\n\n${mine}`);
  const url = await start(second, await freePort());
  const answer: unknown = await (await fetch(`${url}/api/build`)).json();
  expect(answer).toEqual(manifest);
  const same = await verify(url, file);
  expect(same).toMatchObject({ code: 0, said: { isSame: true, commit, files: manifest.files.length } });

  await stop();
  const served = join(second, 'apps', 'web', 'dist');
  const [script = ''] = readdirSync(join(served, 'assets')).filter((name) => name.endsWith('.js.br'));
  // Only in the form that browsers ask for; one file less and one more.
  writeFileSync(join(served, 'assets', script), brotliCompressSync('other'));
  writeFileSync(join(served, 'more.js'), '');
  rmSync(join(served, 'app-icon-192.png'));
  const page = join(served, 'help.fr.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('</body>', '<script src="/more.js"></script></body>'));
  const changed = await verify(await start(second, await freePort()), file);
  expect(changed).toMatchObject({
    code: 1,
    said: { isSame: false, missing: ['/app-icon-192.png'], extra: ['/more.js'] },
  });
  expect(changed.said['differing']).toEqual(expect.arrayContaining(['/help (fr)', `/assets/${script.slice(0, -3)}`]));
});
