/** Flows over one-time codes, links of mails, reminders, tokens and clocks: several calls, each legitimate. */
import { parseMasterKey } from '@nuances/crypto/master-key';
import { backupCodes, loginFailures, mailTokens, oneTimeCodes, reminders, scans, users } from '@nuances/db/schema';
import { testDatabase } from '@nuances/db/testing';
import { limits } from '@nuances/domain/limits';
import { tokenScopes } from '@nuances/domain/script-tokens';
import { eq, sql } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runMaintenance } from '../jobs/maintenance.ts';
import { runCommand } from '../testing/commands.ts';
import { codeOf } from '../testing/one-time-codes.ts';
import { password, testApp, type TestApp } from '../testing/test-app.ts';

/** The second app is another instance on the same database; its clock is off by so much, milliseconds. */
let aheadMs = 0;
let apps: readonly [TestApp, TestApp];
let t: TestApp;
/** Wrong passwords of a minute. */
const limit = 4;
beforeAll(async () => {
  const database = await testDatabase();
  const masterKeys = { current: parseMasterKey(randomBytes(32).toString('hex')), previous: null };
  // Each call may come from another address: the limit per address is not tested here.
  const config = { authRateLimit: limit, trustProxy: ['loopback'] };
  t = await testApp({ database, masterKeys, config });
  apps = [t, await testApp({ database, masterKeys, suffix: '_two', config, now: () => Date.now() + aheadMs })];
});
afterAll(async () => {
  await apps[1].close();
  await t.close().catch(() => undefined); // the database is dropped already
});
beforeEach(async () => {
  await t.clearMails();
  await t.db.delete(loginFailures);
  await t.db.execute(sql`delete from auth_attempts`);
});

type Person = TestApp['alice'];
let turn = 0;
const somebody = () => t.person(`flowing_${(turn += 1)}`);

let calls = 0;
const elsewhere = () => {
  calls += 1;
  return { 'x-forwarded-for': `198.${51 + (calls >> 16)}.${(calls >> 8) & 255}.${calls & 255}` };
};
const post = (path: string, body: object, app = t) => app.http('POST', path, { body, headers: elsewhere() });
const codeOfAnswer = (json: unknown) => String(Object(json).code);
async function logIn(username: string, more: object = {}, app = t): Promise<string> {
  const { status, json } = await post('/api/auth/login', { username, password, ...more }, app);
  return status === 200 ? 'in' : codeOfAnswer(json);
}
/** A login with its calls and tokens. */
async function session(username: string, more: object = {}) {
  const { json } = await post('/api/auth/login', { username, password, ...more });
  const { shortToken, refreshToken } = Object(json);
  return { shortToken: String(shortToken), refreshToken: String(refreshToken), api: t.callerOf(String(shortToken)) };
}
async function admin(...words: readonly string[]) {
  const { isDone, said } = await runCommand(t, words);
  return { isDone, said: said.join('\n') };
}
/** Turns codes on. @returns the secret and the backup codes */
async function withCodes({ api }: Pick<Person, 'api'>) {
  await api.security.prove({ password });
  const { secret } = await api.security.beginCodes();
  const { backupCodes: spare } = await api.security.confirmCodes({ code: codeOf(secret, Date.now() - 30_000) });
  return { secret, spare };
}
/** Brings the announced end of all codes forward. */
const dayLater = () => t.db.execute(sql`update one_time_codes set ends_at = ends_at - interval '25 hours'`);
/** The token in the newest mail to an address. */
async function linkIn(page: string, to: string): Promise<string> {
  await t.outbox.flush();
  await t.outbox.flush(); // the first turns a request for a reset into a mail
  const texts = t.mails.filter((mail) => mail.to === to).map(({ text }) => text);
  return texts.flatMap((text) => new RegExp(`/auth/${page}/([\\w-]{43})`).exec(text)?.[1] ?? []).at(-1) ?? '';
}
const answers = [1, 2, 3, 4, 5, 6, 7];

