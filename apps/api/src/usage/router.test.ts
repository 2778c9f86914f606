import { anonymousUserId } from '@nuances/db/schema';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { password, type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

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

it('counts an opened screen of a login, as the list of the contract does, and of nobody else', async () => {
  const person = await t.person('opens_screens');
  const { token: script } = await person.api.tokens.create({ name: 'a', scope: 'write', days: 1, password });
  const open = (token: string | undefined, source: unknown) =>
    t.http('POST', '/api/usage/opened', { token, body: { source } });
  for (const token of [undefined, 'nonsense', script]) expect((await open(token, 'history')).status).toBe(200);
  expect(await t.events(person.id)).not.toContain('history_opened');
  expect((await open(person.shortToken, 'history')).json).toEqual({});
  await person.api.usage.opened({ source: 'stats' });
  await person.api.results.list({ source: 'stats' });
  expect((await open(person.shortToken, 'notes')).status).toBe(400);
  const opened = (await t.events(person.id)).filter((kind) => kind.endsWith('_opened'));
  expect(opened.toSorted()).toEqual(['history_opened', 'stats_opened', 'stats_opened']);
});

it('reports readiness and version', async () => {
  const answer = await t.http('GET', '/api/health');
  expect([answer.status, answer.json]).toEqual([200, { status: 'ok', version: manifest.version }]);
  expect(await t.guest.public.health()).toEqual(answer.json);
});
