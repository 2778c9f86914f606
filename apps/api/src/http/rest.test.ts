import { describe, expect, it } from 'vitest';
import type { Method } from '../testing/inject.ts';
import { type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

describe('access', () => {
  it('tRPC decides access before the input, too', async () => {
    const answer = await t.http('POST', '/trpc/results.create', { body: '{"answers":"\\u0000"}' });
    expect(answer.status).toBe(401);
  });
});

describe('answers', () => {
  it('413 over 64 KiB and 415 for anything but JSON, on both transports', async () => {
    const long = { body: { username: 'a'.repeat(70_000), password: 'x' } };
    const plain = { body: 'a', headers: { 'content-type': 'text/plain' } };
    for (const path of ['/api/auth/login', '/trpc/auth.login']) {
      expect((await t.http('POST', path, long)).status).toBe(413);
      expect((await t.http('POST', path, plain)).status).toBe(415);
    }
    const trpc = await t.http('POST', '/trpc/auth.login', { ...plain, language: 'fr' });
    expect(trpc.json).toMatchObject({ error: { data: { httpStatus: 415, app: { code: 'mediaType' } } } });
  });

  it('takes an empty body with a JSON content type', async () => {
    const headers = { 'content-type': 'application/json' };
    const { shortToken: token } = t.alice;
    expect((await t.http('POST', '/api/results/startScan', { headers })).status).toBe(200);
    expect(
      (await t.http('DELETE', '/api/results/00000000-0000-4000-8000-000000000000', { headers, token })).status,
    ).toBe(404);
    const login = await t.http('POST', '/api/auth/login', { headers });
    expect(login.json).toMatchObject({ code: 'usernameRequired', errors: { password: 'Password is required' } });
  });

  it('answers HEAD on tRPC without a 500', async () => {
    for (const path of ['/trpc/public.health', '/trpc/nothing'])
      expect((await t.http('HEAD', path)).status).toBeLessThan(500);
  });

  it('says no length to a HEAD for which nothing is read', async () => {
    for (const path of ['/api/notes/all', '/api/moods', '/api/profile/export']) {
      const { status, headers } = await t.http('HEAD', path, { token: t.alice.shortToken });
      expect([status, headers['content-length']], path).toEqual([200, undefined]);
    }
  });

  it('tolerates a slash at the end', async () => {
    expect((await t.http('GET', '/api/health/')).status).toBe(200);
  });

  it('refuses a malformed URL with our error body', async () => {
    const answer = await t.http('GET', '/api/%zz');
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'badRequest' });
    expect(answer.text).not.toContain('zz');
  });
});

describe('bad input', () => {
  const bodies: readonly [string, string][] = [
    ['a NUL', '{"username":"al\\u0000ice","password":"x"}'],
    ['a lone surrogate', '{"username":"ali\\ud800ce","password":"x"}'],
    ['a lone surrogate in a key', '{"username":"alice","password":"x","\\udc00":1}'],
    ['__proto__', '{"username":"alice","password":"x","__proto__":{"role":"admin"}}'],
    ['constructor', '{"username":"alice","password":"x","constructor":{"prototype":{"role":"admin"}}}'],
    ['a plain constructor', '{"username":"alice","password":"x","constructor":1}'],
    ['a nested one', '{"username":"alice","password":"x","a":[{"__proto__":1}]}'],
    ['deep nesting', `{"username":"alice","password":"x","a":${'['.repeat(15_000)}${']'.repeat(15_000)}}`],
    ['an array for a text', '{"username":["alice"],"password":"x"}'],
    ['a number for a text', '{"username":12345,"password":"x"}'],
    ['null', 'null'],
    ['a text', '"alice"'],
    ['a list', '[]'],
    ['half an object', '{'],
    ['a bare number', '1e400'],
  ];

  it.each(bodies)('%s is 400 on both transports', async (_what, body) => {
    for (const path of ['/api/auth/login', '/trpc/auth.login']) {
      const answer = await t.http('POST', path, { body });
      expect(answer.status, path).toBe(400);
      expect(answer.text).not.toMatch(/select|insert|users|node_modules|at .*\.ts/i);
    }
  });

  it('a valid surrogate pair is accepted', async () => {
    const answer = await t.http('POST', '/api/auth/login', {
      body: '{"username":"ali\\ud83d\\ude00ce","password":"x"}',
    });
    expect(answer.status).toBe(401);
  });

  it('invalid UTF-8 is 400', async () => {
    for (const url of ['/api/auth/login', '/trpc/auth.login']) {
      const answer = await t.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        payload: Buffer.from('{"username":"al\xc0\x80ce","password":"x"}', 'latin1'),
      });
      expect(answer.statusCode).toBe(400);
    }
  });

  it('NUL in a path or a query is 400', async () => {
    const { shortToken: token } = t.alice;
    expect((await t.http('DELETE', '/api/results/%00', { token })).status).toBe(400);
    expect((await t.http('GET', '/api/results?source=%00', { token })).status).toBe(400);
    expect((await t.http('GET', '/api/auth/verify/%00')).status).toBe(400);
  });

  it('an unknown procedure is 404 without a stack, and to its client no row that is gone', async () => {
    const answer = await t.http('GET', '/trpc/auth.nothing', { language: 'fr' });
    expect(answer.status).toBe(404);
    expect(answer.json).toMatchObject({ error: expect.stringContaining('adresse'), code: 'notFound' });
    expect(answer.text).not.toMatch(/stack|node_modules/);
  });
});

describe('headers', () => {
  const requests: readonly [Method, string][] = [
    ['GET', '/api/health'],
    ['GET', '/api/docs'],
    ['GET', '/api/nowhere'],
    ['GET', '/nowhere'],
    ['GET', '/api/%zz'],
    ['POST', '/api/auth/login'],
    ['PATCH', '/api/results'],
    ['GET', '/trpc/public.health'],
    ['GET', '/trpc/nothing'],
  ];

  it.each(requests)('protect %s %s', async (method, path) => {
    const { headers } = await t.http(method, path, { headers: { origin: 'https://elsewhere.example' } });
    expect(Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1])).toBeGreaterThanOrEqual(
      31_536_000,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['server']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
