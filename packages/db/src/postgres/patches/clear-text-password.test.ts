import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing.ts';
import { openDriver } from '../driver.ts';

/** Authentication requests of the protocol: `R`, length, code. */
const clearText = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
const md5 = Buffer.from([0x52, 0, 0, 0, 12, 0, 0, 0, 5, 1, 2, 3, 4]);

const password = 'the-password';

/** A fake server: answers every startup message with the same request, and records what it receives. */
async function startImpostor(request: Buffer) {
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.on('data', (chunk) => received.push(chunk));
      socket.write(request);
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

it('gives no password to a server that asks for it in clear text', async () => {
  impostor = await startImpostor(clearText);
  const sql = openDriver(impostor.url, options);
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
  expect(impostor.received()).toBe('');
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
