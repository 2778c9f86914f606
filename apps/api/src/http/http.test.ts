/** HTTP below the schemas: headers, methods, connections, and requests of broken or hostile clients. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restRoutes } from './rest.ts';
import { sendBytes } from '../testing/http-client.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await testApp();
  port = await listen(t);
});
afterAll(() => t.close());

async function listen({ app }: TestApp): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Splits the bytes of a connection into answers. */
function answersIn(bytes: string): { status: number; head: string; body: string }[] {
  const found = [];
  for (let rest = bytes; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, end).toLowerCase();
    const length = Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
    const after = Buffer.from(rest.slice(end + 4));
    found.push({ status: Number(head.slice(9, 12)), head, body: after.subarray(0, length).toString() });
    rest = after.subarray(length).toString();
  }
  return found;
}

/** Sends one request of these lines; returns the answer. */
async function sendRaw(lines: readonly string[], body = '', at = port) {
  const [answer] = answersIn(await sendBytes(at, `${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`));
  if (!answer) throw new Error('no answer');
  return answer;
}

const json = ['Content-Type: application/json'];

it('a HEAD is answered like its GET', async () => {
  for (const path of ['/api/health', '/api/build', '/api/profile']) {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => sendRaw([`${method} ${path} HTTP/1.1`, 'Host: localhost'])),
    );
    const lengthOf = (answer = '') => /content-length: (\d+)/.exec(answer)?.[1];
    expect([head?.status, head?.body, lengthOf(head?.head)], path).toEqual([get?.status, '', lengthOf(get?.head)]);
  }
});