describe('guesses', () => {
  it('with an account of the same address, whose password is the guess: each counts for the other account', async () => {
    const victim = await somebody();
    await post('/api/auth/signup', { username: 'same_address', email: victim.email, password: 'Guess-by-guess-0!' });
    let current = 'Guess-by-guess-0!';
    const guess = async (next: string) => {
      const { api } = await session('same_address', { password: current });
      await api.profile.changePassword({ currentPassword: current, newPassword: next });
      current = next;
      return (await (await session(victim.email, { password: next })).api.profile.get()).username;
    };
    for (let round = 1; round <= limit; round += 1)
      expect(await guess(`Guess-by-guess-${round}!`)).toBe('same_address');
    // Over the limit the right one opens what it opens by the user name: nothing of the other account.
    expect(await guess(password)).toBe('same_address');
    await t.db.delete(loginFailures);
    expect(await guess(password)).toBe(victim.username); // control
  });

  it('with a session alone, of the first code of a setup that the owner has begun: limited as the others', async () => {
    const owner = await somebody();
    await owner.api.security.prove({ password });
    const { secret } = await owner.api.security.beginCodes();
    const thief = t.callerOf(owner.shortToken);
    for (let guess = 0; guess < limit; guess += 1)
      await expect(thief.security.confirmCodes({ code: codeOf(secret, 1_000_000 + guess * 30_000) })).rejects.toThrow(
        'codeWrong',
      );
    await expect(thief.security.confirmCodes({ code: codeOf(secret) })).rejects.toThrow('rateLimited');
    await t.db.delete(loginFailures);
    expect((await owner.api.security.confirmCodes({ code: codeOf(secret) })).backupCodes).toHaveLength(10); // control
  });
});

