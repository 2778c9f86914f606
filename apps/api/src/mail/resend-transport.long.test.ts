import { freePort } from '@nuances/db/free-port';
import { mailOutbox } from '@nuances/db/schema';
import { sql } from 'drizzle-orm';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { MailFailed, type OutgoingMail } from './mail.ts';
import { createOutbox } from './outbox.ts';
import { createResendTransport } from './resend-transport.ts';

/** A fake Resend API, with failures. */
type Behaviour = (response: ServerResponse) => void;

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

const problem = (statusCode: number, name: string, message = 'Refused for lea@example.org') => ({
  statusCode,
  name,
  message,
});

const accepts = answer(200, { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' });
const hangs: Behaviour = () => undefined;
const drops: Behaviour = (response) => void response.socket?.destroy();
const breaksOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"id":"4', () => response.socket?.destroy());
};

interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

let behaves: Behaviour = accepts;
const received: Received[] = [];
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request
    .on('data', (part: Buffer) => parts.push(part))
    .on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
      received.push({ path: request.url, headers: request.headers, body });
      behaves(response);
    });
});

let baseUrl = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  behaves = accepts;
  received.length = 0;
});

const mail: OutgoingMail = {
  to: 'lea@example.org',
  subject: 'Hello',
  text: 'https://nuances.example/auth/verify/s3cret',
  html: '<p>text</p>',
  goodForS: 3_600,
};
const { goodForS: _own, ...sent } = mail;
const transportOf = (waitMs = 300) =>
  createResendTransport({ apiKey: 're_test', from: 'Nuances <n@example.org>', baseUrl }, waitMs);
const never = new AbortController().signal;

describe('the transport', () => {
  it('sends a mail under its id, with the key of the installation', async () => {
    await transportOf()('id-1', sent, never);
    expect(received).toMatchObject([
      {
        path: '/emails',
        headers: { authorization: 'Bearer re_test', 'idempotency-key': 'id-1' },
        body: { from: 'Nuances <n@example.org>', ...sent },
      },
    ]);
  });

  const failures: readonly [string, Behaviour, Partial<MailFailed>][] = [
    [
      '429 with seconds',
      answer(429, problem(429, 'rate_limit_exceeded'), { 'retry-after': '7' }),
      { isPermanent: false, retryAfterS: 7 },
    ],
    ['429 alone', answer(429, problem(429, 'daily_quota_exceeded')), { isPermanent: false, retryAfterS: 0 }],
    [
      '500',
      answer(500, problem(500, 'internal_server_error')),
      { isPermanent: false, message: 'Resend 500 internal_server_error' },
    ],
    [
      '502 as a page',
      answer(502, '<html>bad gateway</html>'),
      { isPermanent: false, message: 'Resend 502 application_error' },
    ],
    ['503 without a body', answer(503, ''), { isPermanent: false }],
    ['an answer that names no status', answer(500, {}), { isPermanent: false, message: 'Resend no answer unknown' }],
    ['200 that is no JSON', answer(200, 'yes'), { isPermanent: false }],
    ['200 with nothing', answer(200, 'null'), { isPermanent: false }],
    ['an attempt that still runs', answer(409, problem(409, 'concurrent_idempotent_requests')), { isPermanent: false }],
    ['a hang', hangs, { isPermanent: false, message: 'Resend no answer timeout' }],
    ['a drop', drops, { isPermanent: false, message: 'Resend no answer UND_ERR_SOCKET' }],
    ['an answer that breaks off', breaksOff, { isPermanent: false }],
    [
      '422',
      answer(422, problem(422, 'validation_error')),
      { isPermanent: true, message: 'Resend 422 validation_error' },
    ],
    ['401', answer(401, problem(401, 'missing_api_key')), { isPermanent: false }],
    ['403', answer(403, problem(403, 'invalid_from_address')), { isPermanent: false }],
    [
      'a name with an address',
      answer(400, problem(400, 'lea@example.org')),
      { isPermanent: true, message: 'Resend 400 unknown' },
    ],
  ];

  it.each(failures)('reports %s correctly, and never an address', async (_name, behaviour, failure) => {
    behaves = behaviour;
    const error: unknown = await transportOf()('id-2', sent, never).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(MailFailed);
    expect(error).toMatchObject(failure);
    expect(String(error)).not.toMatch(/lea|s3cret/);
  });

  it('names what a dead name server, or a server that is away, does', async () => {
    const reasonAt = async (address: string) => {
      const transport = createResendTransport({ apiKey: 're_test', from: 'n@example.org', baseUrl: address });
      return String(await transport('id-5', sent, never).catch((caught: unknown) => caught));
    };
    expect(await reasonAt('http://nuances.invalid')).toMatch(/Resend no answer (?:ENOTFOUND|EAI_AGAIN)$/);
    expect(await reasonAt(`http://127.0.0.1:${await freePort()}`)).toMatch(/Resend no answer ECONNREFUSED$/);
  });

  it('reads a Retry-After that is a date', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    behaves = answer(429, problem(429, 'rate_limit_exceeded'), { 'retry-after': date });
    const error: unknown = await transportOf()('id-3', sent, never).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(MailFailed);
    expect(Object(error).retryAfterS).toBeGreaterThan(25);
    expect(Object(error).retryAfterS).toBeLessThanOrEqual(30);
  });

  it('aborts at shutdown', async () => {
    behaves = hangs;
    const ending = new AbortController();
    const patient = createResendTransport({ apiKey: 're_test', from: 'n@example.org', baseUrl });
    const sending = patient('id-4', sent, ending.signal).catch((caught: unknown) => caught);
    await expect.poll(() => received.length).toBe(1);
    ending.abort();
    expect(await sending).toBeInstanceOf(MailFailed);
  });
});

