/** More logins at once than the server can check. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password, testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('those that fit into the line are answered, the others told when to come again', async () => {
  const body = { username: 'alice', password };
  const storm = Array.from({ length: 400 }, () => t.http('POST', '/api/auth/login', { body }));
  const answers = await Promise.all(storm);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(answers.length);
  for (const { status, headers, json } of refused) {
    expect([status, Object(json).code]).toEqual([503, 'unavailable']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await t.http('POST', '/api/auth/login', { body })).status).toBe(200);
}, 60_000);
