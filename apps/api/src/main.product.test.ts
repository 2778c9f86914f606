import { openDriver } from '@nuances/db/postgres/driver';
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { productBundle } from './testing/bundle.ts';
import { startScript } from './testing/script.ts';

let bundle: string;
let database: TestDatabase;
let dataDir: string;
let children: ChildProcess[] = [];

beforeAll(async () => {
  bundle = await productBundle();
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
});

function run(env: Record<string, string>, file = 'main.cjs', ...words: string[]) {
  const { child, said, ended } = startScript([join(bundle, file), ...words], {
    env: { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: database.url, DRAIN_S: '0', ...env },
  });
  children.push(child);
  const url = async () => {
    await expect.poll(() => said.out, { timeout: 15_000 }).toContain('\n');
    return said.out.trim().replace('Nuances is ready: ', '');
  };
  return { child, said, ended, url };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return String(typeof address === 'object' ? address?.port : 0);
}

it('prints one line with its URL, serves, and shuts down gracefully', async () => {
  const metricsPort = await freePort();
  const first = run({ METRICS_PORT: metricsPort });
  const url = await first.url();
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(await metrics.text()).toContain('nuances_database_up 1');
  expect(first.said.out).toMatch(/^Nuances is ready: http:\/\/localhost:\d+\n$/);
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);

  const body = { username: 'starter', email: 'starter@example.org', password: 'Correct-horse-7!' };
  const post = (path: string, sent: object) =>
    fetch(`${url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    });
  expect((await post('signup', body)).status).toBe(201);
  await expect.poll(() => first.said.err, { timeout: 10_000 }).toContain('.json');
  expect(await readdir(join(dataDir, 'outbox'))).toEqual([expect.stringMatching(/^\d{4}-.*\.json$/)]);
  expect(first.said.err).not.toMatch(/auth\/verify|starter/);

  const port = new URL(url).port;
  const second = run({ PORT: port });
  expect(await second.ended).toBe(1);
  expect(second.said.err).toContain(`Port ${port} on 127.0.0.1 is in use`);
  expect(second.said.out).toBe('');
  const third = run({ METRICS_PORT: metricsPort });
  expect(await third.ended).toBe(1);
  expect(third.said.err).toContain(`METRICS_PORT=${Number(metricsPort) + 1} npm start`);

  // Connections that are open already: a request on them has arrived before the answer to a later one.
  const health = () => fetch(`${url}/api/health`).then((answer) => answer.text());
  await Promise.all(Array.from({ length: 6 }, health));
  // Each of them computes a hash.
  const inFlight = Array.from({ length: 5 }, () => post('login', { ...body, password: 'Wrong-horse-7!' }));
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  first.child.kill('SIGTERM');
  for (const answer of await Promise.all(inFlight)) expect(answer.status).toBe(401);
  expect(await first.ended).toBe(0);
});

/** The files whose code a start and an end ran, as V8 tells them. */
async function filesRun(env: Record<string, string>): Promise<string[]> {
  const reports = await mkdtemp(join(dataDir, 'coverage-'));
  const product = run({ NODE_V8_COVERAGE: reports, ...env });
  expect(await product.url()).toMatch(/^http:/);
  product.child.kill('SIGTERM');
  expect(await product.ended).toBe(0);
  const [report = ''] = await readdir(reports);
  const { result } = z
    .object({ result: z.array(z.object({ url: z.string() })) })
    .parse(JSON.parse(await readFile(join(reports, report), 'utf8')));
  return result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
}

it('reads few files at its start: its own, and those of packages with a native module', async () => {
  const files = await filesRun({});
  expect(files.length).toBeLessThan(40); // hundreds, when packages are imported
  const own = pathToFileURL(bundle).href;
  const others = files.filter((url) => !url.startsWith(own));
  expect(others.filter((url) => !/node_modules\/(?:argon2|@phc\/format|node-gyp-build)\//.test(url))).toEqual([]);
  expect(others).not.toEqual([]); // control
  // V8 keeps a file with any other character at two bytes for each.
  const code = await Promise.all(files.filter((url) => url.startsWith(own)).map((url) => readFile(new URL(url))));
  expect(code.filter((bytes) => bytes.some((byte) => byte > 0x7f))).toEqual([]);
  // OpenTelemetry is in files of its own.
  const traced = await filesRun({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect(traced.length).toBeGreaterThan(files.length);
});

it('after a SIGTERM answers everything, is not ready and closes connections, then ends', async () => {
  const product = run({ DRAIN_S: '2' });
  const url = await product.url();
  const get = async (path: string) => {
    const answer = await fetch(url + path);
    await answer.text();
    return [answer.status, answer.headers.get('connection')];
  };
  expect(await get('/api/health')).toEqual([200, 'keep-alive']); // control
  product.child.kill('SIGTERM');
  await expect.poll(() => get('/api/health')).toEqual([503, 'close']);
  expect(await get('/api/health/live')).toEqual([200, 'close']);
  expect(await get('/api/openapi.json')).toEqual([200, 'close']);
  expect(product.child.exitCode).toBeNull();
  expect(await product.ended).toBe(0);
  await expect(fetch(`${url}/api/health/live`)).rejects.toThrow('fetch failed');
});

it('a rolling restart loses no request of clients that keep their connections', async () => {
  const names = { MASTER_KEY: '', RATE_LIMIT: '1000000', DRAIN_S: '1' };
  const [first, second] = [run(names), run(names)];
  const urls = [await first.url(), await second.url()];
  const agent = new Agent({ keepAlive: true });
  let ready = 0;
  let isOver = false;
  const seen = { answered: 0, lost: [] as string[], afterSignal: 0 };
  const visit = async () => {
    const sent = request(`${urls[ready]}/api/public/visit`, { agent, method: 'POST' }).end();
    const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) seen.lost.push(String(answer.statusCode));
    answer.resume();
    await once(answer, 'end');
    seen.answered += 1;
    if (first.child.killed) seen.afterSignal += 1;
  };
  /** As a balancer does: asks every 100 ms whether the first instance is ready. */
  const isReady = () => fetch(`${urls[0]}/api/health`).then(({ ok }) => ok);
  const watch = async () => {
    await expect.poll(isReady, { interval: 100, timeout: 20_000 }).toBe(false);
    ready = 1;
  };
  const write = async () => {
    while (!isOver) await visit().catch((error: unknown) => seen.lost.push(String(error)));
  };
  const working = [watch(), ...Array.from({ length: 10 }, write)];
  await expect.poll(() => seen.answered, { timeout: 10_000 }).toBeGreaterThan(50);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  isOver = true;
  await Promise.all(working);
  agent.destroy();
  expect(seen.lost).toEqual([]);
  expect(seen.afterSignal).toBeGreaterThan(10);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

it('refuses a database of a newer version, and leaves it as it is', async () => {
  const newer = await testDatabase();
  const sql = openDriver(newer.url, { max: 1 });
  try {
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4000000000000)`;
    const older = run({ DATABASE_URL: newer.url });
    expect(await older.ended).toBe(1);
    expect(older.said).toEqual({ out: '', err: expect.stringContaining('belongs to a newer Nuances than this one') });
  } finally {
    await sql.end();
    await newer.drop();
  }
});

