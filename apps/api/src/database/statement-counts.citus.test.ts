/** How many statements a call sends to the coordinator of a cluster: `npm run test:citus`. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { password, testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
const sent: string[] = [];
beforeAll(async () => {
  t = await testApp({ onStatement: (text) => sent.push(text) });
  expect(t.services.db.isDistributed).toBe(true);
});
afterAll(() => t.close());
beforeEach(() => sent.splice(0));

const isCommit = (text: string) => /^(begin|commit)\b/.test(text);

it('a save sends the session with its lock, and the scan with its event; and they are one transaction', async () => {
  const save = () =>
    t.http('POST', '/api/results', {
      token: t.alice.shortToken,
      body: { _id: randomUUID(), answers: [1, 2, 3, 4, 5, 6, 7] },
    });
  // The first one of an instance counts the person's scans besides, for the quota.
  expect((await save()).status).toBe(201);
  sent.splice(0);
  expect((await save()).status).toBe(201);
  expect(sent.filter((text) => !isCommit(text))).toEqual([
    expect.stringContaining('from "sessions"'),
    expect.stringContaining('insert into "usage_events"'),
  ]);
  expect(sent.filter(isCommit)).toHaveLength(2);
});

it.each([
  ['a login', {}, 10],
  ['a login of the app, which asks for agreements', { deviceTokens: [] }, 11],
])('%s', async (_name, asked, most) => {
  const body = { username: 'alice', password, ...asked };
  expect((await t.http('POST', '/api/auth/login', { body })).status).toBe(200);
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most);
});
