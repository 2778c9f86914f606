import { hashToken } from '@nuances/crypto/tokens';
import { parseMasterKey } from '@nuances/crypto/master-key';
import { sessions, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import { eq, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { password, type TestApp, useApp } from '../testing/test-app.ts';
import { createSessions } from './sessions.ts';

let t: TestApp;
useApp((app) => (t = app));

const pair = z.object({ shortToken: z.string(), refreshToken: z.string() });
type Pair = z.infer<typeof pair>;

const post = (path: string, body: object) => t.http('POST', path, { body });
const login = async (username: string, rotate = true) =>
  pair.parse((await post('/api/auth/login', { username, password, ...(rotate ? { rotate } : {}) })).json);
const send = (refreshToken: string) => post('/api/auth/refresh', { refreshToken, rotate: true });
const follow = async (token: string): Promise<Pair> => pair.parse((await send(token)).json);
const isOpen = async (token: string) => (await t.http('GET', '/api/results?source=stats', { token })).status === 200;
const rowsOf = (userId: string) => t.db.select().from(sessions).where(eq(sessions.userId, userId));
/** Sets the first use of a token to that long ago. */
const usedAgo = (token: string, seconds: number) =>
  t.db
    .update(sessions)
    .set({ firstUsedAt: sql`now() - make_interval(secs => ${seconds})` })
    .where(eq(sessions.id, hashToken(token)));

describe('without rotation', () => {
  it('one token works repeatedly, and the answer has no other', async () => {
    const { refreshToken } = await login('alice', false);
    for (let use = 0; use < 3; use += 1) {
      const answer = await post('/api/auth/refresh', { refreshToken });
      expect(answer.status).toBe(200);
      expect(Object.keys(Object(answer.json))).toEqual(['shortToken']);
    }
  });

  it('a session can begin to rotate, and then cannot stop', async () => {
    const person = await t.person('converted');
    const next = await follow(person.refreshToken);
    expect(next.refreshToken).not.toBe(person.refreshToken);
    expect(
      pair.parse((await post('/api/auth/refresh', { refreshToken: next.refreshToken })).json).refreshToken,
    ).not.toBe(next.refreshToken);
  });

  it('only a live login is refreshed, and a logout during refreshes ends it', async () => {
    const person = await t.person('staying');
    const refresh = (refreshToken: string) => post('/api/auth/refresh', { refreshToken });
    for (const ending of [{ expiresAt: sql`now()` }, { absoluteExpiresAt: sql`now()` }]) {
      const { refreshToken } = await login('staying', false);
      expect((await refresh(refreshToken)).status).toBe(200);
      await t.db
        .update(sessions)
        .set(ending)
        .where(eq(sessions.id, hashToken(refreshToken)));
      expect((await refresh(refreshToken)).status).toBe(401);
    }
    for (let round = 0; round < 3; round += 1) {
      await t.db.delete(sessions).where(eq(sessions.userId, person.id));
      const { shortToken, refreshToken } = await login('staying', false);
      const sent = Array.from({ length: 6 }, (_, index) =>
        index === round ? t.http('POST', '/api/auth/logout', { token: shortToken }) : refresh(refreshToken),
      );
      for (const { status } of await Promise.all(sent)) expect([200, 401]).toContain(status);
      expect(await rowsOf(person.id)).toEqual([]);
    }
  });
});

describe('with rotation', () => {
  it('every refresh gives another token, stored only as hash', async () => {
    const person = await t.person('rotating');
    let tokens = await login('rotating');
    const seen = new Set([tokens.refreshToken]);
    for (let use = 0; use < 4; use += 1) {
      tokens = await follow(tokens.refreshToken);
      seen.add(tokens.refreshToken);
      expect(await isOpen(tokens.shortToken)).toBe(true);
    }
    expect(seen.size).toBe(5);
    for (const token of seen) expect(token).toMatch(/^[\w-]{43}$/);
    const rows = JSON.stringify(await rowsOf(person.id));
    for (const token of seen) expect(rows).not.toContain(token);
    expect(new Set((await rowsOf(person.id)).map(({ family }) => family)).size).toBe(2); // that of `person`, and ours
  });

  it('keeps the absolute timeout of the login', async () => {
    const first = await login('alice');
    await t.db
      .update(sessions)
      .set({ absoluteExpiresAt: sql`now() + interval '3 days'` })
      .where(eq(sessions.id, hashToken(first.refreshToken)));
    const next = await follow(first.refreshToken);
    const [row] = await t.db
      .select({
        days: sql<number>`round(extract(epoch from expires_at - now()) / 86400)::int`,
        rotates: sessions.rotates,
      })
      .from(sessions)
      .where(eq(sessions.id, hashToken(next.refreshToken)));
    expect(row).toEqual({ days: 3, rotates: true });
  });

  it('a lost answer ends no session, however late the retry is', async () => {
    const first = await login('alice');
    await send(first.refreshToken); // the answer never arrives
    await t.db
      .update(sessions)
      .set({ rotatedAt: sql`now() - interval '10 days'` })
      .where(eq(sessions.id, hashToken(first.refreshToken)));
    const again = await follow(first.refreshToken);
    expect(await isOpen(again.shortToken)).toBe(true);
    expect(await isOpen((await follow(again.refreshToken)).shortToken)).toBe(true);
  });

  it('the old token is valid until its successor was used and a grace period after, without a second successor', async () => {
    const first = await login('alice');
    const second = await follow(first.refreshToken);
    const third = await follow(second.refreshToken);
    await usedAgo(second.refreshToken, lifetimes.rotationGraceS - 2);
    expect((await follow(first.refreshToken)).refreshToken).toBe(second.refreshToken);
    expect((await follow(second.refreshToken)).refreshToken).toBe(third.refreshToken);
  });

  it('later reuse ends the whole family, records a security event, and affects no other login', async () => {
    const person = await t.person('robbed');
    const other = await login('robbed');
    const first = await login('robbed');
    const second = await follow(first.refreshToken);
    const third = await follow(second.refreshToken);
    await usedAgo(second.refreshToken, lifetimes.rotationGraceS + 1);
    t.log.length = 0;

    expect((await send(first.refreshToken)).status).toBe(401);
    for (const { shortToken, refreshToken } of [first, second, third]) {
      expect(await isOpen(shortToken)).toBe(false);
      expect((await send(refreshToken)).status).toBe(401);
    }
    expect(await isOpen(other.shortToken)).toBe(true);
    expect(await isOpen(person.shortToken)).toBe(true);
    const warnings = t.log.filter((line) => line.includes('refresh_token_reused'));
    expect(warnings).toHaveLength(1);
    for (const { refreshToken } of [first, second, third]) expect(t.log.join('')).not.toContain(refreshToken);
  });

  it('control: with a longer grace period the family would live', async () => {
    const first = await login('alice');
    const second = await follow(first.refreshToken);
    await follow(second.refreshToken);
    expect((await send(first.refreshToken)).status).toBe(200); // within the grace
    await usedAgo(second.refreshToken, lifetimes.rotationGraceS + 1);
    expect((await send(first.refreshToken)).status).toBe(401);
  });

  it('fifty concurrent refreshes: no error, no session ended, one successor', async () => {
    const person = await t.person('crowd');
    await t.db.delete(sessions).where(eq(sessions.userId, person.id));
    const first = await login('crowd');
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(first.refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    const pairs = answers.map(({ json }) => pair.parse(json));
    expect(new Set(pairs.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    expect(await rowsOf(person.id)).toHaveLength(2);
    for (const { shortToken } of [pairs[0], pairs[49]].filter((one) => one !== undefined))
      expect(await isOpen(shortToken)).toBe(true);
    // Each tab continues with its answer, also both concurrently.
    const next = await Promise.all(pairs.map(({ refreshToken }) => send(refreshToken)));
    expect(new Set(next.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await rowsOf(person.id)).toHaveLength(3);
    expect(await t.services.sessions.list(person.id)).toHaveLength(1);
  });

  it('a logout during refreshes leaves no live session', async () => {
    const person = await t.person('leaving');
    for (let round = 0; round < 8; round += 1) {
      await t.db.delete(sessions).where(eq(sessions.userId, person.id));
      let last = await login('leaving');
      for (let use = 0; use < round % 3; use += 1) last = await follow(last.refreshToken);
      const sent = Array.from({ length: 7 }, (_, index) =>
        index === round % 7 ? t.http('POST', '/api/auth/logout', { token: last.shortToken }) : send(last.refreshToken),
      );
      for (const { status } of await Promise.all(sent)) expect([200, 401]).toContain(status);
      expect(await rowsOf(person.id)).toEqual([]);
    }
  });

  it('a changed master key changes successors: the unused one is replaced', async () => {
    const person = await t.person('rekeyed');
    await t.db.delete(sessions).where(eq(sessions.userId, person.id));
    const first = await login('rekeyed');
    const lost = await follow(first.refreshToken);
    const keys = { current: parseMasterKey(randomBytes(32).toString('hex')), previous: t.masterKeys.current };
    const later = createSessions(t.db, keys, { securityEvents: t.services.securityEvents });
    const how = { userAgent: undefined, rotates: true };
    const next = await later.refresh(first.refreshToken, how);
    expect(next?.refreshToken).not.toBe(lost.refreshToken);
    expect(await later.refresh(lost.refreshToken, how)).toBeNull();
    expect(await later.refresh(next?.refreshToken ?? '', how)).not.toBeNull();
    expect(await later.list(person.id)).toHaveLength(1);
  });
});

describe('revocation', () => {
  it('a token with an old role is refused, and a refresh gives one with the new role', async () => {
    const person = await t.person('risen');
    const { shortToken, refreshToken } = await login('risen');
    expect(await isOpen(shortToken)).toBe(true);
    await t.db.update(users).set({ role: 'admin' }).where(eq(users.id, person.id));
    expect(await isOpen(shortToken)).toBe(false);
    const next = await follow(refreshToken);
    expect(await isOpen(next.shortToken)).toBe(true);
    expect(Buffer.from(next.shortToken.split('.')[1] ?? '', 'base64url').toString()).toContain('"role":"admin"');
  });

  it('a login that started before a change of the password creates no session', async () => {
    const person = await t.person('late_login');
    const [before] = await t.db.select().from(users).where(eq(users.id, person.id));
    await t.db.update(users).set({ passwordHash: '$argon2id$changed' }).where(eq(users.id, person.id));
    const owner = { userId: person.id, role: 'user' as const, passwordHash: before?.passwordHash ?? null };
    expect(await t.services.sessions.start(owner, { userAgent: undefined, rotates: false })).toBeNull();
    const none = { ...owner, passwordHash: null };
    await t.db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id));
    expect(await t.services.sessions.start(none, { userAgent: undefined, rotates: false })).toBeNull();
  });

  it('removes expired sessions only', async () => {
    const person = await t.person('tidied');
    const first = await login('tidied');
    await follow(first.refreshToken);
    await t.db
      .update(sessions)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(sessions.id, hashToken(first.refreshToken)));
    await t.services.sessions.removeExpired();
    expect(await rowsOf(person.id)).toHaveLength(2);
  });
});
