import { hashingLoad } from '@nuances/crypto/password';
import { hashToken } from '@nuances/crypto/tokens';
import { consents, mailOutbox, mailTokens, sessions, users } from '@nuances/db/schema';
import { eq, sql } from 'drizzle-orm';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { password, type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
let clock = 0;
useApp((app) => (t = app), { now: () => Date.now() + clock, appUrl: 'https://nuances.example' });

const loginAnswer = z.strictObject({
  shortToken: z.string(),
  refreshToken: z.string(),
  language: z.enum(['en', 'fr']),
  userKey: z.string().regex(/^[0-9a-f]{64}$/),
  role: z.enum(['user', 'admin']),
});

async function login(username: string, secret = password) {
  const answer = await t.logIn(username, secret);
  expect(answer.status).toBe(200);
  return loginAnswer.parse(answer.json);
}

const list = (token: string) => t.http('GET', '/api/results?source=history', { token });
const signup = (body: object, language = 'en') => t.http('POST', '/api/auth/signup', { body, language });
const linkIn = (text: string) => /https:\/\/nuances\.example\/auth\/verify\/([\w-]{43})/.exec(text)?.[1] ?? '';

describe('login', () => {
  it.each(['alice', 'ALICE', 'alice@example.org', 'Alice@Example.ORG'])('accepts %s', async (name) => {
    const answer = await login(name);
    expect(answer).toMatchObject({ language: 'en', role: 'user', userKey: t.alice.userKey });
    expect((await list(answer.shortToken)).status).toBe(200);
  });

  it('answers language and role, also over tRPC', async () => {
    expect(await t.guest.auth.login({ username: 'bob', password })).toMatchObject({ language: 'fr' });
    expect(await login('root_admin')).toMatchObject({ role: 'admin' });
  });

  it('prefers the account that verified an address to an older one that only claims it', async () => {
    await signup({ username: 'claimer', email: 'Alice@example.org', password });
    await t.db
      .update(users)
      .set({ createdAt: sql`now() - interval '1 year'` })
      .where(eq(users.username, 'claimer'));
    expect((await login('alice@example.org')).userKey).toBe(t.alice.userKey);
  });

  it('gives byte-identical answers to an unknown name, a wrong password and an unusable one', async () => {
    const unusable = await t.person('unusable');
    await t.db.update(users).set({ passwordHash: null }).where(eq(users.id, unusable.id));
    for (const language of ['en', 'fr']) {
      const answers = await Promise.all(
        ['nobody', 'alice', 'unusable', 'nobody@example.org', 'x'.repeat(300)].map((username) =>
          t.http('POST', '/api/auth/login', { language, body: { username, password: 'Wrong-horse-7!' } }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      const names = answers.map(({ headers }) => Object.keys(headers).sort().join());
      expect(new Set(names).size).toBe(1);
    }
  });

  // How long it takes is measured by `npm run bench:login-timing`.
  it.each(['alice', 'nobody', 'nobody@example.org'])('computes a hash for %s, known or not', async (username) => {
    let hashes = 0;
    let isOver = false;
    const login = t.guest.auth.login({ username, password: 'Wrong-horse-7!' }).catch(() => undefined);
    void login.then(() => (isOver = true));
    // A hash is computed in another thread, so at least one turn of this one passes meanwhile.
    while (!isOver) {
      hashes = Math.max(hashes, hashingLoad().running);
      await setImmediate();
    }
    expect(hashes).toBeGreaterThan(0);
  });

  it('is refused at once while more wait than can be admitted in time, with the time to come back', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { admit, admissions } = t.services.loginAttempts;
    const crowd: Promise<unknown>[] = [];
    while (admissions().refused === 0) {
      crowd.push(admit('192.0.2.1', () => held).catch((error: unknown) => Object(error).code));
      await setImmediate();
    }
    const { status, headers, json } = await t.logIn('alice');
    const retryAfterS = Number(headers['retry-after']);
    expect(status).toBe(503);
    expect(retryAfterS).toBeGreaterThanOrEqual(4);
    const message = `Many people are coming in at once. You can try again in ${retryAfterS} seconds.`;
    expect(json).toEqual({ error: message, message, code: 'unavailable' });
    release();
    await Promise.all(crowd);
    await login('alice');
  });

  it("stores only the refresh token's hash, as the session's id", async () => {
    const { refreshToken } = await login('alice');
    const rows = await t.db
      .select()
      .from(sessions)
      .where(eq(sessions.id, hashToken(refreshToken)));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(await t.db.select().from(sessions))).not.toContain(refreshToken);
  });
});

describe('sign-up', () => {
  it.each(['en', 'fr'] as const)('creates an account, counts it and mails a working link, in %s', async (language) => {
    const username = `new_${language}`;
    const answer = await signup(
      { username, email: `${username}@example.org`, password, language, consent: true },
      language,
    );
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      message: expect.stringContaining(language === 'en' ? 'signed up' : 'Inscription réussie'),
    });
    await t.outbox.flush();
    const mail = t.mails.find(({ to }) => to === `${username}@example.org`);
    const subject = language === 'en' ? 'Confirm your address (account' : 'Confirmez votre adresse (compte';
    expect(mail).toMatchObject({ subject: `${subject} ${username})` });
    expect(mail?.html).toContain(`<html lang="${language}">`);
    const token = linkIn(mail?.text ?? '');
    expect(linkIn(mail?.html ?? '')).toBe(token);

    const [user] = await t.db.select().from(users).where(eq(users.username, username));
    expect(user).toMatchObject({
      locale: language,
      role: 'user',
      emailVerifiedAt: null,
    });
    const agreed = await t.db
      .select()
      .from(consents)
      .where(eq(consents.userId, user?.id ?? ''));
    expect(agreed).toMatchObject([{ purpose: 'keep', given: true }]);
    expect(await t.events(user?.id ?? '')).toEqual(['signup']);
    const tokens = await t.db
      .select()
      .from(mailTokens)
      .where(eq(mailTokens.userId, user?.id ?? ''));
    expect(tokens.map(({ purpose }) => purpose).toSorted()).toEqual(['disown', 'verify']);
    expect(tokens).toContainEqual(expect.objectContaining({ tokenHash: hashToken(token), purpose: 'verify' }));
    expect(JSON.stringify(tokens)).not.toContain(token);

    for (let use = 0; use < 2; use += 1) {
      const verified = await t.http('GET', `/api/auth/verify/${token}`, { language });
      expect([verified.status, verified.json]).toEqual([
        200,
        { message: expect.stringContaining(language === 'en' ? 'verified' : 'vérifié') },
      ]);
    }
    const [after] = await t.db.select().from(users).where(eq(users.username, username));
    expect(after?.emailVerifiedAt).toBeInstanceOf(Date);
    expect(await login(username)).toMatchObject({ language });
  });

  it('stores no mail in clear text', async () => {
    await signup({ username: 'sealed', email: 'sealed@example.org', password });
    const rows = JSON.stringify(await t.db.select().from(mailOutbox));
    expect(rows).not.toMatch(/sealed@example|auth\/verify/);
    await t.outbox.flush();
    expect(await t.db.select().from(mailOutbox)).toEqual([]);
  });

  it('ignores other fields', async () => {
    await signup({
      username: 'greedy',
      email: 'greedy@example.org',
      password,
      role: 'admin',
      isVerified: true,
      id: t.alice.id,
    });
    const [user] = await t.db.select().from(users).where(eq(users.username, 'greedy'));
    expect(user).toMatchObject({ role: 'user', emailVerifiedAt: null });
    expect(user?.id).not.toBe(t.alice.id);
  });

  it('refuses a taken name, case-insensitively, without side effects', async () => {
    const answer = await signup({ username: 'ALICE', email: 'other@example.org', password }, 'fr');
    expect([answer.status, answer.json]).toMatchObject([
      409,
      { code: 'usernameTaken', errors: { username: Object(answer.json).message } },
    ]);
  });

  it('gives a name to one of twenty concurrent calls', async () => {
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        signup({ username: 'raced', email: `raced${index}@example.org`, password }),
      ),
    );
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    await t.outbox.flush();
    expect(t.mails.filter(({ to }) => to.startsWith('raced'))).toHaveLength(1);
  });

  it('does not reveal a known address: its owner gets another mail, and the account is created', async () => {
    t.mails.length = 0;
    const known = await signup({ username: 'second_bob', email: 'BOB@example.org', password });
    const fresh = await signup({ username: 'third_bob', email: 'unknown@example.org', password });
    expect([known.status, known.text]).toEqual([fresh.status, fresh.text]);
    await t.outbox.flush();
    const [mail] = t.mails.filter(({ to }) => to === 'BOB@example.org');
    expect(mail?.subject).toBe('Vous avez déjà un compte'); // bob reads French
    expect(linkIn(mail?.text ?? '')).toBe('');
    await login('second_bob');
  });
});

