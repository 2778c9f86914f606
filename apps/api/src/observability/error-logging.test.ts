import { usageEvents } from '@nuances/db/schema';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { password, type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

it('an unknown error is answered as `server`, logged with its stack, and leaks nothing', async () => {
  await t.db.execute(sql`alter table ${usageEvents} rename to usage_events_away`);
  try {
    for (const [language, text] of [
      ['en', 'Server error'],
      ['fr', 'Erreur serveur'],
    ] as const) {
      const answer = await t.http('POST', '/api/public/visit', { body: {}, language });
      expect([answer.status, answer.json]).toEqual([500, { error: text, message: text, code: 'server' }]);
      const trpc = await t.http('POST', '/trpc/public.visit', { body: {}, language });
      expect(trpc.status).toBe(500);
      expect(trpc.json).toMatchObject({ error: { message: text } });
      expect(trpc.text).not.toMatch(/insert|usage_events|stack|\.ts/);
      const id = String(answer.headers['x-request-id']);
      const line = t.log.find((one) => one.includes(id) && one.includes('Unknown fault'));
      expect(line).toContain('"sqlState":"42P01"');
      expect(line).not.toMatch(/insert into/i);
    }
  } finally {
    await t.db.execute(sql`alter table usage_events_away rename to ${usageEvents}`);
  }
});

it('no secret reaches the log, at debug level', async () => {
  const secret = 'Canary-secret-7!';
  const email = 'canary.address@example.org';
  const account = { username: 'canary_name', email, password: secret };
  await t.http('POST', '/api/auth/signup', { body: account });
  await t.http('POST', '/api/auth/signup', { body: account });
  await t.http('POST', '/api/auth/login', { body: { username: email, password: `${secret}wrong` } });
  await t.http('POST', '/api/auth/login', { body: `{"password":"${secret}",` });
  await t.logIn('a\0b', secret);
  await t.outbox.flush();
  // The two mails are sent at the same time.
  const token = /verify\/([\w-]{43})/.exec(t.mails.map(({ text }) => text).join('\n'))?.[1] ?? 'none';
  await t.http('GET', `/api/auth/verify/${token}?why=canary_query`);
  const login = await t.guest.auth.login({ username: email, password: secret });
  const scan = { answers: [9, 8, 7, 6, 5, 4, 3], duration: 4_711 };
  await t.http('POST', '/api/results', { token: login.shortToken, body: scan });
  await t.http('GET', '/canary_path?canary_query', {
    token: login.shortToken,
    headers: { 'user-agent': 'canary_agent', cookie: 'a=canary_cookie' },
  });
  await t.http('POST', '/api/auth/refresh', { body: { refreshToken: login.refreshToken } });
  const log = t.log.join('');
  expect(log).toContain('/api/auth/verify/:token');
  for (const canary of [
    secret,
    email,
    'canary',
    token,
    login.shortToken,
    login.refreshToken,
    login.userKey,
    password,
    '9,8,7',
    '127.0.0.1',
  ])
    expect(log, canary).not.toContain(canary);
  // Not as a part of an id or a time, where these digits come up by chance.
  expect(log, 'duration').not.toMatch(/(?<![\da-f-])4711(?![\da-f-])/);
});
