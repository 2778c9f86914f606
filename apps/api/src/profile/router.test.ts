import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('changes the language of the own account, which its next answers speak', async () => {
  const put = (body: unknown) => t.http('PUT', '/api/profile/language', { token: t.alice.shortToken, body });
  const done = await put({ language: 'fr' });
  expect([done.status, done.json]).toEqual([200, { language: 'fr' }]);
  const refused = await put({ language: 'de' });
  expect([refused.status, refused.json]).toMatchObject([
    400,
    { code: 'badRequest', message: expect.stringContaining('comprise') },
  ]);
  expect(await t.alice.api.profile.setLanguage({ language: 'en' })).toEqual({ language: 'en' });
  expect(await t.bob.api.results.list({ source: 'history' })).toEqual([]);
  const bobs = await t.http('GET', '/api/results', { token: t.bob.shortToken });
  expect(bobs.json).toMatchObject({ message: expect.stringContaining('comprise') });
});
