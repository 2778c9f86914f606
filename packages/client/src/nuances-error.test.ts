import { expect, it } from 'vitest';
import { createClient, memoryStore, NuancesError } from './client.ts';
import { isTransient } from './cli/failure.ts';

const url = 'https://nuances.example';
const json = { 'content-type': 'application/json' };

/** How a call fails that is answered so. */
const failureOf = (body: string, init: ResponseInit) =>
  createClient({ url, fetch: async () => new Response(body, init) })
    .api.public.health.query()
    .catch((error: unknown) => error);

it.each([
  ['<html>', { status: 502, headers: { 'content-type': 'text/html' } }, 'foreign', 502, true],
  ['', { status: 503, headers: { 'retry-after': '7' } }, 'foreign', 503, true],
  ['{"code":"badRequest"}', { status: 408, headers: json }, 'foreign', 408, true],
  ['', { status: 404, headers: json }, 'foreign', 404, false],
  ['<html>', { status: 200, headers: { 'content-type': 'text/html' } }, 'foreign', 200, false],
  ['{"hello":1}', { status: 200, headers: json }, 'foreign', 200, false],
  ['{"result":{"da', { status: 200, headers: json }, 'network', undefined, true],
])('tells what answers in the place of the product: %j %j', async (body, init, code, status, mayPass) => {
  const failure = await failureOf(body, init);
  expect(failure).toBeInstanceOf(NuancesError);
  expect(failure).toMatchObject({ code, status, retryAfterS: status === 503 ? 7 : undefined });
  expect(isTransient(failure)).toBe(mayPass);
});

it('a session is not over because a proxy forbids its renewal; control: because the product does', async () => {
  const session = { accessToken: 'x.e30.x', refreshToken: 'r' };
  const app = { code: 'sessionMissing', message: 'Over' };
  const over = JSON.stringify({ error: { message: 'Over', code: -32_001, data: { app } } });
  const left = async (refresh: () => Response) => {
    const store = memoryStore();
    await store.write(session);
    const answer = async (input: unknown) =>
      String(input).includes('auth.refresh') ? refresh() : new Response(over, { status: 401, headers: json });
    await expect(createClient({ url, store, fetch: answer }).api.profile.get.query()).rejects.toThrow(NuancesError);
    return store.read();
  };
  for (const headers of [json, { 'content-type': 'text/html' }])
    expect(await left(() => new Response('{"blocked":true}', { status: 403, headers }))).toEqual(session);
  expect(await left(() => new Response(over, { status: 401, headers: json }))).toBeNull();
});