it('R14: nobody waits for a provider that hangs: sign-up and reset answer at once, their mails go out later', async () => {
  behaves = hangs;
  const t = await testApp({ transport: transportOf(4_000) });
  try {
    t.outbox.start();
    const timed = async (path: string, body: object) => {
      const began = performance.now();
      expect((await t.http('POST', path, { body })).status).toBeLessThan(300);
      return performance.now() - began;
    };
    const signup = (index: number) => ({
      username: `waiter_${index}`,
      email: `waiter${index}@example.org`,
      password,
    });
    const times = [];
    for (let index = 0; index < 5; index += 1) {
      times.push(await timed('/api/auth/signup', signup(index)));
      times.push(await timed('/api/auth/resetpassword', { email: 'alice@example.org' }));
    }
    // Half the time of an answer that would wait for the provider.
    expect(times.toSorted((a, b) => a - b)[5]).toBeLessThan(2_000);
    expect(received.length).toBeGreaterThan(0); // the provider was asked meanwhile
    behaves = accepts;
    const back = async () => {
      await t.db.update(mailOutbox).set({ nextAttemptAt: sql`now()` });
      await t.outbox.transaction(async () => undefined);
      return t.db.select().from(mailOutbox);
    };
    await expect.poll(back, { timeout: 30_000 }).toEqual([]);
    const delivered = new Map(received.map(({ headers, body }) => [headers['idempotency-key'], Object(body).to]));
    expect([...delivered.values()].filter((to) => String(to).startsWith('waiter'))).toHaveLength(5);
  } finally {
    await t.close();
  }
});

describe('the outbox with it', () => {
  let t: TestApp;
  const lines: string[] = [];
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());
  afterEach(async () => {
    lines.length = 0;
    await t.db.delete(mailOutbox);
  });

  const boxOf = () =>
    createOutbox({
      db: t.services.db,
      keys: t.masterKeys,
      transport: transportOf(),
      writers: { reset: () => Promise.resolve(null) },
      log: { warn: (details, message) => lines.push(JSON.stringify({ ...details, message })) },
    });
  const enqueue = () => t.services.db.transaction((transaction) => t.outbox.enqueue(transaction, mail));
  const dueNow = () => t.db.update(mailOutbox).set({ nextAttemptAt: sql`now()` });
  const rows = () =>
    t.db
      .select({
        lastError: mailOutbox.lastError,
        givenUp: sql<boolean>`${mailOutbox.givenUpAt} is not null`,
        pauseS: sql<number>`round(extract(epoch from ${mailOutbox.nextAttemptAt} - now()))::int`,
        payload: mailOutbox.payloadSealed,
      })
      .from(mailOutbox);

  it('retries with one idempotency key through every kind of failure', async () => {
    const box = boxOf();
    await enqueue();
    for (const behaviour of [answer(500, problem(500, 'internal_server_error')), hangs, drops, answer(503, '')]) {
      behaves = behaviour;
      expect(await box.flush()).toBe(0);
      await dueNow();
    }
    behaves = accepts;
    expect(await box.flush()).toBe(1);
    expect(received).toHaveLength(5);
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(received.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await rows()).toEqual([]);
    expect(lines.join('')).not.toMatch(/lea|s3cret|re_test/);
  });

  it('respects Retry-After up to a limit', async () => {
    for (const [asked, pauseS] of [
      ['90', 90],
      ['1', 5],
      ['86400', 3_600],
    ] as const) {
      behaves = answer(429, problem(429, 'rate_limit_exceeded'), { 'retry-after': asked });
      await enqueue();
      await boxOf().flush();
      const [row] = await rows();
      expect(Math.abs((row?.pauseS ?? 0) - pauseS)).toBeLessThanOrEqual(1);
      await t.db.delete(mailOutbox);
    }
  });

  it('gives up a refused mail: the reason stays, the payload does not', async () => {
    behaves = answer(422, problem(422, 'validation_error'));
    await enqueue();
    const [before] = await rows();
    const box = boxOf();
    await box.flush();
    await dueNow();
    await box.flush();
    expect(received).toHaveLength(1);
    const [row] = await rows();
    expect(row).toMatchObject({ givenUp: true, lastError: 'Resend 422 validation_error' });
    expect((row?.payload.length ?? 0) * 3).toBeLessThan(before?.payload.length ?? 0);
    await box.removeOld();
    expect(await rows()).toHaveLength(1);
    await t.db.update(mailOutbox).set({ givenUpAt: sql`now() - interval '31 days'` });
    await box.removeOld();
    expect(await rows()).toEqual([]);
  });

  it('does not send a mail whose link has expired', async () => {
    behaves = drops;
    await enqueue();
    const box = boxOf();
    await box.flush();
    await t.db.update(mailOutbox).set({ expiresAt: sql`now()`, nextAttemptAt: sql`now()` });
    behaves = accepts;
    expect(await box.flush()).toBe(0);
    expect(received).toHaveLength(1);
    expect(await rows()).toMatchObject([{ givenUp: true, lastError: 'Expired' }]);
  });

  it('ends within seconds while the provider hangs, and the mail goes out after the next start', async () => {
    behaves = hangs;
    const transport = createResendTransport({ apiKey: 're_test', from: 'n@example.org', baseUrl });
    const box = createOutbox({
      db: t.services.db,
      keys: t.masterKeys,
      transport,
      writers: { reset: () => Promise.resolve(null) },
      log: { warn: () => undefined },
    });
    await enqueue();
    box.start();
    await expect.poll(() => received.length).toBe(1);
    const began = performance.now();
    await box.stop();
    expect(performance.now() - began).toBeLessThan(4_000);
    behaves = accepts;
    await dueNow();
    box.start();
    await expect.poll(rows).toEqual([]);
    await box.stop();
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });
});