describe('verification', () => {
  it('refuses unknown and expired links with the same answer', async () => {
    await signup({ username: 'late', email: 'late@example.org', password });
    await t.outbox.flush();
    const token = linkIn(t.mails.find(({ to }) => to === 'late@example.org')?.text ?? '');
    await t.db
      .update(mailTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(mailTokens.tokenHash, hashToken(token)));
    const expired = await t.http('GET', `/api/auth/verify/${token}`);
    const unknown = await t.http('GET', '/api/auth/verify/nobodys');
    expect([expired.status, expired.text]).toEqual([400, unknown.text]);
  });

  it('lets the first of two accounts verify an address', async () => {
    t.mails.length = 0;
    await signup({ username: 'first_one', email: 'shared@example.org', password });
    await signup({ username: 'other_one', email: 'Shared@example.org', password });
    await t.outbox.flush();
    const links = t.mails.map(({ text }) => linkIn(text));
    const statuses = [];
    for (const link of links) statuses.push((await t.http('GET', `/api/auth/verify/${link}`)).status);
    expect(statuses.toSorted()).toEqual([200, 400]);
  });
});

describe('refresh', () => {
  const refresh = (refreshToken: unknown) => t.http('POST', '/api/auth/refresh', { body: { refreshToken } });

  it('gives a new access token, repeatedly', async () => {
    const { refreshToken } = await login('alice');
    for (let use = 0; use < 2; use += 1) {
      const answer = await refresh(refreshToken);
      expect(answer.status).toBe(200);
      const { shortToken } = z.strictObject({ shortToken: z.string() }).parse(answer.json);
      expect((await list(shortToken)).status).toBe(200);
    }
    expect(await t.guest.auth.refresh({ refreshToken })).toHaveProperty('shortToken');
  });

  it('is 400 without a token and 401 without a live session', async () => {
    expect((await t.http('POST', '/api/auth/refresh', { body: {} })).status).toBe(400);
    for (const token of [undefined, null, '', 7]) expect((await refresh(token)).status).toBe(400);
    for (const token of ['x', t.alice.shortToken, hashToken(t.alice.refreshToken)])
      expect((await refresh(token)).json).toMatchObject({ code: 'sessionMissing' });
  });

  it('extends the idle timeout at every use, up to the absolute one', async () => {
    const { refreshToken } = await login('alice');
    const row = eq(sessions.id, hashToken(refreshToken));
    const daysLeft = async () => {
      const [found] = await t.db
        .select({ days: sql<number>`extract(epoch from expires_at - now())::float8 / 86400` })
        .from(sessions)
        .where(row);
      return Math.round(found?.days ?? 0);
    };
    expect(await daysLeft()).toBe(30);
    await t.db
      .update(sessions)
      .set({ expiresAt: sql`now() + interval '20 days'` })
      .where(row);
    await refresh(refreshToken);
    expect(await daysLeft()).toBe(30);
    await t.db
      .update(sessions)
      .set({ absoluteExpiresAt: sql`now() + interval '5 days'` })
      .where(row);
    await refresh(refreshToken);
    expect(await daysLeft()).toBe(5);
  });

  it.each([
    ['idle', { expiresAt: sql`now() - interval '1 second'` }],
    ['absolute', { absoluteExpiresAt: sql`now() - interval '1 second'` }],
  ])('is over at the %s limit, and so is the access token', async (_which, limit) => {
    const { refreshToken, shortToken } = await login('alice');
    await t.db
      .update(sessions)
      .set(limit)
      .where(eq(sessions.id, hashToken(refreshToken)));
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await list(shortToken)).status).toBe(401);
  });
});

