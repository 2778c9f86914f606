import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing.ts';
import { openDriver } from '../driver.ts';

/** Authentication requests of the protocol: `R`, length, code. */
const clearText = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
const md5 = Buffer.from([0x52, 0, 0, 0, 12, 0, 0, 0, 5, 1, 2, 3, 4]);

const password = 'the-password';

/** A certificate that nobody has signed. */
function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'nuances-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=impostor'];
  execFileSync('openssl', ['req', ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}

interface Impostor {
  /** Encrypts when it is asked to. */
  readonly certificate?: ReturnType<typeof makeCertificate>;
}

/** A fake server: answers every startup message with the same request, byte by byte, and records what it receives. */
async function startImpostor(request: Buffer, { certificate }: Impostor = {}) {
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const speak = (plain: Socket) =>
      plain.once('data', () => {
        plain.on('data', (chunk) => received.push(chunk));
        plain.setNoDelay(true);
        for (const byte of request) plain.write(Buffer.of(byte));
      });
    if (!certificate) return void speak(socket);
    socket.once('data', () => {
      socket.write('S');
      speak(new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => undefined));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `postgres://nuances:${password}@127.0.0.1:${port}/postgres`,
    received: () => Buffer.concat(received).toString('latin1'),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

let impostor: Awaited<ReturnType<typeof startImpostor>>;
afterEach(() => impostor.close());

const options = { max: 1, connect_timeout: 1, backoff: () => 0 };

/** What the driver is told of a server that asks for the password. */
const refused = { code: 'CONNECTION_DESTROYED', message: expect.stringContaining('clear text') };

it.each([
  ['at once', clearText],
  ['after a notice', Buffer.concat([Buffer.from([0x4e, 0, 0, 0, 5, 0]), clearText])],
])('gives no password to a server that asks for it in clear text, %s', async (_when, request) => {
  impostor = await startImpostor(request);
  const sql = openDriver(impostor.url, options);
  // Again on a connection of the same pool.
  for (let tries = 0; tries < 3; tries += 1) await expect(sql`select 1`).rejects.toMatchObject(refused);
  expect(impostor.received()).toBe('');
  await sql.end({ timeout: 1 });
});

it('gives none through TLS either, and sends nothing to a server that is not the one it names', async () => {
  impostor = await startImpostor(clearText, { certificate: makeCertificate() });
  const encrypted = openDriver(`${impostor.url}?sslmode=require`, options);
  await expect(encrypted`select 1`).rejects.toMatchObject(refused);
  const verified = openDriver(`${impostor.url}?sslmode=verify-full`, options);
  await expect(verified`select 1`).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(impostor.received()).toBe('');
  await Promise.all([encrypted, verified].map((sql) => sql.end({ timeout: 1 })));
});

it('does without TLS only where that is asked for', async () => {
  impostor = await startImpostor(md5);
  const sql = openDriver(`${impostor.url}?sslmode=require`, options);
  await expect(sql`select 1`).rejects.toThrow('does not encrypt');
  expect(impostor.received()).toBe('');
  await sql.end({ timeout: 1 });
});

it('says of a server that does not answer at all, asked for TLS, that it is away', async () => {
  impostor = await startImpostor(Buffer.alloc(0));
  const sql = openDriver(`${impostor.url}?sslmode=require`, options);
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
  await sql.end({ timeout: 1 });
});

it('control: the driver itself sends it', async () => {
  impostor = await startImpostor(clearText);
  const sql = postgres(impostor.url, options);
  const query = expect(sql`select 1`).rejects.toBeInstanceOf(Error);
  await expect.poll(() => impostor.received()).toContain(password);
  await sql.end({ timeout: 0 });
  await query;
});

it('answers an MD5 challenge with a hash', async () => {
  impostor = await startImpostor(md5);
  const sql = openDriver(impostor.url, options);
  const query = expect(sql`select 1`).rejects.toBeInstanceOf(Error);
  await expect.poll(() => impostor.received()).toMatch(/^p.*md5[0-9a-f]{32}/s);
  expect(impostor.received()).not.toContain(password);
  await sql.end({ timeout: 0 });
  await query;
});

let database: TestDatabase;
beforeEach(async () => (database = await testDatabase({ migrated: false })));
afterEach(() => database.drop());

it('answers the challenge of a real server', async () => {
  impostor = await startImpostor(clearText);
  const sql = openDriver(database.url, options);
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  await sql.end();
});
