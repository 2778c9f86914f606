import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

const room = fileURLToPath(new URL('..', import.meta.url));
/** Inside the room, so that the bundle finds its dependencies; ignored by git. */
const outDir = join(room, 'node_modules', '.main-test');
let database: TestDatabase;
let dataDir: string;
let children: ChildProcess[] = [];

beforeAll(async () => {
  await build({ root: room, build: { outDir } });
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'nuances-main-'));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
  await rm(outDir, { recursive: true });
});

function run(env: Record<string, string>, file = 'main.js', ...words: string[]) {
  const child = spawn(process.execPath, [join(outDir, file), ...words], {
    env: { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: database.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.err += String(chunk)));
  const ended = once(child, 'close').then(([code]: unknown[]) => code);
  const url = async () => {
    await expect.poll(() => said.out, { timeout: 15_000 }).toContain('\n');
    return said.out.trim().replace('Nuances is ready: ', '');
  };
  return { child, said, ended, url };
}

it('prints one line with its address, serves, and ends in order with requests answered', async () => {
  const first = run({});
  const url = await first.url();
  expect(first.said.out).toMatch(/^Nuances is ready: http:\/\/localhost:\d+\n$/);
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);

  const body = { username: 'starter', email: 'starter@example.org', password: 'Correct-horse-7!' };
  const signup = () =>
    fetch(`${url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await signup()).status).toBe(201);
  await expect.poll(() => first.said.err, { timeout: 10_000 }).toContain('.json');
  expect(await readdir(join(dataDir, 'outbox'))).toEqual([expect.stringMatching(/^\d{4}-.*\.json$/)]);
  expect(first.said.err).not.toMatch(/auth\/verify|starter/);

  const port = new URL(url).port;
  const second = run({ PORT: port });
  expect(await second.ended).toBe(1);
  expect(second.said.err).toContain(`Port ${port} on 127.0.0.1 is in use`);
  expect(second.said.out).toBe('');

  const inFlight = Array.from({ length: 5 }, signup);
  await new Promise((resolve) => setTimeout(resolve, 20));
  first.child.kill('SIGTERM');
  for (const answer of await Promise.all(inFlight)) expect(answer.status).toBe(409);
  expect(await first.ended).toBe(0);
}, 40_000);

it('has the command line beside it', async () => {
  const admin = run({}, 'admin.js', 'grant', 'starter');
  expect(await admin.ended).toBe(0);
  expect(admin.said).toEqual({ out: 'starter is an administrator now.\n', err: '' });
}, 20_000);

it('refuses a database that another master key sealed', async () => {
  const wrong = run({ MASTER_KEY: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1ff' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.said.err).toContain('another master key');
  expect(wrong.said.out).toBe('');
}, 20_000);

it('lists what is wrong with the environment', async () => {
  const wrong = run({ PORT: 'x', LOG_LEVEL: 'loud' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.said.err).toMatch(/PORT must be[\s\S]*LOG_LEVEL must be/);
});
