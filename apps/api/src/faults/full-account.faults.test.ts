/** Many concurrent reads of an account at its quotas: the process survives and serves others. */
import { openDatabase } from '@nuances/db/client';
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { type Product, startProduct } from '../testing/product.ts';
import { isWhole, report } from './env.ts';

/** The short form is a quarter of the account in a quarter of the heap: without the limits the process would crash. */
const whole = { scans: 20_000, notes: 20_000, sealedBytes: 64 * 2 ** 20, heapMb: 512 };
const short = { scans: 5_000, notes: 5_000, sealedBytes: 16 * 2 ** 20, heapMb: 160 };
const account = isWhole ? whole : short;
const atOnce = 6;
/** Limits in the long form. */
const healthWithinMs = 2_000;

let database: TestDatabase;
let product: Product;
let token: string;
const agent = new Agent({ maxSockets: 64 });

const credentials = { username: 'full_account', password: 'Correct-horse-7!' };

async function post(path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${product.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
}

/** Fills the account up to its quotas by SQL; over HTTP it would take too long. */
async function fill(): Promise<void> {
  const handle = openDatabase(database.url, { max: 1, applicationName: 'nuances-fill' });
  const { sql } = handle;
  // 32 characters each; envelopes are random bytes, which do not compress.
  const pieces = Math.floor(account.sealedBytes / account.notes / 32);
  try {
    await sql`set statement_timeout = 0`;
    const [user] = await sql<{ id: string }[]>`select id from users where username = ${credentials.username}`;
    const id = user?.id ?? '';
    await sql`
      insert into notes (user_id, id, title_sealed, text_sealed, category_id, revision, created_at, updated_at)
      select ${id}, gen_random_uuid(), '',
        (select string_agg(md5(random()::text || i || j), '') from generate_series(1, ${pieces}::int) j),
        'red', 1, now() - make_interval(mins => i), now()
      from generate_series(1, ${account.notes}::int) i`;
    await sql`
      insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at)
      select ${id}, gen_random_uuid(), '{1,2,3,4,5,6,7}', -14, 60, now() - make_interval(mins => i), now()
      from generate_series(1, ${account.scans}::int) i`;
  } finally {
    await handle.close();
  }
}

beforeAll(async () => {
  database = await testDatabase();
  product = await startProduct({
    databaseUrl: database.url,
    env: { NODE_OPTIONS: `--max-old-space-size=${account.heapMb}` },
  });
  await post('/api/auth/signup', { ...credentials, email: 'full@example.org' });
  token = z.object({ shortToken: z.string() }).parse(await post('/api/auth/login', credentials)).shortToken;
  await fill();
}, 300_000);
afterAll(async () => {
  agent.destroy();
  await product.discard();
  await database.drop();
});

interface Answer {
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
  readonly end: string;
}

/** Reads an answer without keeping it. */
function read(path: string, signed = true): Promise<Answer> {
  const began = performance.now();
  const headers = signed ? { authorization: `Bearer ${token}` } : {};
  return new Promise((resolve, reject) => {
    const request = get(`${product.url}${path}`, { agent, headers }, (response) => {
      let bytes = 0;
      let end = '';
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        end = (end + chunk.subarray(-40).toString()).slice(-40);
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, bytes, end, ms: performance.now() - began });
      });
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

async function memoryMb(): Promise<number> {
  const status = await readFile(`/proc/${product.child.pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Polls the health check while `work` runs; returns the longest time, ms. */
async function healthDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  void work.finally(() => (isOver = true)).catch(() => undefined);
  let longest = 0;
  do {
    const { status, ms } = await read('/api/health', false);
    expect(status).toBe(200);
    longest = Math.max(longest, ms);
    await new Promise((resolve) => setTimeout(resolve, 50));
  } while (!isOver);
  return longest;
}

const rounds = {
  'all notes over REST': ['/api/notes/all'],
  'all notes over tRPC, with an input': ['/trpc/notes.all?input=%7B%7D'],
  'exports, notes and scans': ['/trpc/profile.exportData', '/api/notes/all', '/api/results?source=stats'],
} as const;

it.each(Object.entries(rounds))(`${atOnce} at once: %s`, { timeout: 240_000 }, async (name, paths) => {
  const reads = Promise.all(
    Array.from({ length: atOnce }, async (_, index) => ({
      path: paths[index % paths.length] ?? '',
      ...(await read(paths[index % paths.length] ?? '')),
    })),
  );
  const health = await healthDuring(reads);
  const answers = await reads;
  report(
    `${name}: ${answers.map(({ status, bytes, ms }) => `${status} ${Math.round(bytes / 2 ** 20)} MiB ${Math.round(ms)} ms`).join(', ')}; health within ${Math.round(health)} ms; ${Math.round(await memoryMb())} MiB at most`,
  );
  expect(product.child.exitCode).toBeNull();
  // Two at a time are served; the rest waits, or is answered 503.
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
  for (const { path, status, bytes, end } of answers) {
    expect([200, 503]).toContain(status);
    if (status !== 200 || path.startsWith('/api/results')) continue;
    expect(bytes).toBeGreaterThan(account.sealedBytes * 0.95);
    expect(end.endsWith('}')).toBe(true);
  }
  if (isWhole) expect(health).toBeLessThan(healthWithinMs);
});