describe('one-time codes', () => {
  it('of a stolen session without the password: nothing is begun, renewed or ended, and the owner can log in', async () => {
    const owner = await somebody();
    const { secret, spare } = await withCodes(owner);
    const thief = await session(owner.username, { code: spare[0] });
    for (let guess = 0; guess < limit; guess += 1)
      await expect(thief.api.security.prove({ password: `Wrong-horse-${guess}!` })).rejects.toThrow('currentPassword');
    await expect(thief.api.security.prove({ password })).rejects.toThrow('rateLimited');
    for (const call of [
      () => thief.api.security.beginCodes(),
      () => thief.api.security.renewBackupCodes(),
      () => thief.api.security.endCodes({ code: codeOf(secret) }),
    ])
      await expect(call()).rejects.toThrow('proofRequired');
    expect(await logIn(owner.username, { code: codeOf(secret) })).toBe('in');
  });

  it('of an account whose tokens were made before: they go on in their scope, and reach no call about codes', async () => {
    const owner = await somebody();
    const tokens = [];
    for (const scope of tokenScopes)
      tokens.push((await owner.api.tokens.create({ name: 'before', scope, days: 30, password })).token);
    await withCodes(owner);
    for (const token of tokens) {
      expect((await t.http('GET', '/api/results?source=stats', { token })).status).toBe(200);
      const statuses = [
        (await t.http('GET', '/api/security/codes', { token })).status,
        (await t.http('POST', '/api/security/proof', { token, body: { password } })).status,
        (await t.http('POST', '/api/security/codes', { token, body: {} })).status,
        (await t.http('POST', '/api/security/codes/end', { token, body: { code: '123456' } })).status,
        (await t.http('POST', '/api/security/backup-codes', { token, body: {} })).status,
      ];
      expect(new Set(statuses)).toEqual(new Set([403]));
    }
  });

  it('are turned on while another login has a reminder: both end, and twenty logins by the password end none', async () => {
    const owner = await somebody();
    const other = await session(owner.username);
    await other.api.reminder.set({ days: [1], time: '08:00', zone: 'UTC', endpoint: 'https://push.example/1' });
    const { secret } = await withCodes(owner);
    expect(await t.db.$count(reminders, eq(reminders.userId, owner.id))).toBe(0);
    expect((await post('/api/auth/refresh', { refreshToken: other.refreshToken })).status).toBe(401);
    for (let login = 0; login <= limits.sessions; login += 1)
      expect(await logIn(owner.username)).toBe('secondFactorRequired');
    expect(await owner.api.profile.sessions()).toHaveLength(1);
    for (let login = 0; login < 2; login += 1)
      expect(await logIn(owner.username, { code: codeOf(secret, Date.now() + login * 30_000) })).toBe('in'); // control
    expect(await owner.api.profile.sessions()).toHaveLength(3);
  });

  it('are lifted by the operator for a thief with the mailbox: the owner resets again, and a code takes it back', async () => {
    const owner = await somebody();
    const { secret } = await withCodes(owner);
    const reset = async (newPassword: string) => {
      await post('/api/auth/resetpassword', { email: owner.email });
      const token = await linkIn('resetpassword', owner.email);
      return (await post(`/api/auth/resetpassword/${token}`, { newPassword })).status;
    };
    expect(await reset('Thief-of-letters-7!')).toBe(200);
    expect((await admin('second-factor', 'end', owner.username)).isDone).toBe(true);
    expect(await logIn(owner.username, { password: 'Thief-of-letters-7!' })).toBe('secondFactorRequired');
    expect(await reset('Owner-once-again-7!')).toBe(200);
    expect(await logIn(owner.username, { password: 'Owner-once-again-7!', code: codeOf(secret) })).toBe('in');
    await dayLater();
    await runMaintenance(t.services);
    expect(await logIn(owner.username, { password: 'Owner-once-again-7!' })).toBe('secondFactorRequired');
  });

  it('are lifted for an account without an address: the operator is told that nobody was', async () => {
    const owner = await somebody();
    await withCodes(owner);
    await t.clearMails();
    const sentence = 'It has no address: nobody was told by mail.';
    expect((await admin('second-factor', 'end', owner.username)).said).not.toContain(sentence); // control
    await t.db.update(users).set({ email: null, emailVerifiedAt: null }).where(eq(users.id, owner.id));
    const { isDone, said } = await admin('second-factor', 'end', owner.username);
    expect([isDone, said]).toEqual([true, expect.stringContaining(sentence)]);
  });

  it('were guessed until every login is refused: unlock and reset each begin anew, and no code is lost', async () => {
    const owner = await somebody();
    const { secret } = await withCodes(owner);
    const exhaust = async () => {
      for (let guess = 0; guess <= limit; guess += 1)
        await logIn(owner.username, { code: codeOf(secret, guess * 30_000) });
      expect(await logIn(owner.username, { code: codeOf(secret) })).toBe('loginFailed');
    };
    await exhaust();
    await admin('unlock', owner.username);
    expect(await logIn(owner.username, { code: codeOf(secret) })).toBe('in');
    await exhaust();
    await post('/api/auth/resetpassword', { email: owner.email });
    const newPassword = 'Another-horse-8!';
    await post(`/api/auth/resetpassword/${await linkIn('resetpassword', owner.email)}`, { newPassword });
    expect(await logIn(owner.username, { password: newPassword, code: codeOf(secret, Date.now() + 30_000) })).toBe(
      'in',
    );
  });

  it('are typed at an instance whose clock is two hours off: taken once it knows, and at no other a second time', async () => {
    const owner = await somebody();
    const { secret } = await withCodes(owner);
    aheadMs = 7_200_000;
    try {
      expect(await logIn(owner.username, { code: codeOf(secret) }, apps[1])).toBe('secondFactorWrong'); // control
      await apps[1].services.clock.compare();
      const code = codeOf(secret);
      expect(await logIn(owner.username, { code }, apps[1])).toBe('in');
      for (const app of apps) expect(await logIn(owner.username, { code }, app)).toBe('secondFactorUsed');
    } finally {
      aheadMs = 0;
      await apps[1].services.clock.compare();
    }
  });
});

