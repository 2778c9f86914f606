import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restRoutes, type RestRoute } from './rest.ts';
import { type Method, testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** A path that matches, with an id that nobody has. */
const concrete = ({ path }: Pick<RestRoute, 'path'>) =>
  path.replace(':_id', '00000000-0000-4000-8000-000000000000').replace(':token', 'nobodys');

const sentence = { en: /^[A-Z].*[^:]$/, fr: /^[A-ZÉÀÇ].*[^:]$/ };

describe('access', () => {
  const guarded = restRoutes.filter(({ access }) => !['public', 'optional'].includes(access));

  it.each(guarded)('$method $path is decided before the body and the id', async (route) => {
    for (const token of [undefined, 'nonsense', `${t.alice.shortToken}x`, t.alice.refreshToken]) {
      const answer = await t.http(route.method, concrete(route), {
        ...(token === undefined ? {} : { token }),
        ...(route.method === 'GET' ? {} : { body: '{broken' }),
      });
      expect(answer.status).toBe(401);
      expect(answer.json).toMatchObject({ code: 'sessionMissing' });
    }
  });

  it('tRPC decides access before the input, too', async () => {
    const answer = await t.http('POST', '/trpc/results.create', { body: '{"answers":"\\u0000"}' });
    expect(answer.status).toBe(401);
  });
});

describe('answers', () => {
  const samples: readonly [Method, string, { token?: 'alice'; body?: unknown }, number, string][] = [
    ['GET', '/api/nowhere', {}, 404, 'notFound'],
    ['POST', '/api/auth/login', { body: { username: 'nobody', password: 'x' } }, 401, 'loginFailed'],
    ['POST', '/api/auth/login', { body: {} }, 400, 'usernameRequired'],
    ['POST', '/api/auth/login', { body: '{' }, 400, 'badRequest'],
    ['POST', '/api/auth/login', { body: '[]' }, 400, 'badRequest'],
    ['POST', '/api/results', {}, 401, 'sessionMissing'],
    ['POST', '/api/results', { token: 'alice', body: { answers: [1] } }, 400, 'answersInvalid'],
    ['PATCH', '/api/results', {}, 405, 'method'],
  ];

  it.each(samples)('%s %s says its failure in both languages', async (method, path, request, status, code) => {
    const token = request.token ? t.alice.shortToken : undefined;
    const said = await Promise.all(
      (['en', 'fr'] as const).map(async (language) => {
        const answer = await t.http(method, path, { body: request.body, token, language });
        expect(answer.status).toBe(status);
        expect(answer.json).toMatchObject({ code });
        const { error, message } = Object(answer.json);
        expect(error).toBe(message);
        expect(message).toMatch(sentence[language]);
        return message;
      }),
    );
    expect(said[0]).not.toBe(said[1]);
  });

  it("takes the first language of the header, else the account's, else English", async () => {
    const wrong = { body: { answers: [] } };
    const ask = async (language: string | undefined, token: string) =>
      Object((await t.http('POST', '/api/results', { ...wrong, token, ...(language ? { language } : {}) })).json)
        .message;
    const [en, fr] = ['A scan holds 7 answers, from 1 to 10.', expect.stringContaining('7 réponses')];
    expect(await ask('fr-CA,en;q=0.8', t.alice.shortToken)).toEqual(fr);
    expect(await ask('de,fr', t.bob.shortToken)).toBe(en);
    expect(await ask(undefined, t.bob.shortToken)).toEqual(fr);
    expect(await ask(undefined, t.alice.shortToken)).toBe(en);
  });

  it('405 names what is allowed, on every path', async () => {
    for (const path of new Set(restRoutes.map(concrete.bind(null)))) {
      const answer = await t.http('OPTIONS', path);
      expect(answer.status).toBe(405);
      const own = restRoutes.filter((route) => concrete(route) === path).map(({ method }) => method);
      for (const method of own) expect(String(answer.headers['allow'])).toContain(method);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

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
    const { token } = { token: t.alice.shortToken };
    expect((await t.http('POST', '/api/results/startScan', { headers })).status).toBe(200);
    expect((await t.http('DELETE', concrete({ path: '/api/results/:_id' }), { headers, token })).status).toBe(404);
    const login = await t.http('POST', '/api/auth/login', { headers });
    expect(login.json).toMatchObject({ code: 'usernameRequired', errors: { password: 'Password is required' } });
  });

  it('has no HEAD on tRPC, and no fault either', async () => {
    for (const path of ['/trpc/public.health', '/trpc/nothing'])
      expect((await t.http('HEAD', path)).status).toBeLessThan(500);
  });

  it('tolerates a slash at the end and answers HEAD like GET', async () => {
    expect((await t.http('GET', '/api/health/')).status).toBe(200);
    const head = await t.http('HEAD', '/api/health');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('refuses a broken address in our own shape', async () => {
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
    ['a bare number', '1e400'],
  ];

  it.each(bodies)('%s is 400 on both transports', async (_what, body) => {
    for (const path of ['/api/auth/login', '/trpc/auth.login']) {
      const began = performance.now();
      const answer = await t.http('POST', path, { body });
      expect(answer.status, path).toBe(400);
      expect(performance.now() - began).toBeLessThan(500);
      expect(answer.text).not.toMatch(/select|insert|users|node_modules|at .*\.ts/i);
    }
  });

  it('a well-formed pair of surrogates is no fault', async () => {
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

  it('an unknown procedure is 404 without a stack', async () => {
    const answer = await t.http('GET', '/trpc/auth.nothing', { language: 'fr' });
    expect(answer.status).toBe(404);
    expect(answer.json).toMatchObject({
      error: { message: expect.stringContaining('adresse'), data: { app: { code: 'notFound' } } },
    });
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

describe("other people's things", () => {
  const note = { text: Buffer.alloc(30, 1).toString('base64'), categoryId: 'red' as const };
  /** How somebody comes to own what a path with an id names. A new path must be added here. */
  const makers: Readonly<Record<string, (owner: TestApp['alice']) => Promise<string>>> = {
    '/api/results/:_id': async ({ api }) => (await api.results.create({ answers: [1, 2, 3, 4, 5, 6, 7] }))._id,
    '/api/notes/:_id': async ({ api }) => (await api.notes.create(note)).note._id,
  };
  /** What a PUT of one takes. */
  const bodies: Readonly<Record<string, object>> = { '/api/notes/:_id': note };
  const owned = restRoutes.filter(
    ({ path, access }) => path.includes(':') && (access === 'user' || access === 'admin'),
  );

  it.each(owned)("$method $path answers 404 for them, as for what is nobody's", async (route) => {
    const make = makers[route.path];
    expect(make, `how does one come to own a ${route.path}?`).toBeDefined();
    const id = (await make?.(t.alice)) ?? '';
    const sent = route.method === 'PUT' ? { body: bodies[route.path] ?? {} } : {};
    for (const language of ['en', 'fr']) {
      const request = { token: t.bob.shortToken, language, ...sent };
      const foreign = await t.http(route.method, route.path.replace(/:\w+/, id), request);
      const nobodys = await t.http(route.method, concrete(route), request);
      expect([foreign.status, foreign.text]).toEqual([404, nobodys.text]);
    }
    const own = await t.http(route.method, route.path.replace(/:\w+/, id), { token: t.alice.shortToken, ...sent });
    expect(own.status).toBe(200);
  });
});

describe('what is no HTTP', () => {
  const send = async (bytes: string) => {
    if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' });
    const address = t.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => (answer += String(chunk)));
      socket.on('error', reject).on('close', () => resolve(answer));
    });
  };

  it.each([
    ['NOT HTTP AT ALL\r\n\r\n', '400'],
    [`GET / HTTP/1.1\r\nhost: a\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('is answered in our own shape (%#)', async (bytes, status) => {
    const answer = await send(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('strict-transport-security: max-age=');
    expect(answer).toMatch(/\{"error":"[^"]+","message":"[^"]+","code":"(?:badRequest|tooLarge)"\}$/);
  });
});
