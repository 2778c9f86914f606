import { hashToken, newToken } from '@nuances/crypto/tokens';
import { loginFailures, mailTokens, anonymousUserId, sessions, usageEvents, users } from '@nuances/db/schema';
import { limits } from '@nuances/domain/limits';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { dump, rowsWith } from '../testing/dump.ts';
import { createAggregation } from '../admin/aggregation.ts';
import { seal, unseal } from '../testing/seal.ts';
import { password, testApp, type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

const pair = z.object({ shortToken: z.string(), refreshToken: z.string() });
const newPassword = 'Another-horse-8!';
const answers = [1, 2, 3, 4, 5, 6, 7];

async function login(username: string, options: { secret?: string; rotate?: boolean; userAgent?: string } = {}) {
  const answer = await t.http('POST', '/api/auth/login', {
    body: { username, password: options.secret ?? password, rotate: options.rotate ?? false },
    headers: { 'user-agent': options.userAgent ?? 'test' },
  });
  return pair.parse(answer.json);
}
const statusOf = async (token: string) => (await t.http('GET', '/api/results?source=stats', { token })).status;
const refreshStatus = async (refreshToken: string) =>
  (await t.http('POST', '/api/auth/refresh', { body: { refreshToken } })).status;
const call = (procedure: string, token: string, body: unknown, language = 'en') =>
  t.http('POST', `/trpc/${procedure}`, { token, body, language });

const isNoLedger = (row: string) => !row.startsWith('erased_accounts: ');

describe('sessions', () => {
  it('are listed one per login, with their details and without tokens', async () => {
    const person = await t.person('listed');
    const phone = await login('listed', { rotate: true, userAgent: 'Phone' });
    const later = await t.http('POST', '/api/auth/refresh', {
      body: { refreshToken: phone.refreshToken, rotate: true },
      headers: { 'user-agent': 'Phone 2' },
    });
    const { shortToken, refreshToken } = pair.parse(later.json);
    const found = await t.callerOf(shortToken).profile.sessions();
    expect(found).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        current: true,
        userAgent: 'Phone 2',
        createdAt: expect.any(Date),
        lastSeenAt: expect.any(Date),
      },
      { ...found[1], current: false, userAgent: 'test' },
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
    for (const { id, createdAt, lastSeenAt } of found) {
      expect(await refreshStatus(id)).toBe(401);
      expect(await statusOf(id)).toBe(401);
      expect(lastSeenAt.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
    }
    const text = JSON.stringify(found);
    for (const token of [refreshToken, phone.refreshToken, person.refreshToken]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(hashToken(token));
    }
    // Both tokens of the family have the same session id.
    expect((await t.callerOf(phone.shortToken).profile.sessions()).find(({ current }) => current)?.id).toBe(
      found[0]?.id,
    );
  });

  it('can be ended one by one: the access token too, at its next call', async () => {
    const person = await t.person('ending');
    const tablet = await login('ending', { rotate: true });
    const [other] = (await person.api.profile.sessions()).filter(({ current }) => !current);
    expect(await person.api.profile.endSession({ id: other?.id.toUpperCase() ?? '' })).toEqual({});
    expect([await statusOf(tablet.shortToken), await refreshStatus(tablet.refreshToken)]).toEqual([401, 401]);
    expect(await person.api.profile.sessions()).toHaveLength(1);
  });

  it('are 20 at most: the oldest login ends with all its tokens; other accounts keep theirs', async () => {
    const person = await t.person('many_devices');
    const other = await t.person('few_devices');
    const rotating = await login('many_devices', { rotate: true });
    const next = pair.parse(
      (await t.http('POST', '/api/auth/refresh', { body: { refreshToken: rotating.refreshToken, rotate: true } })).json,
    );
    const later = [];
    for (let count = 0; count < limits.sessions - 2; count += 1) later.push(await login('many_devices'));
    // Control: at the limit the first one is still there.
    expect(await statusOf(person.shortToken)).toBe(200);
    expect(await person.api.profile.sessions()).toHaveLength(limits.sessions);

    await login('many_devices');
    expect([await statusOf(person.shortToken), await refreshStatus(person.refreshToken)]).toEqual([401, 401]);
    expect(await statusOf(next.shortToken)).toBe(200);
    const newest = await login('many_devices');
    for (const ended of [rotating, next])
      expect([await statusOf(ended.shortToken), await refreshStatus(ended.refreshToken)]).toEqual([401, 401]);
    for (const kept of [...later, newest]) expect(await statusOf(kept.shortToken)).toBe(200);
    expect(await t.callerOf(newest.shortToken).profile.sessions()).toHaveLength(limits.sessions);
    expect(await statusOf(other.shortToken)).toBe(200);
  });

  it('a foreign, an ended and an invalid id get the same answer, and nothing ends', async () => {
    const [own] = await t.alice.api.profile.sessions();
    const said = [];
    for (const id of [own?.id, randomUUID(), 'x', t.alice.refreshToken, hashToken(t.alice.refreshToken)])
      said.push((await call('profile.endSession', t.bob.shortToken, { id })).text);
    expect(new Set(said).size).toBe(1);
    expect(said[0]).toContain('"notFound"');
    expect(await statusOf(t.alice.shortToken)).toBe(200);
  });

  it('all others can be ended at once', async () => {
    const person = await t.person('others');
    const [one, two] = [await login('others', { rotate: true }), await login('others')];
    const next = pair.parse(
      (await t.http('POST', '/api/auth/refresh', { body: { refreshToken: one.refreshToken } })).json,
    );
    expect(await t.callerOf(next.shortToken).profile.endOtherSessions()).toEqual({ ended: 2 });
    for (const { shortToken, refreshToken } of [person, two])
      expect([await statusOf(shortToken), await refreshStatus(refreshToken)]).toEqual([401, 401]);
    expect([await statusOf(next.shortToken), await refreshStatus(next.refreshToken)]).toEqual([200, 200]);
  });
});

describe('changing the password', () => {
  it('ends every other session, keeps this one, and mails a notice', async () => {
    const person = await t.person('changer');
    const here = await login('changer', { rotate: true });
    t.mails.length = 0;
    const changed = await call('profile.changePassword', here.shortToken, { currentPassword: password, newPassword });
    expect([changed.status, changed.json]).toEqual([200, { result: { data: {} } }]);
    expect([await statusOf(person.shortToken), await refreshStatus(person.refreshToken)]).toEqual([401, 401]);
    expect([await statusOf(here.shortToken), await refreshStatus(here.refreshToken)]).toEqual([200, 200]);
    expect((await t.logIn('changer')).status).toBe(401);
    await login('changer', { secret: newPassword });
    await t.outbox.flush();
    expect(t.mails.map(({ to }) => to)).toEqual(['changer@example.org']);
    expect(t.mails[0]?.text).not.toContain(newPassword);
    // The mail says that this session stays.
    expect(t.mails[0]?.text).toContain('except the one it was changed in.');
  });

  it('voids mailed reset and verification links; a restore link stays valid', async () => {
    const person = await t.person('forgetful');
    const link = { userId: person.id, email: person.email, createdAt: new Date() };
    const expiresAt = new Date(Date.now() + 3_600_000);
    for (const purpose of ['reset', 'verify', 'restore_email'] as const)
      await t.db.insert(mailTokens).values({ ...link, purpose, tokenHash: hashToken(newToken()), expiresAt });
    await person.api.profile.changePassword({ currentPassword: password, newPassword });
    const left = await t.db.select().from(mailTokens).where(eq(mailTokens.userId, person.id));
    expect(left.map(({ purpose }) => purpose).toSorted()).toEqual(['restore_email']);
  });

  it('lets one of many concurrent calls win', async () => {
    const person = await t.person('racing');
    const sent = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        call('profile.changePassword', person.shortToken, {
          currentPassword: password,
          newPassword: `Winner-horse-${index}!`,
        }),
      ),
    );
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('limits wrong passwords in a session: a stolen one can neither guess nor lock the owner out', async () => {
    const limited = await testApp({ config: { authRateLimit: 3 } });
    try {
      const { alice } = limited;
      const guess = async () =>
        (
          await limited.http('POST', '/trpc/profile.erase', {
            token: alice.shortToken,
            body: { password: 'Wrong-horse-7!' },
          })
        ).status;
      expect([await guess(), await guess(), await guess(), await guess()]).toEqual([400, 400, 400, 429]);
      const login = await limited.logIn('alice');
      expect(login.status).toBe(200);
      expect((await limited.http('GET', '/api/results?source=stats', { token: alice.shortToken })).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

describe('my data', () => {
  it('is complete, without credentials and without data of others', async () => {
    const [one, two] = [await t.person('exporter'), await t.person('neighbour', 'user', 'fr')];
    for (const person of [one, two])
      for (const score of [0, 1]) {
        const scanResultId = randomUUID();
        await person.api.results.create({ _id: scanResultId, answers: answers.map((answer) => answer + score) });
        const text = seal(person.userKey, `note ${score} of ${person.username}`);
        await person.api.notes.create({ text, title: text, categoryId: 'green', scanResultId });
      }
    const [mine, theirs] = [await one.api.profile.exportData(), await two.api.profile.exportData()];
    expect(mine).toMatchObject({
      exportedAt: expect.any(Date),
      profile: { id: one.id, username: 'exporter', email: one.email, locale: 'en' },
    });
    // Logins and usage, without tokens.
    expect(mine.sessions).toEqual([
      { userAgent: 'test', createdAt: expect.any(Date), lastSeenAt: expect.any(Date), expiresAt: expect.any(Date) },
    ]);
    expect(mine.events.map(({ kind }) => kind).toSorted()).toEqual(['note_created', 'note_created', 'scan', 'scan']);
    expect(mine.weeks).toEqual([]);
    // As they are listed, the oldest first: sealed, for the browser to open.
    expect(mine.notes).toEqual((await one.api.notes.all()).notes.toReversed());
    const texts = mine.notes.map((note) => unseal(one.userKey, note.text));
    expect(texts.toSorted()).toEqual(['note 0 of exporter', 'note 1 of exporter']);
    expect(mine.scans).toHaveLength(2);
    expect(mine.scans[0]).toMatchObject({ answers, duration: null, createdAt: expect.any(Date) });
    const text = JSON.stringify(mine);
    const [row] = await t.db.select().from(users).where(eq(users.id, one.id));
    for (const secret of [row?.passwordHash, row?.userKeySealed, one.userKey, 'passwordHash', 'argon2'])
      expect(text).not.toContain(secret);
    const theirIds = [...theirs.scans, ...theirs.notes].map(({ _id }) => _id);
    for (const theirText of [two.id, two.username, two.email, ...theirIds, ...theirs.notes.map((note) => note.text)])
      expect(text).not.toContain(theirText);
    const response = await t.http('GET', '/trpc/profile.exportData', { token: one.shortToken });
    expect(response.headers['cache-control']).toBe('no-store');
    // Over HTTP the same, although it is streamed there.
    const sent = z.object({ result: z.object({ data: z.record(z.string(), z.unknown()) }) }).parse(response.json)
      .result.data;
    expect({ ...sent, exportedAt: null }).toEqual(JSON.parse(JSON.stringify({ ...mine, exportedAt: null })));
    await createAggregation({ db: t.db, log: { info: () => undefined, error: () => undefined } })
      .begin({ trigger: 'command' })
      .then((run) => run?.ended);
    expect((await one.api.profile.exportData()).weeks).toEqual([
      expect.objectContaining({ weekStart: expect.any(String), nbNotesCreated: 2, nbQuizCompleted: 2 }),
    ]);
  });
});

describe('erasure', () => {
  it('needs the password', async () => {
    const wrong = await call('profile.erase', t.alice.shortToken, { password: 'Wrong-horse-7!' }, 'fr');
    expect([wrong.status, wrong.json]).toMatchObject([
      400,
      { error: { data: { app: { code: 'currentPassword', fields: { password: { code: 'currentPassword' } } } } } },
    ]);
    expect((await call('profile.erase', t.alice.shortToken, {})).status).toBe(400);
    expect(await statusOf(t.alice.shortToken)).toBe(200);
  });

  it('leaves no row of the account in any table; weekly totals stay; sessions end', async () => {
    const body = { username: 'vanishing', email: 'vanishing@example.org', password, language: 'en', consent: true };
    expect((await t.http('POST', '/api/auth/signup', { body })).status).toBe(201);
    await t.outbox.flush();
    await t.logIn('vanishing', 'Wrong-horse-7!');
    const [first, second] = [await login('vanishing', { rotate: true }), await login('vanishing')];
    const api = t.callerOf(first.shortToken);
    const scanId = randomUUID();
    await api.results.create({ _id: scanId, answers, duration: 4242 });
    await api.results.list({ source: 'history' });
    const [title, text, goneText] = [1, 2, 3].map((byte) => Buffer.alloc(40, byte).toString('base64'));
    const [noteId, goneId] = [randomUUID(), randomUUID()];
    await api.notes.create({ _id: noteId, title, text: text ?? '', categoryId: 'red', scanResultId: scanId });
    await api.notes.create({ _id: goneId, text: goneText ?? '', categoryId: 'red' });
    await api.notes.delete({ _id: goneId });
    const { profile } = await api.profile.exportData();
    const id = String(profile['id']);
    const failuresBefore = await t.db.$count(loginFailures);
    const [sealed] = await t.db.select({ key: users.userKeySealed }).from(users).where(eq(users.id, id));
    const hashed = hashToken(first.refreshToken);
    const traces = [id, 'vanishing', scanId, noteId, goneId, title ?? '', text ?? '', sealed?.key ?? '', hashed];
    const before = await dump(t.db);
    expect(rowsWith(before, goneText ?? '')).toEqual([]); // the text of a deleted note is removed at once
    for (const trace of traces) expect(rowsWith(before, trace), trace).not.toEqual([]); // control
    await t.services.activity.flush();
    const counted = (await t.events(id)).filter((kind) => kind !== 'activity');
    const nobodys = await t.events(anonymousUserId);
    expect(counted.toSorted()).toEqual(['history_opened', 'note_created', 'note_created', 'scan', 'signup']);
    const totals = async () => {
      await (
        await t.services.aggregation.begin({ trigger: 'command' })
      )?.ended;
      const { userStats, globalStats } = await t.admin.api.admin.stats();
      return { ...userStats.at(-1), ...globalStats.at(-1) };
    };
    const week = await totals();
    expect(rowsWith(await dump(t.db), id).some((row) => row.startsWith('usage_user_weeks'))).toBe(true); // control

    expect(await api.profile.erase({ password })).toEqual({});
    expect(await t.services.erasures.flush()).toBe(1);

    const after = await dump(t.db);
    for (const trace of traces) expect(rowsWith(after, trace).filter(isNoLedger), trace).toEqual([]);
    // Its id alone, for backups that still have the account.
    expect(rowsWith(after, id)).toEqual([
      expect.stringMatching(/^erased_accounts: \{"user_id":"[^"]+","erased_at":"[^"]+"\}$/),
    ]);
    expect(await t.db.$count(loginFailures)).toBe(failuresBefore - 1);
    expect((await t.events(anonymousUserId)).toSorted()).toEqual([...nobodys, 'signup'].toSorted());
    expect(await t.db.$count(usageEvents, eq(usageEvents.durationS, 4242))).toBe(0);
    expect(week).toMatchObject({ nbQuizCompleted: expect.any(Number), nbNotesCreated: expect.any(Number) });
    expect(await totals()).toEqual(week);
    for (const { shortToken, refreshToken } of [first, second])
      expect([await statusOf(shortToken), await refreshStatus(refreshToken)]).toEqual([401, 401]);
    expect((await t.http('POST', '/api/auth/login', { body })).status).toBe(401);
    expect((await t.http('POST', '/api/auth/logout', { token: first.shortToken })).status).toBe(200);
    expect((await t.http('POST', '/api/auth/signup', { body })).status).toBe(201); // the name is free again
  });

  it('concurrent calls cause no 500, and leave no rows', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await t.person(`under_way_${round}`);
      const token = person.shortToken;
      const { _id: scanResultId } = await person.api.results.create({ answers });
      const note = { _id: randomUUID(), text: seal(person.userKey, 'x'), categoryId: 'red' as const, scanResultId };
      await person.api.notes.create(note);
      const writing = () =>
        ['x', 'y'].flatMap((text) => [
          t.http('POST', '/api/notes', { token, body: { ...note, _id: randomUUID() } }),
          t.http('PUT', `/api/notes/${note._id}`, { token, body: { ...note, text: seal(person.userKey, text) } }),
        ]);
      const sent = await Promise.all([
        ...writing(),
        ...Array.from({ length: 6 }, () =>
          t.http('POST', '/api/results', { token, body: { _id: randomUUID(), answers } }),
        ),
        ...Array.from({ length: 6 }, () => t.http('GET', '/api/results?source=history', { token })),
        t.http('POST', '/api/auth/refresh', { body: { refreshToken: person.refreshToken, rotate: true } }),
        call('profile.erase', token, { password }),
        ...writing(),
        t.http('DELETE', `/api/results/${scanResultId}`, { token }),
        call('profile.erase', token, { password }),
        ...writing(),
        t.http('DELETE', `/api/notes/${note._id}`, { token }),
        ...Array.from({ length: 6 }, () =>
          t.http('POST', '/api/results', { token, body: { _id: randomUUID(), answers } }),
        ),
      ]);
      for (const { status, text } of sent) expect(status, text).toBeLessThan(500);
      expect(await t.services.erasures.flush()).toBe(1);
      expect(rowsWith(await dump(t.db), person.id).filter(isNoLedger)).toEqual([]);
      expect(await t.db.$count(sessions, eq(sessions.userId, person.id))).toBe(0);
    }
  });
});
