/** Clients that send slowly, and clients that do not read: all others are served meanwhile. */
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { type HttpClient, openHttpClient } from '../testing/http-client.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { isWhole, report } from './env.ts';

const whole = { heads: 10_000, bodies: 1_000, processes: 2 };
const short = { heads: 270, bodies: 30, processes: 1 };
const sizes = isWhole ? whole : short;
/** Limits in the long form. */
const aims = { p99Ms: 100, closedWithinMs: 30_000, memoryMb: 300 };
/** Interval of normal calls, milliseconds. */
const paceMs = 20;

let database: TestDatabase;
let product: Product;
let client: HttpClient;

beforeAll(async () => {
  database = await testDatabase();
  product = await startProduct({ databaseUrl: database.url });
  // Many, so that a slow call does not delay the next ones: one pause would be counted many times.
  client = openHttpClient(product.port, 64);
}, 120_000);
afterAll(async () => {
  client.close();
  await product.discard();
  await database.drop();
});

const countsSchema = z.object({
  closed: z.number(),
  answered: z.record(z.string(), z.number()),
  refused: z.number(),
  longestMs: z.number(),
});

const script = fileURLToPath(new URL('./slow-clients.child.ts', import.meta.url));

/** A part of the slow clients, in a child process; its report after the last one has closed. */
async function attack(index: number): Promise<z.infer<typeof countsSchema>> {
  const share = (count: number) => Math.floor(count / sizes.processes);
  // Other addresses of this machine than its first exist on Linux only.
  const address = process.platform === 'linux' ? 2 + index * 10 : 0;
  const args = [product.port, share(sizes.heads), share(sizes.bodies), address].map(String);
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  return countsSchema.parse(JSON.parse(await text(child.stdout)));
}

/** Resident memory of the product, megabytes; null where it cannot be read. */
async function memoryMb(): Promise<number | null> {
  const status = await readFile(`/proc/${product.child.pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Normal calls at a fixed rate while `work` runs. */
async function meanwhile(work: Promise<unknown>): Promise<{ times: number[]; failed: number; memory: number }> {
  let isOver = false;
  void work.finally(() => (isOver = true));
  const times: number[] = [];
  let failed = 0;
  let memory = 0;
  const calls: Promise<void>[] = [];
  for (let turn = 0; !isOver; turn += 1) {
    // Every other one opens a new connection, as a first visit does.
    const headers: Record<string, string> = turn % 2 === 0 ? {} : { connection: 'close' };
    const call = client.request({ method: 'GET', path: '/api/health', headers }).then(
      ({ status, ms }) => {
        times.push(ms);
        if (status !== 200) failed += 1;
      },
      () => (failed += 1),
    );
    calls.push(call.then(() => undefined));
    if (turn % 25 === 0) memory = Math.max(memory, (await memoryMb()) ?? 0);
    await new Promise((resolve) => setTimeout(resolve, paceMs));
  }
  await Promise.all(calls);
  return { times, failed, memory };
}

it(`${sizes.heads} slow heads and ${sizes.bodies} slow bodies are closed, without effect on others`, async () => {
  for (let turn = 0; turn < 50; turn += 1) await client.request({ method: 'GET', path: '/api/health' });
  const attacks = Promise.all(Array.from({ length: sizes.processes }, (_, index) => attack(index)));
  const { times, failed, memory } = await meanwhile(attacks);
  const attackCounts = await attacks;
  const total = (of: (one: (typeof attackCounts)[number]) => number) =>
    attackCounts.reduce((sum, one) => sum + of(one), 0);
  const longestMs = Math.max(...attackCounts.map((one) => one.longestMs));

  report(
    `slow clients: ${total(({ closed }) => closed)} closed after at most ${Math.round(longestMs)} ms; ` +
      `${times.length} normal calls, median ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, ${failed} failed; ` +
      `at most ${Math.round(memory)} MB`,
  );
  expect(total(({ refused }) => refused)).toBe(0);
  expect(total(({ closed }) => closed)).toBe(sizes.heads + sizes.bodies);
  // They get the answer, unless their last byte crossed it.
  expect(total(({ answered }) => (answered['408'] ?? 0) + (answered['none'] ?? 0))).toBe(sizes.heads + sizes.bodies);
  expect(total(({ answered }) => answered['408'] ?? 0)).toBeGreaterThan(0);
  expect(failed).toBe(0);
  expect(times.length).toBeGreaterThan(50);
  if (isWhole) {
    expect(longestMs).toBeLessThan(aims.closedWithinMs);
    expect(percentile(times, 0.99)).toBeLessThan(aims.p99Ms);
    expect(memory).toBeLessThan(aims.memoryMb);
  }
}, 120_000);

/**
 * Until a client that does not read is disconnected, milliseconds: Node asks after 60 s whether anything of an answer has left since it was
 * last written to, and once more after as long.
 */
const letGoMs = 150_000;
/** Connections that ask for the longest answers there are, thirty times each; in the short form there are none. */
const unreadClients = isWhole ? [200] : [];

it.each(unreadClients)(
  '%i who ask for much and take nothing are let go, and do not fill the memory',
  async (clients) => {
    const request = 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const greedy = Array.from({ length: clients }, () => {
      const socket = connect(product.port, '127.0.0.1', () => socket.pause().write(request.repeat(30)));
      socket.on('error', () => undefined);
      return socket;
    });
    // A paused socket gets no end event; the server's side is counted instead.
    const port = product.port.toString(16).toUpperCase().padStart(4, '0');
    const count = async () =>
      (await readFile(`/proc/${product.child.pid}/net/tcp`, 'utf8')).split('\n').filter((line) => {
        const [, local = '', , state] = line.trim().split(/\s+/);
        return state === '01' && local.endsWith(`:${port}`);
      }).length;
    await expect.poll(count, { timeout: 10_000 }).toBeGreaterThanOrEqual(clients);
    const { times, failed, memory } = await meanwhile(new Promise((resolve) => setTimeout(resolve, letGoMs)));
    const left = await count();
    for (const socket of greedy) socket.destroy();
    report(
      `greedy clients: p99 of normal calls ${percentile(times, 0.99).toFixed(1)} ms, ${failed} failed; at most ${Math.round(memory)} MB; ${left} of ${clients} connections left after ${letGoMs / 1_000} s`,
    );
    expect(failed).toBe(0);
    expect(memory).toBeLessThan(aims.memoryMb);
    // Those of the normal calls stay.
    expect(left).toBeLessThan(20);
  },
  letGoMs + 100_000,
);