it('makes its data folder, and refuses to start where the ledger of erased accounts cannot be written', async () => {
  const own = await testDatabase();
  const names = { DATABASE_URL: own.url, MASTER_KEY: randomBytes(32).toString('hex') };
  try {
    const missing = run({ ...names, DATA_DIR: join(dataDir, 'not', 'there') });
    expect((await fetch(`${await missing.url()}/api/health`)).status).toBe(200);
    // The ledger is made soon after the start, from the database.
    await expect.poll(() => readdir(join(dataDir, 'not', 'there'))).toEqual(['erased-accounts.log']);
    missing.child.kill('SIGTERM');
    expect(await missing.ended).toBe(0);
    expect(missing.said.err).not.toContain('ledger');

    // Root may write everywhere, but not where a folder is, nor below a file.
    await mkdir(join(dataDir, 'taken', 'erased-accounts.log'), { recursive: true });
    await writeFile(join(dataDir, 'file'), '');
    for (const folder of ['taken', 'file']) {
      const refused = run({ ...names, DATA_DIR: join(dataDir, folder) });
      expect(await refused.ended).toBe(1);
      expect(refused.said.err).toContain('The ledger of erased accounts cannot be written: E');
      expect(refused.said.out).toBe('');
    }
  } finally {
    await own.drop();
  }
});

it('says what a distribution would do without a change, and lists its commands', async () => {
  const old = await testDatabase({ migrated: false });
  const own = join(dataDir, 'dry');
  const tables = async () => {
    const sql = openDriver(old.url, { max: 1 });
    const rows = await sql`select relname from pg_class where relnamespace = 'public'::regnamespace`;
    await sql.end();
    return rows.length;
  };
  try {
    const dry = run({ DATABASE_URL: old.url, DATA_DIR: own }, 'admin.cjs', 'distribute', '--dry-run');
    expect(await dry.ended).toBe(1);
    expect(dry.said).toEqual({ out: '', err: expect.stringContaining('This PostgreSQL is no Citus cluster') });
    const help = run({ DATABASE_URL: old.url, DATA_DIR: own }, 'admin.cjs', 'grant', '--help');
    expect(await help.ended).toBe(0);
    expect(help.said).toEqual({ out: expect.stringContaining('grant USER'), err: '' });
    expect(await tables()).toBe(0);
    await expect(stat(own)).rejects.toThrow('ENOENT');
    const unknown = run({}, 'admin.cjs', 'dance');
    expect(await unknown.ended).toBe(1);
    expect(unknown.said).toEqual({ out: '', err: expect.stringContaining('grant USER') });
  } finally {
    await old.drop();
  }
});