describe('request headers', () => {
  it('need exactly one Host, except in HTTP/1.0', async () => {
    for (const lines of [
      ['GET / HTTP/1.1'],
      ['GET /api/health HTTP/1.1'],
      ['GET /api/health HTTP/1.1', 'Host: a', 'Host: a'],
      ['GET /api/health HTTP/1.0', 'Host: a', 'host: b'],
    ]) {
      const { status, head, body } = await sendRaw(lines);
      expect([status, JSON.parse(body).code], lines.join()).toEqual([400, 'badRequest']);
      expect(head).toContain('strict-transport-security: max-age=31536000');
      expect(head).toContain('x-content-type-options: nosniff');
    }
    expect((await sendRaw(['GET /api/health HTTP/1.0'])).status).toBe(200);
  });

  it('are at most 16 KiB', async () => {
    const long = (length: number) => sendRaw(['GET /api/health HTTP/1.1', 'Host: a', `X-Long: ${'a'.repeat(length)}`]);
    expect((await long(15_900)).status).toBe(200);
    const { status, head, body } = await long(16_400);
    expect([status, JSON.parse(body).code]).toEqual([431, 'tooLarge']);
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/);
  });

  it('may have any Expect', async () => {
    const { status, head } = await sendRaw(['GET /api/health HTTP/1.1', 'Host: a', 'Expect: a-banana']);
    expect(status).toBe(200);
    expect(head).toContain('x-content-type-options: nosniff');
  });

  it('cannot upgrade the protocol', async () => {
    const upgrade = ['GET /api/health HTTP/1.1', 'Host: a', 'Upgrade: websocket', 'Connection: Upgrade'];
    expect((await sendRaw(upgrade)).status).toBe(200);
    const [broken] = answersIn(await sendBytes(port, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'));
    expect(broken?.status).toBe(400);
    const { error, message, code } = JSON.parse(broken?.body ?? '{}');
    expect([code, error]).toEqual(['badRequest', message]);
    expect(broken?.head).toContain('strict-transport-security: max-age=');
    expect(await sendBytes(port, 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
  });

  it('must not be ambiguous about the length of the body', async () => {
    for (const lines of [
      ['Content-Length: 2', 'Transfer-Encoding: chunked'],
      ['Content-Length: 2', 'Content-Length: 3'],
      ['Content-Length: -1'],
      ['Transfer-Encoding: chunked, identity'],
    ]) {
      const { status } = await sendRaw(['POST /api/auth/login HTTP/1.1', 'Host: a', ...json, ...lines], '{}');
      expect(status, lines.join()).toBe(400);
    }
  });

  it('get a unique request id in the answer', async () => {
    const ids = new Set<unknown>();
    for (const path of ['/api/health', '/api/nowhere', '/nowhere', '/api/%zz', '/trpc/nothing', '/api/docs'])
      for (let turn = 0; turn < 2; turn += 1) ids.add((await t.http('GET', path)).headers['x-request-id']);
    expect(ids.size).toBe(12);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('methods', () => {
  it('that a path does not have are refused with 405, also unusual ones', async () => {
    for (const method of ['PATCH', 'PROPFIND', 'TRACE', 'OPTIONS', 'PURGE', 'M-SEARCH']) {
      const rest = await sendRaw([`${method} /api/results HTTP/1.1`, 'Host: a']);
      expect([rest.status, JSON.parse(rest.body).code], method).toEqual([405, 'method']);
      expect(rest.head).toContain('allow: post, get, head');
      const trpc = await sendRaw([`${method} /trpc/public.health HTTP/1.1`, 'Host: a']);
      expect([trpc.status, JSON.parse(trpc.body).code], method).toEqual([405, 'method']);
      expect(trpc.head).toContain('allow: get\r\n');
    }
  });

  it('are those of the path that a call finds, with a parameter or without', async () => {
    for (const [method, path, allow] of [
      // Not a call of DELETE /api/notes/:_id.
      ['DELETE', '/api/notes/all', 'get, head'],
      ['PATCH', '/api/notes/all', 'get, head'],
      ['PROPFIND', '/api/notes/all?a=b', 'get, head'],
      ['PROPFIND', '/api/notes/%61ll/', 'get, head'],
      ['POST', '/api/notes/an-id', 'put, delete'],
      ['PROPFIND', '/api/notes/an-id', 'put, delete'],
      ['PURGE', '/api/docs', 'get, head'],
      ['GET', '/api/results/startScan', 'post'],
      ['HEAD', '/api/results/startScan', 'post'],
      ['HEAD', '/api/auth/verify/x', 'get'],
      ['PUT', '/api/security/passkeys/options', 'post'],
      ['POST', '/api/health/live', 'get, head'],
      ['PROPFIND', '/api/notes/a%2Fb', 'put, delete'],
      ['POST', 'http://a/api/notes/an-id', 'put, delete'],
    ]) {
      const { status, head } = await sendRaw([`${method} ${path} HTTP/1.1`, 'Host: a']);
      expect(status, `${method} ${path}`).toBe(405);
      expect(head, `${method} ${path}`).toContain(`allow: ${allow}\r\n`);
    }
    for (const path of ['/api/nowhere', '/api/notes/an-id/more', '/api/', '/trpc/a/b'])
      expect((await sendRaw([`PROPFIND ${path} HTTP/1.1`, 'Host: a'])).status, path).toBe(404);
    for (const path of ['/api/notes%2Fall', 'http://a/api/nowhere'])
      expect((await sendRaw([`GET ${path} HTTP/1.1`, 'Host: a'])).status, path).toBe(404);
  });

  it('that a procedure does not have are refused with Allow', async () => {
    const asQuery = await t.http('GET', '/trpc/auth.login');
    expect([asQuery.status, asQuery.headers['allow']]).toEqual([405, 'POST']);
    const asMutation = await t.http('POST', '/trpc/public.health', { body: {} });
    expect([asMutation.status, asMutation.headers['allow']]).toEqual([405, 'GET']);
  });

  it('do not matter on unknown paths', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)
      for (const path of ['/api', '/api/nowhere/at/all', '/trpc', '/trpc/a/b'])
        expect((await t.http(method, path, { headers: { 'content-type': 'text/plain' } })).status, path).toBe(404);
  });
});

describe('bodies', () => {
  const login = (body: string, headers: Record<string, string> = {}) =>
    t.http('POST', '/api/auth/login', { body, headers });

  it('with duplicate keys are refused, on both transports', async () => {
    const twice = '{"username":"alice","username":"bob_","password":"x"}';
    expect((await login(twice)).json).toMatchObject({ code: 'badRequest' });
    for (const [path, body] of [['/trpc/auth.login', twice]] as const) {
      const { status, json: said } = await t.http('POST', path, { body, language: 'fr' });
      expect(status, path).toBe(400);
      expect(said).toMatchObject({
        error: { message: expect.stringContaining('demande'), data: { app: { code: 'badRequest' } } },
      });
    }
    const input = encodeURIComponent('{"source":"stats","source":"history"}');
    expect((await t.http('GET', `/trpc/results.list?input=${input}`, { token: t.alice.shortToken })).status).toBe(400);
  });

  it('that are compressed are refused, on both transports', async () => {
    for (const path of ['/api/auth/login', '/trpc/auth.login']) {
      const headers = { 'content-encoding': 'gzip' };
      expect((await t.http('POST', path, { body: '{}', headers })).status).toBe(415);
      expect((await t.http('POST', path, { body: '{}', headers: { 'content-encoding': 'identity' } })).status).toBe(
        400,
      );
    }
  });

  it('with huge numbers are refused at the field, or capped', async () => {
    const { shortToken: token } = t.alice;
    const scan = (duration: string) =>
      t.http('POST', '/api/results', { token, body: `{"answers":[1,2,3,4,5,6,7],"duration":${duration}}` });
    expect((await scan('1e400')).json).toMatchObject({ code: 'badRequest', errors: { duration: expect.any(String) } });
    expect((await scan('-1e308')).status).toBe(400);
    expect((await scan('1e308')).json).toMatchObject({ result: { duration: 86_400 } });
    expect((await scan('9'.repeat(5_000))).status).toBe(400);
    const answers = (one: string) =>
      t.http('POST', '/api/results', { token, body: `{"answers":[${one},2,3,4,5,6,7]}` });
    for (const one of ['1e400', '9007199254740993', '1.0000000001', '-0', '1e-400'])
      expect((await answers(one)).json, one).toMatchObject({ code: 'answersInvalid' });
    expect((await answers('1.0')).status).toBe(201);
  });

  it('with deep nesting are refused', async () => {
    const depth = 125_000;
    const body = `{"text":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const { shortToken: token } = t.alice;
    expect((await t.http('POST', '/api/notes', { token, body })).json).toMatchObject({ code: 'badRequest' });
    expect((await t.http('POST', '/trpc/notes.create', { token, body })).status).toBe(400);
  });

  it('with bidirectional controls are refused at the field; marks that scripts need are kept', async () => {
    const { api, shortToken: token } = await t.person('turner');
    const profile = {
      firstName: 'دينا',
      lastName: 'שרה',
      email: 'turner@example.org',
      dateOfBirth: '1990-01-01',
      countryOfResidency: 'France',
    };
    const refused = await t.http('PUT', '/api/profile', { token, body: { ...profile, passion: 'abc\u202Edef' } });
    expect(refused.json).toMatchObject({ code: 'badRequest', errors: { passion: expect.any(String) } });
    const passion = 'كتابة\u200F، 👩\u200D💻';
    expect((await t.http('PUT', '/api/profile', { token, body: { ...profile, passion } })).status).toBe(200);
    expect(await api.profile.get()).toMatchObject({ passion });
  });

  it('that end early affect no other request', async () => {
    const before = t.log.length;
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        const part = `POST /api/auth/login HTTP/1.1\r\nHost: a\r\n${json[0]}\r\nContent-Length: 100\r\n\r\n{"user`;
        socket.write(part, () => socket.destroy());
      });
      socket.once('close', () => resolve());
    });
    const open = () => new Promise((resolve) => t.app.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(open).toBe(0);
    expect((await t.http('GET', '/api/health')).status).toBe(200);
    expect(t.log.slice(before).join('')).not.toMatch(/not available|Unknown fault/);
  });
});

describe('tRPC', () => {
  const say = async (path: string, headers: Record<string, string> = {}) => {
    const { status, json: said, headers: got } = await t.http('GET', path, { language: 'fr', headers });
    expect(got['content-type'], path).toContain('application/json');
    return { status, ...Object(said).error };
  };

  it('refuses batches and malformed calls in the language of the request', async () => {
    for (const path of [
      '/trpc/public.health?batch=1',
      '/trpc/public.health,public.health?batch=1',
      '/trpc/public.health%2Cpublic.health?batch=1',
      '/trpc/public.health,auth.login?batch=1',
      '/trpc/public.health?connectionParams=x',
    ])
      expect(await say(path), path).toMatchObject({ status: 400, message: 'La demande n’a pas été comprise.' });
    const mutation = await t.http('POST', '/trpc/auth.login?batch=1', { language: 'fr', body: { 0: {} } });
    expect([mutation.status, mutation.json]).toMatchObject([
      400,
      { error: { message: 'La demande n’a pas été comprise.', data: { app: { code: 'badRequest' } } } },
    ]);
    const jsonl = { 'trpc-accept': 'application/jsonl' };
    expect(await say('/trpc/public.health', jsonl)).toMatchObject({
      status: 400,
      data: { app: { code: 'badRequest' } },
    });
  });

  it('decodes a path once, and treats a comma as part of a name', async () => {
    for (const path of ['/trpc/%25zz', '/trpc/%2525', '/trpc/public.health,public.health', '/trpc/public.health%252Cx'])
      expect(await t.http('GET', path), path).toMatchObject({ status: 404, json: { code: 'notFound' } });
  });
});

describe('pipelining', () => {
  it('is answered in order, up to the rate limit', async () => {
    const count = 500;
    const requests = Array.from(
      { length: count },
      (_, index) => `GET /api/health HTTP/1.1\r\nHost: a\r\nX-At: ${index}\r\n\r\n`,
    );
    const all = answersIn(await sendBytes(port, `${requests.join('')}GET /api/nowhere HTTP/1.0\r\n\r\n`));
    expect(all.map(({ status }) => status)).toEqual([...Array<number>(count).fill(200), 404]);

    const narrow = await testApp({ config: { rateLimit: 20 } });
    try {
      const at = await listen(narrow);
      const flood =
        'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}';
      const answers = answersIn(await sendBytes(at, `${flood.repeat(300)}GET /api/health HTTP/1.0\r\n\r\n`));
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(20);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(280);
      expect(answers.at(-1)?.status).toBe(200);
    } finally {
      await narrow.close();
    }
  });

  it('ends at the first malformed request', async () => {
    const bytes = await sendBytes(port, 'GET /api/health HTTP/1.1\r\nHost: a\r\n\r\nNO HTTP\r\n\r\n');
    expect(bytes).toMatch(/^HTTP\/1\.1 (?:200|400) /);
    expect(bytes).toContain('connection: close');
  });

  it('every stage has a timeout', () => {
    const { server } = t.app;
    expect(server.headersTimeout).toBe(5_000);
    expect(server.requestTimeout).toBe(10_000);
    expect(server.timeout).toBe(60_000);
    expect(server.keepAliveTimeout).toBe(65_000);
    // Control: Node's default.
    const plain = createServer();
    expect([plain.timeout, plain.requestTimeout]).toEqual([0, 300_000]);
  });
});

it('every path is matched the same, whatever its case and slashes', async () => {
  for (const { path } of restRoutes) {
    const other = path.replaceAll(/:\w+/g, 'x').replace('/api/', '/API/');
    expect((await t.http('GET', other)).status, other).toBe(404);
  }
});
