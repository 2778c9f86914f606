import { afterEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
afterEach(() => t.close());

const wrong = { username: 'nobody', password: 'Wrong-horse-7!' };

it('counts logins and sign-ups of one address together, on both transports', async () => {
  t = await testApp({ config: { authRateLimit: 3 } });
  expect((await t.http('POST', '/api/auth/login', { body: wrong })).status).toBe(401);
  expect((await t.http('POST', '/trpc/auth.login', { body: wrong })).status).toBe(401);
  expect((await t.http('POST', '/api/auth/signup', { body: { username: 'x' } })).status).toBe(400);
  for (const [path, language] of [
    ['/api/auth/login', 'fr'],
    ['/api/auth/signup', 'en'],
  ] as const) {
    const answer = await t.http('POST', path, { body: wrong, language });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json).toMatchObject({ code: 'rateLimited', message: expect.stringContaining('1 minute') });
  }
  const trpc = await t.http('POST', '/trpc/auth.login', { body: wrong });
  expect(trpc.status).toBe(429);
  expect(Number(trpc.headers['retry-after'])).toBeGreaterThan(0);
  expect(trpc.json).toMatchObject({
    error: { data: { app: { code: 'rateLimited', retryAfterS: expect.any(Number) } } },
  });
  expect((await t.http('POST', '/api/auth/refresh', { body: { refreshToken: 'x' } })).status).toBe(401);
});

it('a forwarded address from an untrusted peer is ignored, with one warning', async () => {
  t = await testApp({ config: { authRateLimit: 2 } });
  const statuses = [];
  for (let index = 0; index < 4; index += 1)
    statuses.push(
      (await t.http('POST', '/api/auth/login', { body: wrong, headers: { 'x-forwarded-for': `192.0.2.${index}` } }))
        .status,
    );
  expect(statuses).toEqual([401, 401, 429, 429]);
  expect(t.log.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1);
  expect(t.log.join('')).not.toContain('192.0.2.');
});

it("a trusted proxy's forwarded address counts", async () => {
  t = await testApp({ config: { authRateLimit: 1, trustProxy: ['loopback'] } });
  const from = (address: string) =>
    t.http('POST', '/api/auth/login', {
      body: { ...wrong, username: `nobody_at_${address}` },
      headers: { 'x-forwarded-for': address },
    });
  expect((await from('192.0.2.1')).status).toBe(401);
  expect((await from('192.0.2.1')).status).toBe(429);
  expect((await from('192.0.2.2')).status).toBe(401);
});

it('what a trusted proxy forwards and is no address counts as the proxy; control: addresses count each', async () => {
  t = await testApp({ config: { authRateLimit: 2, rateLimit: 20, trustProxy: ['loopback', '192.0.2.0/24'] } });
  const from = async (forwarded: string, method: 'POST' | 'GET' = 'POST') => {
    const request = { headers: { 'x-forwarded-for': forwarded } };
    if (method === 'GET') return (await t.http('GET', '/api/nowhere', request)).status;
    const body = { ...wrong, username: `nobody_${forwarded.replaceAll(/\W/g, '')}`.slice(0, 30) };
    return (await t.http('POST', '/api/auth/login', { ...request, body })).status;
  };
  const texts = ['unknown', '203.0.113.7:5001', '203.0.113.7:5002', '_hidden', '', "'; drop", 'ffff:::1'];
  const statuses = [];
  for (const text of texts) statuses.push(await from(text));
  expect(statuses).toEqual([401, 401, 429, 429, 429, 429, 429]);
  // Behind two proxies it is the outer one's.
  expect([await from('x, 192.0.2.1'), await from('y, 192.0.2.1'), await from('z, 192.0.2.1')]).toEqual([401, 401, 429]);
  expect(await from('203.0.113.7')).toBe(401);
  expect(await from('203.0.113.8')).toBe(401);
  // The limit of all calls counts alike.
  const calls = [];
  for (let index = 0; index < 25; index += 1) calls.push(await from(`text${index}`, 'GET'));
  expect(calls.at(-1)).toBe(429);
  expect(await from('203.0.113.9', 'GET')).toBe(404);
  expect(t.log.filter((line) => line.includes('no address'))).toHaveLength(1);
  expect(t.log.join('')).not.toContain('203.0.113.');
});

it('counts API calls on both transports, but not the health check', async () => {
  t = await testApp({ config: { rateLimit: 10 } });
  for (let index = 0; index < 8; index += 1) expect((await t.http('GET', '/trpc/public.health')).status).toBe(200);
  expect((await t.http('GET', '/api/nowhere')).status).toBe(404);
  expect((await t.http('POST', '/%61pi/nowhere')).status).toBe(404);
  const rest = await t.http('POST', '/api/results', { body: {}, language: 'fr' });
  expect([rest.status, rest.json]).toMatchObject([
    429,
    { code: 'rateLimited', message: expect.stringContaining('1 minute') },
  ]);
  const trpc = await t.http('GET', '/trpc/public.health');
  expect(trpc.json).toMatchObject({ error: { data: { httpStatus: 429, app: { code: 'rateLimited' } } } });
  expect((await t.http('GET', '/api/health')).status).toBe(200);
});