it('has the command line', async () => {
  const admin = run({}, 'admin.cjs', 'grant', 'starter');
  expect(await admin.ended).toBe(0);
  expect(admin.said).toEqual({
    out: 'starter is an administrator now.\n',
    err: expect.stringMatching(/^\{[^\n]*"event":"role_granted"[^\n]*\n$/),
  });
});

it('refuses a database that another master key sealed', async () => {
  const wrong = run({ MASTER_KEY: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1ff' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.said.err).toContain('another master key');
  expect(wrong.said.out).toBe('');
});

it('sends mails through Resend with a key, and writes no files', async () => {
  const asked: { readonly authorization: string | undefined; readonly body: unknown }[] = [];
  const provider = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ authorization: request.headers.authorization, body: JSON.parse(body) });
      response.setHeader('content-type', 'application/json').end('{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}');
    });
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const address = provider.address();
  const providerPort = typeof address === 'object' ? address?.port : undefined;
  const before = (await readdir(join(dataDir, 'outbox'))).length;
  const sending = run({
    RESEND_API_KEY: 're_main',
    RESEND_BASE_URL: `http://127.0.0.1:${providerPort}`,
    MAIL_FROM: 'Nuances <hello@example.org>',
  });
  try {
    const url = await sending.url();
    await fetch(`${url}/api/auth/resetpassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'starter@example.org' }),
    });
    const link = `${url}/auth/resetpassword/`;
    // The notice of the command above goes out first.
    await expect.poll(() => JSON.stringify(asked), { timeout: 10_000 }).toContain(link);
    for (const one of asked)
      expect(one).toMatchObject({
        authorization: 'Bearer re_main',
        body: { to: 'starter@example.org', from: 'Nuances <hello@example.org>' },
      });
    expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(before);
    sending.child.kill('SIGTERM');
    expect(await sending.ended).toBe(0);
    expect(sending.said.err).not.toMatch(/re_main|starter|resetpassword\//);
  } finally {
    provider.closeAllConnections();
    provider.close();
  }
});

it('refuses to start in production without a mail provider, unless MAIL=file', async () => {
  const masterKey = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1ff';
  const production = { NODE_ENV: 'production', MASTER_KEY: masterKey };
  const refused = run(production);
  expect(await refused.ended).toBe(1);
  expect(refused.said.err).toContain('RESEND_API_KEY is required in production, unless MAIL=file');
  // With MAIL=file the start fails later: at the key, which does not match this database.
  const product = run({ ...production, MAIL: 'file' });
  expect(await product.ended).toBe(1);
  expect(product.said.err).toContain('another master key');
});

it('names the setting that cannot be used', async () => {
  const file = join(dataDir, 'a-file');
  await writeFile(file, '');
  await chmod(dataDir, 0o711); // Started as root, the database runs under another account.
  const wrong = [
    // An address for documents (RFC 5737), which no machine has.
    [{ HOST: '192.0.2.1' }, 'HOST is 192.0.2.1, which is no address of this machine.\n'],
    [{ DATABASE_URL: '', DATA_DIR: file }, `DATA_DIR (${file}) cannot be used: ENOTDIR: not a directory`],
    [
      { DATABASE_URL: '', DATA_DIR: join(dataDir, 'embedded'), BACKUP_AT: '02:15', BACKUP_ENCRYPT_TO: 'age1x' },
      'age1x is no public key of age.',
    ],
  ] as const;
  for (const [env, sentence] of wrong) {
    const refused = run(env);
    expect(await refused.ended).toBe(1);
    expect(refused.said).toEqual({ out: '', err: expect.stringMatching(/^[^\n]*\n$/) });
    expect(refused.said.err).toContain(sentence);
  }
  // The last one made a database.
  const key = join(dataDir, 'embedded', 'master.key');
  await rm(key);
  const keyless = run({ DATABASE_URL: '', DATA_DIR: join(dataDir, 'embedded') });
  expect(await keyless.ended).toBe(1);
  expect(keyless.said.err).toContain(`${key} is missing`);
  await expect(stat(key)).rejects.toThrow('ENOENT');
});

it('lists all errors of the environment', async () => {
  const wrong = run({ PORT: 'x', LOG_LEVEL: 'loud' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.said.err).toMatch(/PORT must be[\s\S]*LOG_LEVEL must be/);
});