describe('addresses', () => {
  it('a new one is proven, then its mailbox disowns it: the old one brings the account back, codes and all', async () => {
    const owner = await somebody();
    const { secret } = await withCodes(owner);
    const stranger = `stranger_${turn}@example.org`;
    await owner.api.profile.changeEmail({ email: stranger, password });
    const [link, disown] = [await linkIn('verify', stranger), await linkIn('unknown-account', stranger)];
    expect((await t.http('GET', `/api/auth/verify/${link}`)).status).toBe(200);
    expect((await post(`/api/auth/unknown-account/${disown}`, {})).status).toBe(200);
    expect(await owner.api.profile.get()).toMatchObject({ email: '', isVerified: false });
    expect((await post(`/api/auth/restore-email/${await linkIn('restore-email', owner.email)}`, {})).status).toBe(200);
    const newPassword = 'Back-at-the-old-7!';
    const reset = await linkIn('resetpassword', owner.email);
    expect((await post(`/api/auth/resetpassword/${reset}`, { newPassword })).status).toBe(200);
    expect(await logIn(owner.email, { password: newPassword })).toBe('secondFactorRequired');
    expect(await logIn(owner.email, { password: newPassword, code: codeOf(secret) })).toBe('in');
  });

  it('one that was left for another is disowned late: nothing is taken off, and nobody is told', async () => {
    const owner = await somebody();
    await owner.api.profile.changeEmail({ email: `first_${turn}@example.org`, password });
    const disown = await linkIn('unknown-account', `first_${turn}@example.org`);
    await owner.api.profile.changeEmail({ email: `second_${turn}@example.org`, password });
    expect(
      (await t.http('GET', `/api/auth/verify/${await linkIn('verify', `second_${turn}@example.org`)}`)).status,
    ).toBe(200);
    await t.clearMails();
    expect((await post(`/api/auth/unknown-account/${disown}`, {})).status).toBe(200);
    expect(await owner.api.profile.get()).toMatchObject({ email: `second_${turn}@example.org`, isVerified: true });
    await t.outbox.flush();
    expect(t.mails).toEqual([]);
  });

  it('is claimed again by the account that it was taken off: the first link takes it off again', async () => {
    const email = `claimed_${(turn += 1)}@example.org`;
    await post('/api/auth/signup', { username: `claimer_${turn}`, email, password });
    const disown = await linkIn('unknown-account', email);
    const { api } = await session(`claimer_${turn}`);
    for (let round = 0; round < 2; round += 1) {
      expect((await post(`/api/auth/unknown-account/${disown}`, {})).status).toBe(200);
      expect((await api.profile.get()).email).toBe('');
      await api.profile.changeEmail({ email, password });
    }
    await t.db
      .update(mailTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(mailTokens.purpose, 'disown'));
    expect((await post(`/api/auth/unknown-account/${disown}`, {})).status).toBe(400); // control
  });
});

describe('tokens and reminders', () => {
  it('a script sends one scan twenty times to two instances at once: one row, one event, and no other content', async () => {
    const owner = await somebody();
    const { token } = await owner.api.tokens.create({ name: 'sender', scope: 'write', days: 30, password });
    const body = { _id: randomUUID(), answers, createdAt: '2026-01-02T03:04:05.000Z' };
    const send = (app: TestApp, more = {}) => app.http('POST', '/api/results', { token, body: { ...body, ...more } });
    const sent = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index % 2 === 0 ? apps[0] : apps[1])));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await t.db.$count(scans, eq(scans.userId, owner.id))).toBe(1);
    expect((await t.events(owner.id)).filter((kind) => kind === 'scan')).toHaveLength(1);
    expect(codeOfAnswer((await send(t, { answers: answers.toReversed() })).json)).toBe('scanExists');
  });

  it('a reminder of a login that its owner ends elsewhere, or that twenty others push out, goes with it', async () => {
    const owner = await somebody();
    const count = () => t.db.$count(reminders, eq(reminders.userId, owner.id));
    const remind = async () => {
      const device = await session(owner.username);
      await device.api.reminder.set({ days: [1], time: '08:00', zone: 'UTC', endpoint: 'https://push.example/1' });
      return device;
    };
    const device = await remind();
    const other = await session(owner.username);
    const [found] = (await device.api.profile.sessions()).filter(({ current }) => current);
    await other.api.profile.endSession({ id: found?.id ?? '' });
    expect(await count()).toBe(0);
    await remind();
    for (let login = 0; login < limits.sessions - 1; login += 1) await session(owner.username);
    expect(await count()).toBe(1); // control
    await session(owner.username);
    expect(await count()).toBe(0);
  });

  it('an account with codes and a reminder is erased: nothing of them is left, and its name opens nothing', async () => {
    const owner = await somebody();
    await owner.api.reminder.set({ days: [1], time: '08:00', zone: 'UTC', endpoint: 'https://push.example/1' });
    const { secret } = await withCodes(owner);
    await owner.api.profile.erase({ password });
    for (const table of [oneTimeCodes, backupCodes, reminders])
      expect(await t.db.$count(table, eq(table.userId, owner.id))).toBe(0);
    expect(await logIn(owner.username, { code: codeOf(secret) })).toBe('loginFailed');
    expect(codeOfAnswer((await post('/api/auth/refresh', { refreshToken: owner.refreshToken })).json)).not.toBe('in');
  });
});
