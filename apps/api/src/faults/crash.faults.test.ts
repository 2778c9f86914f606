/**
 * Crashes of the product and of its database, and a SIGTERM, while clients write. Afterwards every acknowledged write
 * is stored once, unchanged, for its owner only.
 */
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHttpClient } from '../testing/http-client.ts';
import { type Ledger, openLedger } from '../testing/ledger.ts';
import { password } from '../testing/ledger-writer.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { isWhole, report } from './env.ts';

const times = isWhole ? { product: 20, database: 10, signal: 5 } : { product: 1, database: 1, signal: 1 };
/** Limits in the long form, milliseconds. */
const aims = { readyMs: 3_000, healthyMs: 5_000, endMs: 10_000 };
const people = isWhole ? 16 : 6;
const seed = 20_261_120;
/** How long clients write before each fault, milliseconds. */
const calmMs = isWhole ? 1_000 : 500;
const sound = { missing: 0, duplicates: 0, altered: 0, foreign: 0 };

let dataDir: string;
let product: Product;
let ledger: Ledger;

/** The product on the same port and data, with a database of its own. */
const start = (port: number) => startProduct({ dataDir, env: { PORT: String(port) } });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nuances-crash-'));
  // Started as root, the database runs under another account, which has to pass through.
  await chmod(dataDir, 0o711);
  product = await start(0);
  ledger = await openLedger(product.port, { people, seed });
}, 120_000);

afterAll(async () => {
  ledger.close();
  // In order, so that its database ends with it.
  const ended = once(product.child, 'exit');
  product.child.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
});

/** Clients write while the fault happens; then the audit runs. */
async function writingWhile(what: string, work: () => Promise<string>): Promise<void> {
  const before = ledger.acknowledged();
  const began = performance.now();
  const done = work();
  const [said] = await Promise.all([done, ledger.write(done)]);
  const seconds = (performance.now() - began) / 1_000;
  const { total, ...found } = await ledger.audit();
  const count = ledger.acknowledged() - before;
  const books = Object.entries(found).map(([name, number]) => `${name} ${number}`);
  const pace = Math.round(count / seconds);
  report(`${what}: ${said}; ${count} calls acknowledged, ${pace} a second; of ${total} things ${books.join(', ')}`);
  expect(found).toEqual(sound);
  expect(total).toBeGreaterThan(0);
}

async function isHealthy(): Promise<boolean> {
  const client = openHttpClient(product.port, 1);
  const answer = await client.request({ method: 'GET', path: '/api/health' }).catch(() => null);
  client.close();
  return answer?.status === 200;
}

it('kill -9 of the product', async () => {
  let longestMs = 0;
  await writingWhile(`${times.product} kills of the product`, async () => {
    for (let turn = 0; turn < times.product; turn += 1) {
      await sleep(calmMs);
      const ended = once(product.child, 'exit');
      product.child.kill('SIGKILL');
      await ended;
      const began = performance.now();
      product = await start(product.port);
      longestMs = Math.max(longestMs, performance.now() - began);
    }
    await sleep(calmMs);
    return `ready again after at most ${Math.round(longestMs)} ms`;
  });
  if (isWhole) expect(longestMs).toBeLessThan(aims.readyMs);
}, 300_000);

it('kill -9 of the database', async () => {
  let longestMs = 0;
  const { child } = product;
  await writingWhile(`${times.database} kills of the database`, async () => {
    for (let turn = 0; turn < times.database; turn += 1) {
      await sleep(calmMs);
      const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
      const began = performance.now();
      await sleep(50);
      while (!(await isHealthy())) await sleep(50);
      longestMs = Math.max(longestMs, performance.now() - began);
    }
    await sleep(calmMs);
    return `healthy again after at most ${Math.round(longestMs)} ms`;
  });
  expect(child.exitCode).toBeNull();
  // While the database is unavailable the answer is 503, never 500.
  expect(ledger.met.get('503')).toBeGreaterThan(0);
  expect(ledger.met.get('503 without Retry-After')).toBeUndefined();
  expect(ledger.met.get('500')).toBeUndefined();
  if (isWhole) expect(longestMs).toBeLessThan(aims.healthyMs);
}, 300_000);

it('SIGTERM', async () => {
  let longestMs = 0;
  await writingWhile(`${times.signal} SIGTERMs`, async () => {
    for (let turn = 0; turn < times.signal; turn += 1) {
      await sleep(calmMs);
      const ended = once(product.child, 'exit');
      const began = performance.now();
      product.child.kill('SIGTERM');
      const [code]: unknown[] = await ended;
      longestMs = Math.max(longestMs, performance.now() - began);
      expect(code).toBe(0);
      product = await start(product.port);
    }
    await sleep(calmMs);
    return `ended in order after at most ${Math.round(longestMs)} ms`;
  });
  if (isWhole) expect(longestMs).toBeLessThan(aims.endMs);
}, 300_000);

it('control: the audit finds lost, duplicated, changed and misplaced items', async () => {
  const books = await openLedger(product.port, { people: 2, seed: seed + 1_000 });
  await books.write(sleep(500));
  expect(await books.audit()).toMatchObject(sound);

  const client = openHttpClient(product.port, 2);
  const signIn = async (index: number) => {
    const body = { username: `writer_${seed + 1_000}_${index}`, password };
    const { json } = await client.request({ method: 'POST', path: '/api/auth/login', body });
    return { authorization: `Bearer ${Object(json).shortToken}` };
  };
  const [first, second] = [await signIn(0), await signIn(1)];
  const scansOf = async (headers: typeof first): Promise<{ _id: string; answers: number[] }[]> =>
    Object((await client.request({ method: 'GET', path: '/api/results?source=stats', headers })).json);
  const [lost, changed] = await scansOf(first);
  const [misplaced] = await scansOf(second);
  if (!lost || !changed || !misplaced) throw new Error('Nobody has written anything');
  const remove = (_id: string) => client.request({ method: 'DELETE', path: `/api/results/${_id}`, headers: first });
  const save = (body: object) => client.request({ method: 'POST', path: '/api/results', headers: first, body });
  await remove(lost._id);
  await remove(changed._id);
  await save({ _id: changed._id, answers: changed.answers.map((answer) => (answer % 10) + 1) });
  await save({ _id: misplaced._id, answers: misplaced.answers });
  await save({ answers: [1, 2, 3, 4, 5, 6, 7] });
  expect(await books.audit()).toMatchObject({ missing: 1, duplicates: 1, altered: 1, foreign: 1 });
  client.close();
  books.close();
});
