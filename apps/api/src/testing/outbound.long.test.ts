/** Outbound connections (SSRF): only the database and the mail provider. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createResendTransport } from '../mail/resend-transport.ts';
import { procedures } from '../http/procedures.ts';
import { inputFields, trpcRequest } from './calls.ts';
import { testApp, type TestApp } from './test-app.ts';

let t: TestApp;
/** Answers and records every request. */
let provider: Server;
let canary: Server;
const mailed: string[] = [];
const lured: string[] = [];
/** Where connections were opened to since the test began. */
const opened: string[] = [];

async function listening(asked: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end('{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Node tells of every connection that this process opens, before it is open. */
function watch(message: unknown): void {
  const socket: unknown = Object(message).socket;
  if (!(socket instanceof Socket)) return;
  socket.once('lookup', (_error, _address, _family, host: string) => opened.push(`name ${host}`));
  // At `connect` a socket that was already destroyed has forgotten its peer.
  // A socket of the database in a file has no port, and leads to no other machine.
  socket.on('connectionAttempt', (address: string, port?: number) => {
    if (port !== undefined) opened.push(`${address}:${port}`);
  });
  socket.once('error', () => opened.push('failed'));
}

beforeAll(async () => {
  provider = await listening(mailed);
  canary = await listening(lured);
  t = await testApp({
    appUrl: 'https://nuances.example',
    transport: createResendTransport({
      apiKey: 're_test',
      from: 'n@example.org',
      baseUrl: `http://127.0.0.1:${portOf(provider)}`,
    }),
  });
  subscribe('net.client.socket', watch);
});
afterAll(async () => {
  unsubscribe('net.client.socket', watch);
  await t.close();
  for (const server of [provider, canary]) {
    server.closeAllConnections();
    server.close();
  }
});

/** A valid profile and sign-up with a lure URL in every text. */
const sound = (lure: string) => ({
  firstName: 'Léa',
  lastName: 'Martin',
  email: 'lured@example.org',
  dateOfBirth: '1990-04-01',
  countryOfResidency: 'France',
  passion: lure,
  mission: lure,
  vocation: lure,
  profession: lure,
  birthPlace: lure,
});

it('H2: connects only to its database and the mail provider, whatever the input is', async () => {
  const home = `127.0.0.1:${portOf(canary)}`;
  const lures = [
    `http://${home}/`,
    `//${home}/`,
    `http://localhost:${portOf(canary)}/`,
    `gopher://${home}/_x`,
    `file:///etc/passwd`,
    `jar:http://${home}!/`,
    `<img src="http://${home}/">`,
    `\${jndi:ldap://${home}/a}`,
    `lea@[127.0.0.1:${portOf(canary)}]`,
  ];
  const headers = (lure: string) => ({
    host: home,
    'x-forwarded-host': home,
    forwarded: `host=${home}`,
    'x-forwarded-for': home,
    referer: lure,
    origin: `http://${home}`,
    'user-agent': lure,
    'x-original-url': lure,
    'x-callback-url': lure,
    'accept-language': lure,
  });
  let calls = 0;
  for (const lure of lures) {
    for (const procedure of procedures) {
      const input = Object.fromEntries(inputFields(procedure).names.map((field) => [field, lure]));
      for (const token of [undefined, t.alice.shortToken]) {
        if (procedure.name === 'auth.logout') continue; // would end the session
        await t.http(...trpcRequest(procedure, input, { token, headers: headers(lure) }));
        calls += 1;
      }
    }
    // Stored inputs, and inputs that cause mails.
    const saved = await t.http('PUT', '/api/profile', {
      token: t.bob.shortToken,
      body: sound(lure),
      headers: headers(lure),
    });
    expect(saved.status).toBe(200);
    for (const path of [lure, encodeURIComponent(lure)]) await t.http('GET', `/${path}`, { headers: headers(lure) });
    await t.http('GET', `http://${home}/api/health`);
  }
  await t.outbox.flush();
  await t.outbox.flush();
  expect(calls).toBeGreaterThan(200);
  expect(mailed.length).toBeGreaterThan(0);
  expect(lured).toEqual([]);
  const database = new URL(t.databaseUrl);
  const allowed = new Set([`${database.hostname}:${database.port}`, `127.0.0.1:${portOf(provider)}`, 'name 127.0.0.1']);
  expect(opened.filter((place) => !allowed.has(place) && place !== `name ${database.hostname}`)).toEqual([]);
  expect(opened).toContain(`127.0.0.1:${portOf(provider)}`); // control: connections are recorded
}, 180_000);

it('control: a planted call is detected', async () => {
  opened.length = 0;
  await (await fetch(`http://localhost:${portOf(canary)}/planted`)).text();
  expect(lured).toEqual(['/planted']);
  expect(opened).toContain(`127.0.0.1:${portOf(canary)}`);
});
