/**
 * Random requests over the whole OpenAPI document: no 5xx, no undeclared answer, no internal detail in an answer.
 * Every request can be reproduced from its seed.
 */
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { errorCode } from '../errors.ts';
import { defaultMaxBodyBytes } from '../http/procedures.ts';
import { openApiDocument } from '../openapi/document.ts';
import { createContract } from '../testing/contract.ts';
import { type Caller, type FuzzedRequest, fuzzedRequest, judge } from '../testing/fuzz.ts';
import { type HttpResponse, type HttpClient, openHttpClient } from '../testing/http-client.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { testApp } from '../testing/test-app.ts';
import { isWhole, report } from './env.ts';

/** Requests at a time, as a busy client sends them. */
const atOnce = 8;
const runs = (isWhole ? 10_000 : 600) / atOnce;
/** Longest time of an answer, milliseconds; only checked in the long form, which runs alone. */
const slowest = 2_000;
const seed = isWhole ? Date.now() % 2 ** 31 : 20_261_120;
const password = 'Nights&Days-7';

const document = openApiDocument();
const contract = createContract(document);

const tokens = z.object({ shortToken: z.string(), refreshToken: z.string() });

/** Sends fuzzed requests as accounts that are created for it. */
async function fuzzers(client: HttpClient, makeAdmin: (username: string) => Promise<unknown>) {
  const post = (path: string, body: object) => client.request({ method: 'POST', path, body });
  const login = async (username: string) => tokens.parse((await post('/api/auth/login', { username, password })).json);
  for (const username of ['ada', 'zoe', 'boss'])
    await post('/api/auth/signup', { username, email: `${username}@example.org`, password, language: 'en' });
  await makeAdmin('boss');
  const [ada, zoe, boss] = [await login('ada'), await login('zoe'), await login('boss')];

  const bearers: Readonly<Record<Caller, string | undefined>> = {
    nobody: undefined,
    stranger: 'Bearer nonsense',
    ada: `Bearer ${ada.shortToken}`,
    zoe: `Bearer ${zoe.shortToken}`,
    admin: `Bearer ${boss.shortToken}`,
    'refresh token': `Bearer ${ada.refreshToken}`,
    damaged: `Bearer ${ada.shortToken.slice(0, -2)}`,
    'no bearer': 'Basic YWRhOk5pZ2h0JkRheTc=',
  };
  /** A session to be ended; none while the logins that were made up have used up what an address may try. */
  const bearerToEnd = async () => {
    const made = tokens.safeParse((await post('/api/auth/login', { username: 'zoe', password })).json);
    return made.success ? `Bearer ${made.data.shortToken}` : undefined;
  };
  /** Null when the server has closed the connection of a body that is too large before its answer could be read. */
  return async (request: FuzzedRequest): Promise<HttpResponse | null> => {
    const { method, path, body, headers, caller } = request;
    // After a logout the rest of the run would not be authenticated.
    const isLogout = /logout/.test(path) && bearers[caller]?.includes('.');
    const bearer = isLogout ? await bearerToEnd() : bearers[caller];
    const asking = client.request({
      method,
      path,
      body,
      headers: { ...(bearer === undefined ? {} : { authorization: bearer }), ...headers },
    });
    return asking.catch((error: unknown) => {
      const isCut = error instanceof Error && ['EPIPE', 'ECONNRESET'].includes(errorCode(error) ?? '');
      if (isCut && (typeof body === 'string' ? body : JSON.stringify(body ?? '')).length > defaultMaxBodyBytes)
        return null;
      throw error;
    });
  };
}

