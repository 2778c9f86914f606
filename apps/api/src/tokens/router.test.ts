/** Script tokens over several calls: what they may do, what ends them, and what they do not become. */
import { hashToken, newToken } from '@nuances/crypto/tokens';
import { sessions, usageEvents, users } from '@nuances/db/schema';
import { limits } from '@nuances/domain/limits';
import { type TokenScope, tokenScopes } from '@nuances/domain/script-tokens';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import * as z from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLucia } from '../auth/session-adapter.ts';
import { endSessionsOf, lockAccount } from '../cli/accounts.ts';
import { procedures } from '../http/procedures.ts';
import { dump } from '../testing/dump.ts';
import { password, type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

type Person = Awaited<ReturnType<TestApp['person']>>;

const make = (person: Person, scope: TokenScope = 'write', name = 'a script') =>
  person.api.tokens.create({ name, scope, days: 30, password });
/** Stores so many tokens without their cost, a check of the password each. */
async function fill({ id: userId }: Person, count: number): Promise<void> {
  const at = sql`now()`;
  const end = sql`now() + interval '1 day'`;
  const one = {
    userId,
    scope: 'read',
    name: 'filler',
    createdAt: at,
    lastSeenAt: at,
    expiresAt: end,
    absoluteExpiresAt: end,
  } as const;
  await t.db.insert(sessions).values(Array.from({ length: count }, () => ({ ...one, id: hashToken(newToken()) })));
}
const scan = { answers: [4, 6, 9, 8, 5, 7, 9] };
const save = (token: string) => t.http('POST', '/api/results', { token, body: scan });
const list = (token: string) => t.http('GET', '/api/results?source=stats', { token });
const rowOf = (token: string) => eq(sessions.id, hashToken(token));

describe('a script token', () => {
  it('is answered once, stored as a hash, and listed without it', async () => {
    const person = await t.person();
    const answer = await t.http('POST', '/api/tokens', {
      token: person.shortToken,
      body: { name: ' nightly export ', scope: 'read', days: 365, password },
    });
    expect(answer.status).toBe(201);
    const { token, ...described } = z
      .looseObject({ token: z.string(), createdAt: z.string(), expiresAt: z.string() })
      .parse(answer.json);
    expect(token).toMatch(/^nu_[\w-]{43}$/);
    expect(JSON.stringify(await dump(t.db))).not.toContain(token);
    expect(JSON.stringify(await dump(t.db))).not.toContain(token.slice(3));
    expect(await t.db.$count(sessions, rowOf(token))).toBe(1);
    const { json: listed } = await t.http('GET', '/api/tokens', { token: person.shortToken });
    expect(listed).toEqual([described]);
    expect(described).toMatchObject({ name: 'nightly export', scope: 'read', lastUsedAt: null });
    const days = (Date.parse(described.expiresAt) - Date.parse(described.createdAt)) / 86_400_000;
    expect(days).toBe(365);
  });

  it('is told of by mail to its owner, in their language and without a link; a refused one is not', async () => {
    const person = await t.person('scripter', 'user', 'fr');
    await t.clearMails();
    const wrong = { name: 'x', scope: 'read', days: 30, password: 'Wrong-horse-7!' };
    expect((await t.http('POST', '/api/tokens', { token: person.shortToken, body: wrong })).status).toBe(400);
    await t.outbox.flush();
    expect(t.mails).toEqual([]);
    for (let times = 0; times < 2; times += 1) await make(person, 'read', 'a name of somebody’s choice');
    await t.outbox.flush();
    expect(t.mails.map(({ to, subject }) => [to, subject])).toEqual(
      Array.from({ length: 2 }, () => [person.email, 'Un jeton pour scripts a été créé']),
    );
    // Nor a word of who made it: the address may be another person's.
    for (const { text, html } of t.mails) expect(text + html).not.toMatch(/https?:|<a |choice/);
  });

  it('calls within its scope, on both transports, and is noted as used', async () => {
    const person = await t.person();
    const [read, write] = [await make(person, 'read', 'reader'), await make(person, 'write', 'writer')];
    expect((await save(write.token)).status).toBe(201);
    expect((await list(read.token)).json).toHaveLength(1);
    expect((await list(write.token)).status).toBe(200);
    expect((await t.http('GET', '/api/notes/all', { token: read.token })).status).toBe(200);
    expect((await t.http('GET', '/trpc/profile.exportData', { token: read.token })).status).toBe(200);
    const refused = await save(read.token);
    expect([refused.status, refused.json]).toMatchObject([403, { code: 'tokenScope' }]);
    expect((await t.http('POST', '/trpc/results.create', { token: read.token, body: scan })).status).toBe(403);
    expect((await list(read.token)).json).toHaveLength(1);
    const used = await person.api.tokens.list();
    expect(used.map(({ name, lastUsedAt }) => [name, lastUsedAt instanceof Date])).toEqual([
      ['writer', true],
      ['reader', true],
    ]);
  });

  it('is noted once a minute', async () => {
    const person = await t.person();
    const { token } = await make(person);
    const seen = async () => (await t.db.select().from(sessions).where(rowOf(token)))[0]?.lastSeenAt.getTime();
    await list(token);
    const first = await seen();
    await list(token);
    expect(await seen()).toBe(first);
    await t.db
      .update(sessions)
      .set({ lastSeenAt: sql`now() - interval '61 seconds'` })
      .where(rowOf(token));
    await list(token);
    expect(await seen()).toBeGreaterThanOrEqual(first ?? Infinity);
  });

  it('is no visit of its owner: only what it stores is counted', async () => {
    const person = await t.person();
    const { token } = await make(person);
    await t.services.activity.flush();
    await t.db.delete(usageEvents).where(eq(usageEvents.userId, person.id));
    await t.http('GET', '/api/profile', { token });
    await save(token);
    await t.services.activity.flush();
    expect(await t.events(person.id)).toEqual(['scan']);
    // Control: a login is one.
    const login = await t.logIn(person.username);
    await t.http('GET', '/api/profile', { token: Object(login.json).shortToken });
    await t.services.activity.flush();
    expect(await t.events(person.id)).toContain('activity');
  });

  it('is one of twenty at most, also when several are made at once', async () => {
    const person = await t.person();
    await fill(person, limits.scriptTokens.max - 1);
    const last = await Promise.allSettled([make(person), make(person), make(person)]);
    expect(last.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const listed = await person.api.tokens.list();
    expect(listed).toHaveLength(limits.scriptTokens.max);
    await expect(make(person)).rejects.toThrow('tokensFull');
    await person.api.tokens.end({ id: listed[0]?.id ?? '' });
    await expect(make(person)).resolves.toMatchObject({ scope: 'write' });
  });
});

describe('what a script token may not do', () => {
  /** Every call that takes script tokens; a new one is refused to them until it is named here. */
  const open: Readonly<Record<string, TokenScope>> = {
    'profile.get': 'read',
    'profile.setLanguage': 'write',
    'profile.exportData': 'read',
    'results.create': 'write',
    'results.list': 'read',
    'results.own': 'read',
    'results.byId': 'read',
    'results.setTags': 'write',
    'results.delete': 'write',
    'moods.own': 'read',
    'moods.remove': 'write',
    'notes.userKey': 'read',
    'notes.hash': 'read',
    'notes.all': 'read',
    'notes.create': 'write',
    'notes.update': 'write',
    'notes.delete': 'write',
    'restore.add': 'write',
    'restore.undo': 'write',
  };
  const guarded = procedures.filter(({ access }) => access === 'user' || access === 'admin');

  /** Of one administrator, by scope. */
  const bossTokens = new Map<TokenScope, string>();
  beforeAll(async () => {
    const boss = await t.person('scripted_boss', 'admin');
    for (const scope of tokenScopes) bossTokens.set(scope, (await make(boss, scope)).token);
  });

  it('is the whole list', () => {
    const scoped = guarded.flatMap(({ name, scope }) => (scope ? [[name, scope]] : []));
    expect(Object.fromEntries(scoped)).toEqual(open);
  });

  it.each(guarded.map(({ name, type }) => ({ name, type })))('$name answers by its scope', async ({ name, type }) => {
    for (const [scope, token] of bossTokens) {
      const path = `/trpc/${name}`;
      const answer =
        type === 'query' ? await t.http('GET', path, { token }) : await t.http('POST', path, { token, body: {} });
      const may = open[name] === 'read' || (scope === 'write' && open[name] === 'write');
      // An allowed call may still refuse its empty input.
      if (may) expect([200, 400, 404], `${scope}: ${answer.text}`).toContain(answer.status);
      else expect([answer.status, answer.text], scope).toEqual([403, expect.stringContaining('"tokenScope"')]);
    }
  });

  it('includes becoming a session: it is no refresh token, and a logout is not for it', async () => {
    const person = await t.person();
    const { token, id } = await make(person);
    for (const rotate of [false, true])
      expect((await t.http('POST', '/api/auth/refresh', { body: { refreshToken: token, rotate } })).status).toBe(401);
    for (const path of ['/api/auth/logout', '/trpc/auth.logout']) {
      const { status, text } = await t.http('POST', path, { token });
      expect([status, text], path).toEqual([403, expect.stringContaining('"tokenScope"')]);
    }
    expect(await t.db.$count(sessions, eq(sessions.userId, person.id))).toBe(2);
    // Nor does the list of sessions.
    expect(await person.api.profile.sessions()).toHaveLength(1);
    await expect(person.api.profile.endSession({ id })).rejects.toThrow('notFound');
    expect((await list(token)).status).toBe(200);
    // One that its owner has ended is no token any more.
    await person.api.tokens.end({ id });
    expect((await t.http('POST', '/api/auth/logout', { token })).status).toBe(401);
    // Control: the refresh token of the login is one.
    const { refreshToken } = person;
    expect((await t.http('POST', '/api/auth/refresh', { body: { refreshToken } })).status).toBe(200);
  });

  it('includes pushing a login out, or being pushed out by logins', async () => {
    const person = await t.person();
    const { token } = await make(person);
    await fill(person, limits.scriptTokens.max - 1);
    const [account] = await t.db.select().from(users).where(eq(users.id, person.id));
    const owner = { userId: person.id, role: 'user', passwordHash: account?.passwordHash ?? null } as const;
    for (let logins = 0; logins < limits.sessions; logins += 1)
      expect(await t.services.sessions.start(owner, { userAgent: 'test', rotates: false })).not.toBeNull();
    expect((await list(token)).status).toBe(200);
    expect(await person.api.tokens.list().catch(() => 'pushed out by a login')).toBe('pushed out by a login');
    expect(await t.db.$count(sessions, and(eq(sessions.userId, person.id), isNotNull(sessions.scope)))).toBe(20);
  });
});

describe('a script token ends', () => {
  const ends: Readonly<Record<string, (person: Person, made: Awaited<ReturnType<typeof make>>) => Promise<unknown>>> = {
    'when its owner ends it': (person, { id }) => person.api.tokens.end({ id }),
    'at a change of password': (person) =>
      person.api.profile.changePassword({ currentPassword: password, newPassword: 'Another-horse-8!' }),
    'with all other sessions': (person) => person.api.profile.endOtherSessions(),
    'with the account': (person) => person.api.profile.erase({ password }),
    'at a reset': async (person) => {
      await t.http('POST', '/api/auth/resetpassword', { body: { email: person.email } });
      await t.outbox.flush();
      const link = /resetpassword\/([\w-]{43})/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? '';
      const body = { newPassword: 'Another-horse-8!' };
      expect((await t.http('POST', `/api/auth/resetpassword/${link}`, { body })).status).toBe(200);
    },
    'when the operator ends the sessions': (person) => endSessionsOf(t, person.username),
    'when the operator locks the account': (person) => lockAccount(t.db, person.username),
    'on its day': (_person, { token }) =>
      t.db
        .update(sessions)
        .set({ expiresAt: sql`now()`, absoluteExpiresAt: sql`now()` })
        .where(rowOf(token)),
  };

  it.each(Object.keys(ends))('%s', async (name) => {
    const person = await t.person();
    const made = await make(person);
    // Control: until then it works.
    expect((await list(made.token)).status).toBe(200);
    expect((await save(made.token)).status).toBe(201);
    await ends[name]?.(person, made);
    for (const answer of [await list(made.token), await save(made.token)])
      expect([answer.status, answer.json]).toMatchObject([401, { code: 'sessionMissing' }]);
  });

  it('not at a logout, nor when another session is ended', async () => {
    const person = await t.person();
    const { token } = await make(person);
    await t.logIn(person.username);
    const other = (await person.api.profile.sessions()).find(({ current }) => !current);
    await person.api.profile.endSession({ id: other?.id ?? '' });
    await t.http('POST', '/api/auth/logout', { token: person.shortToken });
    expect((await list(token)).status).toBe(200);
  });

  it('and its row is removed', async () => {
    const person = await t.person();
    const { token } = await make(person);
    await t.db
      .update(sessions)
      .set({ expiresAt: sql`now()`, absoluteExpiresAt: sql`now()` })
      .where(rowOf(token));
    await createLucia(t.db).deleteExpiredSessions();
    expect(await t.db.$count(sessions, rowOf(token))).toBe(0);
  });

  it('is in the log, without its name', async () => {
    const person = await t.person();
    const { id } = await make(person, 'read', 'secret-name-of-a-token');
    await person.api.tokens.end({ id });
    const events = t.log.flatMap((line) => /"event":"(token_\w+)"/.exec(line)?.[1] ?? []);
    expect(events.slice(-2)).toEqual(['token_created', 'token_ended']);
    expect(t.log.join('')).not.toContain('secret-name-of-a-token');
    expect(t.log.join('')).not.toContain('nu_');
  });
});
