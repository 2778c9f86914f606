import { servedHeaders, servedName } from '@nuances/domain/build/manifest';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'nuances-web-'));
  await mkdir(join(root, 'assets'));
  const script = "console.log('hello');".repeat(50);
  const files: Record<string, string | Buffer> = {
    'assets/main-abc123.js': script,
    'assets/main-abc123.js.br': brotliCompressSync(script),
    'assets/main-abc123.js.gz': gzipSync(script),
    'assets/main-abc123.js.map': '{}',
    'assets/passphrase-abc123.js': script,
    'assets/archive-abc123.js': script,
    'assets/text-abc123.woff2': 'font',
    'favicon.svg': '<svg/>',
  };
  for (const locale of ['en', 'fr'])
    for (const name of ['index', 'help', 'app'])
      files[`${name}.${locale}.html`] = `<!doctype html><html lang="${locale}"><body>${name} ${locale}</body></html>`;
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content);
  t = await testApp({ webRoot: root, appUrl: 'http://localhost:3000' });
});
afterAll(async () => {
  await t.close();
  await rm(root, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  t.http('GET', path, { headers: { host: 'localhost:3000', ...headers } });

describe('pages', () => {
  it.each([
    ['/', {}, 'index en'],
    ['/', { 'accept-language': 'fr-CA,en' }, 'index fr'],
    ['/', { 'accept-language': 'de' }, 'index en'],
    ['/', { 'accept-language': 'fr', cookie: 'locale=en' }, 'index en'],
    ['/', { cookie: 'a=b; locale=fr' }, 'index fr'],
    ['/', { cookie: 'locale=xx', 'accept-language': 'fr' }, 'index fr'],
    ['/bodyscan', { 'accept-language': 'fr' }, 'app fr'],
    ['/?app', { 'accept-language': 'fr' }, 'app fr'],
    ['/help', { 'accept-language': 'fr' }, 'help fr'],
    ['/help?from=quiz', {}, 'help en'],
    ['/help/more', {}, 'app en'],
    ['/index', {}, 'app en'],
    ['/app', {}, 'app en'],
    ['/Result', {}, 'app en'],
    ['/auth/verify/abc', {}, 'app en'],
    ['/anything/else?x=1', {}, 'app en'],
    ['/a.name/with.dots/inside', {}, 'app en'],
    ['/app.en.html', {}, 'app en'],
    ['/index.html', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, 'app en'],
  ])('%s with %j is %s', async (path, headers, content) => {
    const answer = await get(path, headers);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`>${content}<`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': content.slice(-2),
      'cache-control': 'no-cache',
      vary: expect.stringContaining('Cookie, Accept-Language'),
    });
  });

  it('are not kept for who takes no page, nor the other way round', async () => {
    const vary = async (path: string, accept: string) => (await get(path, { accept })).headers['vary'];
    expect(await vary('/old.html', 'text/html')).toMatch(/^Accept, Cookie/);
    expect(await vary('/old.html', '*/*')).toMatch(/^Accept, /);
    expect(await vary('/help', 'text/html')).toMatch(/^Cookie, /);
  });

  it.each([
    ['theme=night', '<html data-theme="night" lang="en">'],
    ['theme=day; locale=fr', '<html data-theme="day" lang="fr">'],
    ['theme="><script>', '<html lang="en">'],
    ['theme=auto', '<html lang="en">'],
  ])('with cookie %s begins with %s', async (cookie, tag) => {
    expect((await get('/profile', { cookie })).text).toContain(`<!doctype html>${tag}`);
  });

  it('allow only our own scripts and styles', async () => {
    const { headers } = await get('/');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types nuances-worker",
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['strict-transport-security']).toBeDefined();
  });

  it('are compressed as requested, and answered 304 when unchanged', async () => {
    const ask = (encoding: string) =>
      t.app.inject({ url: '/', headers: { host: 'localhost:3000', 'accept-encoding': encoding } });
    expect(brotliDecompressSync((await ask('gzip, br')).rawPayload).toString()).toContain('index en');
    expect(gunzipSync((await ask('gzip, br;q=0')).rawPayload).toString()).toContain('index en');
    const { etag } = (await get('/')).headers;
    const again = await get('/', { 'if-none-match': String(etag) });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get('/', { 'if-none-match': String(etag), cookie: 'theme=day' })).status).toBe(200);
  });

  it('redirect from other loopback names to APP_URL', async () => {
    for (const host of ['127.0.0.1:3000', '[::1]:3000', 'app.localhost']) {
      const answer = await get('/history?x=1', { host });
      expect([answer.status, answer.headers['location']]).toEqual([307, 'http://localhost:3000/history?x=1']);
    }
    expect((await get('//evil.example/x', { host: '127.0.0.1' })).headers['location']).toBe(
      'http://localhost:3000/evil.example/x',
    );
    expect((await get('/', { host: 'nuances.example' })).status).toBe(200);
    expect((await get('/api/health', { host: '127.0.0.1:3000' })).status).toBe(200);
    expect((await get('/favicon.svg', { host: '127.0.0.1:3000' })).status).toBe(200);
  });

  it('do not redirect where a proxy names itself as it reached us', async () => {
    const own = await testApp({ webRoot: root, appUrl: 'https://nuances.example' });
    const answer = await own.http('GET', '/', { headers: { host: '127.0.0.1:3000' } });
    await own.close();
    expect(answer.status).toBe(200);
  });

  it("answer HEAD, and leave the API's unknown paths to the API", async () => {
    const head = await t.http('HEAD', '/history', { headers: { host: 'localhost' } });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const path of ['/api', '/api/', '/api/nowhere', '/trpc', '/%61pi/nowhere']) {
      const answer = await get(path);
      expect([answer.status, answer.json], path).toMatchObject([404, { code: 'notFound' }]);
    }
    const posted = await t.http('POST', '/history', { body: {}, language: 'fr' });
    expect([posted.status, posted.headers['allow'], posted.json]).toMatchObject([405, 'GET, HEAD', { code: 'method' }]);
  });
});

