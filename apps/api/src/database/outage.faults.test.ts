import { randomBytes, randomUUID } from 'node:crypto';
import { it } from 'vitest';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../testing/database-proxy.ts';

/** An app whose database is behind a proxy that can be cut or slowed. */
async function withProxiedApp(use: (t: TestApp, proxy: DatabaseProxy) => Promise<void>): Promise<void> {
  let proxy: DatabaseProxy | undefined;
  const t = await testApp({
    databaseUrl: async (url) => {
      proxy = await openDatabaseProxy(url);
      return proxy.url;
    },
  });
  if (!proxy) throw new Error('the app did not ask for its database');
  try {
    await use(t, proxy);
  } finally {
    await proxy.cut(); // first, or the pool would wait for what no longer comes
    await t.close();
  }
}

// Concurrently: each waits for its own database most of the time.
it.concurrent('answers 503 while the database is away and serves again by itself once it is back', ({ expect }) =>
  withProxiedApp(async ({ http, alice }, proxy) => {
    const token = alice.shortToken;
    const list = () => http('GET', '/api/results?source=history', { token, language: 'fr' });
    expect((await list()).status).toBe(200);

    await proxy.cut();
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

    await proxy.join();
    await expect.poll(async () => (await http('GET', '/api/health')).status, { timeout: 5_000 }).toBe(200);
    expect((await list()).status).toBe(200);
  }));

it.concurrent('lets nobody wait for a database that stalls', ({ expect }) =>
  withProxiedApp(async ({ http, alice }, proxy) => {
    const token = alice.shortToken;
    expect((await http('GET', '/api/health')).status).toBe(200);
    proxy.stall();
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
  }));

it.concurrent('forms no long queue before a database that is far away', ({ expect }) =>
  withProxiedApp(async ({ http, alice }, proxy) => {
    const token = alice.shortToken;
    const scan = { answers: [1, 2, 3, 4, 5, 6, 7], duration: 30 };
    const sealed = Buffer.alloc(40, 1).toString('base64');
    const ids = Array.from({ length: 40 }, () => randomUUID());
    const changeNote = (index = 0) => {
      const note = { text: randomBytes(40).toString('base64'), categoryId: 'other' };
      return http('PUT', `/api/notes/${ids[index % ids.length]}`, { token, body: note });
    };
    // Every connection is open and has prepared its statements.
    await Promise.all(ids.map(() => http('POST', '/api/results', { token, body: scan })));
    for (const _id of ids)
      await http('POST', '/api/notes', { token, body: { _id, text: sealed, categoryId: 'other' } });
    await Promise.all(ids.map((_id, index) => changeNote(index)));
    proxy.slow(250); // in each direction
    // A change of a note is a transaction, which keeps a connection to itself; single statements share connections.
    const calls = [
      () => http('GET', '/api/health'),
      () => http('GET', '/api/results?source=stats', { token }),
      () => http('GET', '/api/results?source=history', { token }),
      () => http('POST', '/api/results', { token, body: scan }),
      () => changeNote(),
    ];
    const one = await Promise.all(calls.map((call) => call()));
    expect(one.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200]);

    // Repeatedly far more transactions than connections.
    const answers = await Promise.all(Array.from({ length: 150 }, (_, index) => changeNote(index)));
    const statuses = answers.map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    for (const answer of answers)
      if (answer.status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);

    // The pool has recovered: the next calls are served, those in a transaction too.
    const next = await Promise.all(calls.map((call) => call()));
    expect(next.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200]);
  }));
