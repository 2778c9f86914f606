import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

const path = '/trpc/results.own';
const own = (token: string | undefined, validator?: string) =>
  t.http('GET', path, { token, headers: validator === undefined ? {} : { 'if-none-match': validator } });
const save = (token: string) => t.http('POST', '/api/results', { token, body: { answers: [1, 2, 3, 4, 5, 6, 7] } });

it('a list that the caller has is sent again only when it has changed', async () => {
  const { alice, bob } = t;
  await save(alice.shortToken);
  const first = await own(alice.shortToken);
  expect(first.status).toBe(200);
  const { etag } = first.headers;
  if (etag === undefined) throw new Error('no validator');

  // Also as a proxy may have made it.
  for (const validator of [etag, etag.replace('W/', '')]) {
    const same = await own(alice.shortToken, validator);
    expect([same.status, same.text, same.headers.etag]).toEqual([304, '', etag]);
    // The browser itself keeps nothing of it on the disk.
    expect([first, same].map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store']);
  }
  // Nobody else learns anything from it, nor does an ended session.
  expect((await own(bob.shortToken, etag)).status).toBe(200);
  expect((await own(undefined, etag)).status).toBe(401);

  await save(alice.shortToken);
  const changed = await own(alice.shortToken, etag);
  expect(changed.status).toBe(200);
  expect(changed.headers.etag).not.toBe(etag);
  expect(changed.text).not.toBe(first.text);
});

it('answers of other calls have none', async () => {
  const { headers, status } = await t.http('GET', '/trpc/profile.get', { token: t.alice.shortToken });
  expect([status, headers.etag]).toEqual([200, undefined]);
});

it('a long list is compressed as the caller takes it, under one validator', async () => {
  const { bob } = t;
  const asked = (encoding: string) =>
    t.app.inject({
      url: path,
      headers: { authorization: `Bearer ${bob.shortToken}`, 'accept-encoding': encoding },
    });
  expect((await asked('br, gzip')).headers['content-encoding']).toBeUndefined();
  for (let index = 0; index < 40; index += 1) await save(bob.shortToken);
  const plain = await asked('identity');
  const { etag } = plain.headers;
  for (const [encodings, encoding, open] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await asked(encodings);
    expect(headers).toMatchObject({ etag, 'content-encoding': encoding, vary: 'Accept-Encoding' });
    // Sent while it is encoded, so nobody knows its length before.
    expect(headers['content-length']).toBeUndefined();
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(open(rawPayload).toString()).toBe(plain.body);
  }
});