describe('a started product', () => {
  let database: TestDatabase;
  let product: Product;
  let client: HttpClient;

  beforeAll(async () => {
    database = await testDatabase();
    product = await startProduct({ databaseUrl: database.url });
    client = openHttpClient(product.port);
  }, 120_000);
  afterAll(async () => {
    client.close();
    await product.discard();
    await database.drop();
  });

  it(
    'answers every request as the document says',
    async () => {
      const sendRequest = await fuzzers(client, (username) => product.admin('grant', username));
      const statuses = new Map<number, number>();
      let longest = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fuzzedRequest(contract, document), { minLength: atOnce, maxLength: atOnce }),
          async (requests) => {
            const sent = await Promise.all(
              requests.map(async (request) => [request, await sendRequest(request)] as const),
            );
            for (const [request, answer] of sent) {
              if (answer === null) continue;
              statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
              longest = Math.max(longest, answer.ms);
              judge(contract, request, answer);
              if (!isWhole || answer.ms <= slowest) continue;
              // Work of others makes any answer slow; a request that is slow by itself is so again, alone.
              const again = await sendRequest(request);
              if (again && again.ms > slowest) throw new Error(`${request.path} took ${again.ms} ms`);
            }
          },
        ),
        { numRuns: runs, seed, endOnFailure: !isWhole },
      );
      // A fuzzer whose requests are all refused tests nothing.
      const served = (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0);
      const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
      expect(served / total).toBeGreaterThan(0.05);
      report(
        `fuzzer: ${total} requests, seed ${seed}, slowest ${Math.round(longest)} ms, ${[...statuses]
          .toSorted(([a], [b]) => a - b)
          .map(([status, count]) => `${status}: ${count}`)
          .join(', ')}`,
      );
      expect(product.child.exitCode).toBeNull();
      expect(product.said.err).not.toContain('Unknown fault');
    },
    isWhole ? 1_800_000 : 120_000,
  );
});

describe('control: it reports', () => {
  type Plant = (app: FastifyInstance) => void;

  /** The fuzzer's report about an app with a planted fault. */
  async function bark(plant: Plant): Promise<string> {
    const t = await testApp({ plant });
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const address = t.app.server.address();
    const client = openHttpClient(typeof address === 'object' && address ? address.port : 0);
    try {
      const sendRequest = await fuzzers(client, async () => undefined);
      const result = await fc.check(
        fc.asyncProperty(fuzzedRequest(contract, document), async (request) => {
          const answer = await sendRequest(request);
          if (answer) judge(contract, request, answer);
        }),
        { numRuns: 1_500, seed, endOnFailure: true },
      );
      return result.failed ? String(result.errorInstance) : 'nothing';
    } finally {
      client.close();
      await t.close();
    }
  }

  it.each<[string, Plant, RegExp]>([
    [
      'a fault behind one kind of input',
      (app) =>
        app.addHook('preHandler', async ({ body }) => {
          if (/[\u{1F469}\u202E]/u.test(JSON.stringify(body) ?? '')) throw new Error('relation "scans" does not exist');
        }),
      /answered 500/,
    ],
    [
      'a status that is not declared',
      (app) =>
        app.addHook('onRequest', async (request, reply) => {
          if (request.headers['content-encoding'] === 'gzip') await reply.code(422).send({});
        }),
      /does not declare 422|answered 422/,
    ],
    [
      'a header that is not declared',
      (app) => app.addHook('onSend', async (_request, reply) => void reply.header('x-powered-by', 'us')),
      /answered/,
    ],
    [
      'a shape that is not declared',
      (app) =>
        app.addHook('onSend', async (_request, reply, payload) =>
          reply.statusCode === 200 && typeof payload === 'string' ? payload.replace(/^\{/, '{"more":1,') : payload,
        ),
      /answered 200/,
    ],
    [
      'a stack in a message',
      (app) =>
        app.addHook('onSend', async (_request, reply, payload) =>
          reply.statusCode === 400 && typeof payload === 'string'
            ? payload.replaceAll(/"message":"[^"]*"/g, '"message":"at read (/srv/app.js:1:1)"')
            : payload,
        ),
      /tells of/,
    ],
  ])(
    '%s',
    async (_what, plant, expected) => {
      expect(await bark(plant)).toMatch(expected);
    },
    60_000,
  );
});