describe('logout', () => {
  const logout = (token: string | undefined) =>
    t.http('POST', '/api/auth/logout', { token, headers: { 'content-type': 'application/json' } });

  it('ends its session at once, and no other', async () => {
    const [one, two] = [await login('alice'), await login('alice')];
    expect((await logout(one.shortToken)).status).toBe(200);
    expect((await list(one.shortToken)).status).toBe(401);
    expect((await t.http('POST', '/api/auth/refresh', { body: { refreshToken: one.refreshToken } })).status).toBe(401);
    expect((await list(two.shortToken)).status).toBe(200);
    expect((await logout(one.shortToken)).status).toBe(200);
  });

  it('accepts an expired authentic token, which no other call does', async () => {
    const { shortToken, refreshToken } = await login('alice');
    clock = 16 * 60_000;
    try {
      expect((await list(shortToken)).status).toBe(401);
      expect((await logout(shortToken)).status).toBe(200);
      expect(
        await t.db
          .select()
          .from(sessions)
          .where(eq(sessions.id, hashToken(refreshToken))),
      ).toEqual([]);
    } finally {
      clock = 0;
    }
  });

  it('refuses any other token', async () => {
    for (const token of [undefined, 'x', t.alice.refreshToken]) expect((await logout(token)).status).toBe(401);
  });
});

