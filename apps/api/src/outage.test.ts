import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { testApp, type TestApp } from './testing/test-app.ts';

/** A wire to the database that can be cut and joined again. */
async function wire(url: string) {
  const target = new URL(url);
  const [databaseHost, databasePort] = [target.hostname, Number(target.port)];
  const open = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let isStalled = false;

  const join = () =>
    new Promise<void>((resolve) => {
      server = createServer((near) => {
        const far = connect(databasePort, databaseHost);
        for (const [from, to] of [
          [near, far],
          [far, near],
        ] as const) {
          open.add(from);
          from.on('error', () => to.destroy());
          from.on('close', () => to.destroy());
          if (!isStalled) from.pipe(to);
        }
      }).listen(port, '127.0.0.1', () => {
        const address = server?.address();
        if (typeof address === 'object' && address) port = address.port;
        resolve();
      });
    });
  /** The line stays up, but nothing comes through any more. */
  const stall = () => {
    isStalled = true;
    for (const socket of open) socket.unpipe().pause();
  };
  const cut = async () => {
    const closed = new Promise((resolve) => server?.close(resolve));
    for (const socket of open) socket.destroy();
    open.clear();
    await closed;
  };

  await join();
  target.hostname = '127.0.0.1';
  target.port = String(port);
  return { url: target.href, join, cut, stall };
}

const wired = () =>
  testApp({
    databaseUrl: async (url) => {
      line = await wire(url);
      return line.url;
    },
  });

let t: TestApp | undefined;
let line: Awaited<ReturnType<typeof wire>>;
afterEach(async () => {
  await line.cut(); // first, or the pool would wait for what no longer comes
  await t?.close();
});

it('answers 503 while the database is away and serves again by itself once it is back', async () => {
  const { http, alice } = (t = await wired());
  const token = alice.shortToken;
  const list = () => http('GET', '/api/results?source=history', { token, language: 'fr' });
  expect((await list()).status).toBe(200);

  await line.cut();
  const sent = await Promise.all([
    list(),
    http('GET', '/api/health'),
    http('POST', '/api/auth/login', { body: { username: 'alice', password: 'Wrong-horse-7!' } }),
    http('GET', '/trpc/results.list?input={"source":"stats"}', { token }),
    http('POST', '/api/public/visit', { token, body: {} }),
  ]);
  for (const answer of sent) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.text).toContain('unavailable');
    expect(answer.text).not.toMatch(/select|127\.0\.0\.1|ECONN|CONNECTION/);
  }
  expect(sent[0]?.json).toMatchObject({ message: expect.stringContaining('service') });

  await line.join();
  await expect.poll(async () => (await http('GET', '/api/health')).status, { timeout: 5_000 }).toBe(200);
  expect((await list()).status).toBe(200);
}, 20_000);

it('lets nobody wait for a database that stalls', async () => {
  const { http, alice } = (t = await wired());
  const token = alice.shortToken;
  expect((await http('GET', '/api/health')).status).toBe(200);
  line.stall();
  const timed = async (path: string) => {
    const began = performance.now();
    const { status } = await http('GET', path, { token });
    return { status, s: Math.round((performance.now() - began) / 1000) };
  };
  const sent = await Promise.all([
    timed('/api/health'),
    timed('/api/results?source=stats'),
    timed('/trpc/results.list?input={"source":"stats"}'),
  ]);
  expect(sent.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(sent[0]?.s).toBeLessThanOrEqual(3);
  for (const { s } of sent) expect(s).toBeLessThanOrEqual(7);
}, 20_000);
