import { anonymousUserId } from '@nuances/db/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('counts a visit by the token, not by the body', async () => {
  const send = (token: string | undefined, isUserAuthenticated: unknown) =>
    t.http('POST', '/api/public/visit', { token, body: { isUserAuthenticated } });
  expect((await send(t.alice.shortToken, false)).status).toBe(200);
  expect((await send(undefined, true)).status).toBe(200);
  expect((await send('nonsense', true)).json).toEqual({});
  await t.bob.api.public.visit({});
  expect(await t.events(t.alice.id)).toEqual(['landing']);
  expect(await t.events(t.bob.id)).toEqual(['landing']);
  expect(await t.events(anonymousUserId)).toEqual(['landing', 'landing']);
});

it('reports readiness and version', async () => {
  const answer = await t.http('GET', '/api/health');
  expect([answer.status, answer.json]).toEqual([200, { status: 'ok', version: manifest.version }]);
  expect(await t.guest.public.health()).toEqual(answer.json);
});