describe('revocation', () => {
  it('takes effect at the next call: session ended, role changed, account erased', async () => {
    const person = await t.person('revoked');
    expect(await person.api.results.list({ source: 'stats' })).toEqual([]);
    await t.db.delete(sessions).where(eq(sessions.userId, person.id));
    await expect(person.api.results.list({ source: 'stats' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const erased = await t.person('erased');
    await t.db.delete(users).where(eq(users.id, erased.id));
    expect((await list(erased.shortToken)).status).toBe(401);
  });

  it('reads the role from the database, not from the token', async () => {
    const person = await t.person('demoted', 'admin');
    const { adminProcedure, authorize, metaOf } = await import('../trpc.ts');
    const admission = metaOf(adminProcedure._def.meta);
    if (!admission) throw new Error('The builder has no admission');
    const { createContext } = await import('../context.ts');
    const ask = () =>
      authorize(
        admission,
        createContext(t.services, {
          acceptLanguage: undefined,
          authorization: `Bearer ${person.shortToken}`,
          userAgent: undefined,
          address: '127.0.0.1',
        }),
      );
    await expect(ask()).resolves.toBeUndefined();
    await t.db.update(users).set({ role: 'user' }).where(eq(users.id, person.id));
    await expect(ask()).rejects.toMatchObject({ code: 'sessionMissing' });
    const { refreshToken, shortToken } = person;
    expect((await t.http('POST', '/api/auth/refresh', { body: { refreshToken } })).status).toBe(200);
    expect((await list(shortToken)).status).toBe(401);
  });

  it('refuses tokens that are altered, unsigned or of another kind', async () => {
    const [header = '', payload = '', signature = ''] = t.alice.shortToken.split('.');
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    const swapped = Buffer.from(Buffer.from(payload, 'base64url').toString().replace(t.alice.id, t.bob.id)).toString(
      'base64url',
    );
    for (const token of [
      `${none}.${payload}.`,
      `${header}.${swapped}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -2)}AA`,
    ])
      expect((await list(token)).status).toBe(401);
    expect((await list(t.alice.shortToken)).status).toBe(200);
  });
});