describe('storage of the browser', () => {
  const ask = (headers: Record<string, string>, method: 'POST' | 'GET' = 'POST') =>
    t.http(method, '/clear-site-data', { headers: { host: 'localhost:3000', ...headers } });

  it('is cleared at the request of a same-origin script; cookies stay', async () => {
    const answer = await ask({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' });
    expect([answer.status, answer.headers['clear-site-data']]).toEqual([204, '"storage", "cache"']);
  });

  it.each([
    ['another origin', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['another origin of the site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
    ['a form', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
    ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['a browser that does not say', {}],
  ])('stays when %s asks', async (_who, headers) => {
    const answer = await ask(headers);
    expect([answer.status, answer.headers['clear-site-data']]).toEqual([403, undefined]);
  });

  it('is not cleared by any other request', async () => {
    const answer = await ask({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 'GET');
    expect([answer.status, answer.headers['allow'], answer.headers['clear-site-data']]).toEqual([
      405,
      'POST',
      undefined,
    ]);
  });
});

describe('files', () => {
  it('with a hash in their name are cached for a year, others are revalidated', async () => {
    const hashed = await get('/assets/main-abc123.js');
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers['content-type']).toContain('javascript');
    // Few headers: a first visit asks for dozens of them. Workers run under the policy of their file.
    expect(hashed.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.any(String),
    });
    for (const name of ['x-request-id', 'permissions-policy', 'etag', 'last-modified'])
      expect(hashed.headers[name]).toBeUndefined();
    const font = await get('/assets/text-abc123.woff2');
    expect(font.headers).toMatchObject({ 'content-type': 'font/woff2', 'x-content-type-options': 'nosniff' });
    expect(font.headers['content-security-policy']).toBeUndefined();
    // The files that may compile WebAssembly.
    for (const worker of ['passphrase', 'archive'])
      expect((await get(`/assets/${worker}-abc123.js`)).headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
      );
    const icon = (await get('/favicon.svg')).headers;
    expect([icon['cache-control'], icon['x-frame-options']]).toEqual(['no-cache', 'DENY']);
    // Neither source maps nor files of an older build: the shell in their place would be an invalid script.
    const unknown = [
      '/index.en.html',
      '/help.fr.html',
      '/robots.txt',
      '/favicon.ico',
      '/../../package.json',
      '/assets/../../package.json',
    ];
    for (const gone of ['/assets/main-abc123.js.map', '/assets/main-older.js', ...unknown])
      expect((await get(gone)).json).toMatchObject({ code: 'notFound' });
  });

  it('are served from their precompressed variants', async () => {
    for (const [encoding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await t.app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': encoding } });
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'Accept-Encoding',
        'content-type': expect.stringContaining('javascript'),
      });
      expect(open(answer.rawPayload).toString()).toContain('hello');
    }
    const plain = await t.app.inject({ url: '/favicon.svg', headers: { 'accept-encoding': 'br' } });
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, '<svg/>']);
  });
});

describe('the list of what is served', () => {
  it('has the hash of every file and page, as it arrives in each encoding', async () => {
    const { version, commit, files } = await t.guest.public.build();
    expect([version, commit]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), null]);
    expect(files.map(servedName)).toEqual([
      '/ (en)',
      '/ (fr)',
      '/app.en.html (en)',
      '/app.fr.html (fr)',
      '/assets/archive-abc123.js',
      '/assets/main-abc123.js',
      '/assets/passphrase-abc123.js',
      '/assets/text-abc123.woff2',
      '/favicon.svg',
      '/help (en)',
      '/help (fr)',
    ]);
    for (const file of files)
      for (const [encoding, open] of [
        ['identity', (bytes: Buffer) => bytes],
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const headers = { host: 'localhost:3000', 'accept-encoding': encoding, ...servedHeaders(file) };
        const answer = await t.app.inject({ url: file.path, headers });
        const isEncoded = answer.headers['content-encoding'] === encoding;
        const content = isEncoded ? open(answer.rawPayload) : answer.rawPayload;
        expect(createHash('sha256').update(content).digest('hex'), servedName(file)).toBe(file.sha256);
      }
  });
});

it('without a web build only the API is served', async () => {
  const api = await testApp();
  expect((await api.http('GET', '/api/build')).json).toMatchObject({ files: [] });
  expect((await api.http('GET', '/')).json).toMatchObject({ code: 'notFound' });
  await api.close();
});
