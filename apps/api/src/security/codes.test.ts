/** One-time codes over several calls: what asks for one, what accepts one once, and what takes them away. */
import { backupCodes, loginFailures, oneTimeCodes, sessions, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { Secret } from 'otpauth';
import * as z from 'zod';
import { runMaintenance } from '../jobs/maintenance.ts';
import { runCommand } from '../testing/commands.ts';
import { dump } from '../testing/dump.ts';
import { codeOf } from '../testing/one-time-codes.ts';
import { password, type TestApp, useApp } from '../testing/test-app.ts';

/** Added to the clock of the app. */
let aheadMs = 0;
const now = () => Date.now() + aheadMs;
let t: TestApp;
useApp((app) => (t = app), { now, config: { authRateLimit: 40 } });
beforeEach(async () => {
  // Of the machine's address: all people of these tests share it.
  await t.db.execute(sql`delete from auth_attempts`);
});

type Person = TestApp['alice'];
const codeIn = (secret: string, periods = 0) => codeOf(secret, now() + periods * 30_000);
const nextPeriod = () => (aheadMs += 30_000);

async function turnOn({ api }: Person) {
  await api.security.prove({ password });
  const { secret } = await api.security.beginCodes();
  const { backupCodes: spare } = await api.security.confirmCodes({ code: codeIn(secret) });
  nextPeriod();
  return { secret, spare };
}
const logIn = async (username: string, more: object = {}) => {
  const { status, json, text } = await t.http('POST', '/api/auth/login', { body: { username, password, ...more } });
  return { status, code: z.looseObject({ code: z.string().optional() }).parse(json).code, text };
};
const entered = { status: 200, code: undefined };
const failed = (code: string) => ({ status: 401, code });

const admin = (...words: readonly string[]) => runCommand(t, words);

describe('turning codes on', () => {
  it('asks for the password of the last five minutes, in this login', async () => {
    const person = await t.person();
    const { api, id } = person;
    await expect(api.security.beginCodes()).rejects.toThrow('proofRequired');
    await expect(api.security.prove({ password: 'Wrong-horse-7!' })).rejects.toThrow('currentPassword');
    await expect(api.security.beginCodes()).rejects.toThrow('proofRequired');
    const { json } = await t.logIn(person.username);
    const other = t.callerOf(z.looseObject({ shortToken: z.string() }).parse(json).shortToken);
    await other.security.prove({ password });
    await expect(api.security.beginCodes()).rejects.toThrow('proofRequired');
    await expect(other.security.beginCodes()).resolves.toMatchObject({ secret: expect.any(String) });
    await t.db
      .update(sessions)
      .set({ provenAt: sql`now() - interval '301 seconds'` })
      .where(eq(sessions.userId, id));
    await expect(other.security.beginCodes()).rejects.toThrow('proofRequired');
  });

  it('changes nothing before the first code, and stores no secret in clear', async () => {
    const person = await t.person();
    await person.api.security.prove({ password });
    const { secret, address } = await person.api.security.beginCodes();
    expect(address).toMatch(new RegExp(`^otpauth://totp/Nuances:${person.username}\\?.*secret=${secret}`));
    expect(await person.api.security.codes()).toEqual({ codes: null });
    expect(await logIn(person.username)).toMatchObject(entered);
    await expect(person.api.security.confirmCodes({ code: codeIn(secret, 5) })).rejects.toThrow('codeWrong');
    expect(await logIn(person.username)).toMatchObject(entered);
    const { backupCodes: spare } = await person.api.security.confirmCodes({ code: codeIn(secret) });
    expect(new Set(spare).size).toBe(10);
    expect(await person.api.security.codes()).toMatchObject({ codes: { backupCodesLeft: 10 } });
    const stored = JSON.stringify(await dump(t.db));
    const raw = Buffer.from(Secret.fromBase32(secret).bytes);
    for (const text of [secret, raw.toString('hex'), raw.toString('base64url'), ...spare])
      expect(stored).not.toContain(text);
  });

  it('by twenty first codes at once makes ten backup codes, not two hundred', async () => {
    const person = await t.person();
    await person.api.security.prove({ password });
    const { secret } = await person.api.security.beginCodes();
    const code = codeIn(secret);
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => person.api.security.confirmCodes({ code })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await t.db.$count(backupCodes, eq(backupCodes.userId, person.id))).toBe(10);
  });

  it('ends every other login and no script token', async () => {
    const person = await t.person();
    const { json } = await t.logIn(person.username);
    const { shortToken } = z.looseObject({ shortToken: z.string() }).parse(json);
    const { token } = await person.api.tokens.create({ name: 'a', scope: 'read', days: 1, password });
    const call = async (bearer: string) => (await t.http('GET', '/api/profile', { token: bearer })).status;
    expect([await call(shortToken), await call(token), await call(person.shortToken)]).toEqual([200, 200, 200]);
    await turnOn(person);
    expect([await call(shortToken), await call(token), await call(person.shortToken)]).toEqual([401, 200, 200]);
  });

  it('is refused a second time, so that no thief of a session replaces the secret', async () => {
    const person = await t.person();
    const { secret } = await turnOn(person);
    await expect(person.api.security.beginCodes()).rejects.toThrow('badRequest');
    expect(await logIn(person.username, { code: codeIn(secret) })).toMatchObject(entered);
  });
});

describe('a login', () => {
  it('without codes is as before, also with a code that nobody asked for', async () => {
    const person = await t.person();
    const { text } = await logIn(person.username);
    expect(Object.keys(JSON.parse(text))).toEqual(['shortToken', 'refreshToken', 'language', 'userKey', 'role']);
    expect(await logIn(person.username, { code: '123456' })).toMatchObject(entered);
  });

  it('with codes asks for one after the right password only', async () => {
    const person = await t.person();
    const plain = await t.person();
    const { secret } = await turnOn(person);
    expect(await logIn(person.username)).toMatchObject(failed('secondFactorRequired'));
    for (const code of [codeIn(secret), '000000', undefined]) {
      const wrong = await logIn(person.username, { password: 'Wrong-horse-7!', code });
      expect(wrong).toEqual(await logIn(plain.username, { password: 'Wrong-horse-7!', code }));
      expect(wrong).toMatchObject(failed('loginFailed'));
    }
    // The right code was not used up by the wrong password.
    expect(await logIn(person.email, { code: codeIn(secret) })).toMatchObject(entered);
  });

  it('takes each code once, one period around now, with spaces too', async () => {
    const person = await t.person();
    const { secret } = await turnOn(person);
    const code = codeIn(secret);
    expect(await logIn(person.username, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).toMatchObject(entered);
    expect(await logIn(person.username, { code })).toMatchObject(failed('secondFactorUsed'));
    expect(await logIn(person.username, { code: codeIn(secret, -1) })).toMatchObject(failed('secondFactorUsed'));
    expect(await logIn(person.username, { code: codeIn(secret, 2) })).toMatchObject(failed('secondFactorWrong'));
    expect(await logIn(person.username, { code: codeIn(secret, 1) })).toMatchObject(entered);
    for (const other of ['', '12', 'abcdef', '١٢٣٤٥٦', '1'.repeat(31)])
      expect((await logIn(person.username, { code: other })).status).toBe(401);
  });

  it('takes one of twenty equal codes at once, of the app and of the backup codes', async () => {
    const person = await t.person();
    const { secret, spare } = await turnOn(person);
    for (const code of [codeIn(secret), spare[0]]) {
      const all = await Promise.all(Array.from({ length: 20 }, () => logIn(person.username, { code })));
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  it('takes a backup code once, and counts what is left', async () => {
    const person = await t.person();
    const { spare } = await turnOn(person);
    const [first = '', second = ''] = spare;
    expect(await logIn(person.username, { code: `${first.slice(0, 4)} ${first.slice(4)}` })).toMatchObject(entered);
    expect(await logIn(person.username, { code: first })).toMatchObject(failed('secondFactorWrong'));
    expect(await person.api.security.codes()).toMatchObject({ codes: { backupCodesLeft: 9 } });
    const other = await t.person();
    await turnOn(other);
    expect(await logIn(other.username, { code: second })).toMatchObject(failed('secondFactorWrong'));
  });

  it('counts wrong codes as wrong passwords, and a missing one ends no series', async () => {
    const person = await t.person();
    const { secret } = await turnOn(person);
    await t.db.delete(loginFailures);
    const inARow = async () => (await t.db.select().from(loginFailures))[0]?.inARow;
    for (let wrong = 0; wrong < 3; wrong += 1) await logIn(person.username, { code: codeIn(secret, 9 + wrong) });
    expect(await inARow()).toBe(3);
    await logIn(person.username);
    expect(await inARow()).toBe(3);
    expect(await logIn(person.username, { code: codeIn(secret) })).toMatchObject(entered);
    expect(await inARow()).toBe(0);
    // Over the limit, the right password and the right code answer as a wrong password does.
    await t.db.update(loginFailures).set({ count: 1_000 });
    nextPeriod();
    const code = codeIn(secret);
    expect(await logIn(person.username, { code })).toMatchObject(failed('loginFailed'));
    expect(await logIn(person.username)).toMatchObject(failed('loginFailed'));
    await t.db.delete(loginFailures);
    expect(await logIn(person.username, { code }), 'a refused code is not used up').toMatchObject(entered);
  });

  it('by an address counts wrong codes too where another account has the same address and password', async () => {
    const [person, other] = [await t.person(), await t.person()];
    await turnOn(person);
    await t.db.update(users).set({ email: person.email, emailVerifiedAt: null }).where(eq(users.id, other.id));
    await t.db.delete(loginFailures);
    for (let wrong = 0; wrong < 3; wrong += 1)
      expect(await logIn(person.email, { code: '000000' })).toMatchObject(failed('secondFactorWrong'));
    const counted = await t.db.select().from(loginFailures);
    expect(Math.max(...counted.map(({ inARow }) => inARow))).toBe(3);
  });

  it('that began before the codes were turned on does not end after it', async () => {
    const person = await t.person();
    const [account] = await t.db.execute<{ hash: string }>(
      sql`select password_hash as hash from users where id = ${person.id}`,
    );
    const owner = { userId: person.id, role: 'user', passwordHash: account?.hash ?? '' } as const;
    const start = (hasProvenCode: boolean) =>
      t.services.sessions.start({ ...owner, hasProvenCode }, { userAgent: 'x', rotates: false });
    expect(await start(false)).not.toBeNull();
    await turnOn(person);
    expect(await start(false)).toBeNull();
    expect(await start(true)).not.toBeNull();
  });
});

describe('what goes on, and what ends', () => {
  it('removing them takes the password and a code; guesses are limited', async () => {
    const person = await t.person();
    const { secret } = await turnOn(person);
    await t.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, person.id));
    await expect(person.api.security.endCodes({ code: codeIn(secret) })).rejects.toThrow('proofRequired');
    await expect(person.api.security.renewBackupCodes()).rejects.toThrow('proofRequired');
    await person.api.security.prove({ password });
    await expect(person.api.security.endCodes({ code: codeIn(secret, 7) })).rejects.toThrow('codeWrong');
    await expect(person.api.security.endCodes({ code: codeIn(secret, -1) })).rejects.toThrow('codeUsed');
    for (let guess = 0; guess < 45; guess += 1)
      await person.api.security.endCodes({ code: '00000000' }).catch(() => undefined);
    await expect(person.api.security.endCodes({ code: codeIn(secret) })).rejects.toThrow('rateLimited');
    await t.db.delete(loginFailures);
    expect(await person.api.security.endCodes({ code: codeIn(secret) })).toEqual({});
    expect(await logIn(person.username)).toMatchObject(entered);
    expect(await person.api.security.codes()).toEqual({ codes: null });
    const again = await turnOn(person);
    expect(again.secret).not.toBe(secret);
    expect(await logIn(person.username, { code: codeIn(secret) })).toMatchObject(failed('secondFactorWrong'));
  });

  it('ten new backup codes end the former', async () => {
    const person = await t.person();
    const { spare } = await turnOn(person);
    const { backupCodes: fresh } = await person.api.security.renewBackupCodes();
    expect(await logIn(person.username, { code: spare[0] })).toMatchObject(failed('secondFactorWrong'));
    expect(await logIn(person.username, { code: fresh[0] })).toMatchObject(entered);
  });

  it('a reset of the password leaves them, and logs nobody in', async () => {
    const person = await t.person();
    const { secret } = await turnOn(person);
    await t.http('POST', '/api/auth/resetpassword', { body: { email: person.email } });
    await t.outbox.flush();
    const link = t.mails.flatMap(({ to, text }) =>
      to === person.email ? (/resetpassword\/(\S+)/.exec(text)?.[1] ?? []) : [],
    );
    const newPassword = 'Another-horse-8!';
    const reset = await t.http('POST', `/api/auth/resetpassword/${link.at(-1)}`, { body: { newPassword } });
    expect(reset.status).toBe(200);
    const fresh = { password: newPassword };
    expect(await logIn(person.username, fresh)).toMatchObject(failed('secondFactorRequired'));
    expect(await logIn(person.username, { ...fresh, code: codeIn(secret) })).toMatchObject(entered);
  });

  it('each change is told by mail, without a link, and is a security event', async () => {
    const person = await t.person('coder', 'user', 'fr');
    t.mails.length = 0;
    t.log.length = 0;
    const { secret } = await turnOn(person);
    await person.api.security.renewBackupCodes();
    await person.api.security.endCodes({ code: codeIn(secret) });
    await t.outbox.flush();
    const own = t.mails.filter(({ to }) => to === person.email);
    // In no order: they are sent together.
    expect(own.map(({ text }) => /: (.*)$/m.exec(text)?.[1]).toSorted()).toEqual([
      'dix nouveaux codes de secours ont été faits.',
      'les codes à usage unique ont été activés.',
      'les codes à usage unique ont été retirés.',
    ]);
    for (const { subject, text, html } of own) {
      expect(subject).toBe('Un changement dans votre accès');
      expect(text + html).not.toMatch(/https?:|<a /);
    }
    const events = t.log.flatMap((line) => /"event":"(codes_\w+)"/.exec(line)?.[1] ?? []);
    expect(events).toEqual(['codes_on', 'codes_renewed', 'codes_off']);
    expect(t.log.join()).not.toContain(secret);
  });

  it('the operator ends them after a day and a notice; a code used meanwhile takes that back', async () => {
    const [person, other, third] = [await t.person(), await t.person(), await t.person()];
    const { spare } = await turnOn(person);
    const { secret } = await turnOn(other);
    const { spare: ofThird } = await turnOn(third);
    await t.clearMails();
    expect(await admin('second-factor', 'end', 'nobody')).toEqual({
      isDone: false,
      said: ['Nobody is called nobody.'],
    });
    expect(await admin('second-factor', 'end', t.bob.username)).toMatchObject({ isDone: false });
    for (const { username } of [person, other, third])
      expect(await admin('second-factor', 'end', username.toUpperCase())).toMatchObject({ isDone: true });
    await t.outbox.flush();
    expect(t.mails.map(({ to }) => to).toSorted()).toEqual([other.email, person.email, third.email].toSorted());
    expect(t.mails[0]?.text).toContain('will be lifted in 24 hours');
    const [announced] = await t.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.userId, person.id));
    expect(Number(announced?.endsAt) - Date.now()).toBeGreaterThan((lifetimes.codesEndDelayS - 60) * 1_000);
    // A second command does not lengthen it, and mails nothing.
    await admin('second-factor', 'end', person.username);
    expect((await t.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.userId, person.id)))[0]).toEqual(announced);

    expect(await logIn(person.username)).toMatchObject(failed('secondFactorRequired'));
    expect(await logIn(other.username, { code: codeIn(secret) })).toMatchObject(entered);
    expect(await logIn(third.username, { code: ofThird[0] })).toMatchObject(entered);
    const dayLater = async () => {
      await t.db.execute(sql`update one_time_codes set ends_at = ends_at - interval '25 hours'`);
    };
    await dayLater();
    for (const { username } of [other, third])
      expect(await logIn(username)).toMatchObject(failed('secondFactorRequired'));
    expect(await logIn(person.username)).toMatchObject(entered);
    expect(await person.api.security.codes()).toEqual({ codes: null });
    await runMaintenance(t.services);
    expect(await t.db.$count(oneTimeCodes, eq(oneTimeCodes.userId, person.id))).toBe(0);
    expect(await t.db.$count(backupCodes, eq(backupCodes.userId, person.id))).toBe(0);
    expect(await t.db.$count(oneTimeCodes, eq(oneTimeCodes.userId, other.id))).toBe(1);
    expect(await logIn(person.username, { code: spare[0] })).toMatchObject(entered);
  });

  it('a secret that was never confirmed is removed after a day', async () => {
    const person = await t.person();
    await person.api.security.prove({ password });
    await person.api.security.beginCodes();
    const isOwn = eq(oneTimeCodes.userId, person.id);
    await runMaintenance(t.services);
    expect(await t.db.$count(oneTimeCodes, isOwn)).toBe(1);
    await t.db
      .update(oneTimeCodes)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(isOwn);
    await runMaintenance(t.services);
    expect(await t.db.$count(oneTimeCodes, isOwn)).toBe(0);
  });

  it('the export names them without their secret, to a login only, and not to who has none', async () => {
    const person = await t.person();
    const exported = async (token: string) => (await t.http('GET', '/api/profile/export', { token })).text;
    expect(await exported(person.shortToken)).not.toContain('oneTimeCodes');
    await turnOn(person);
    const { oneTimeCodes: named } = JSON.parse(await exported(person.shortToken));
    expect(named).toEqual({ since: expect.any(String), backupCodesLeft: 10 });
    const { token } = await person.api.tokens.create({ name: 'a', scope: 'read', days: 1, password });
    expect(await exported(token)).not.toContain('oneTimeCodes');
  });

  it('an erasure removes them at once', async () => {
    const person = await t.person();
    await turnOn(person);
    await person.api.profile.erase({ password });
    for (const table of [oneTimeCodes, backupCodes])
      expect(await t.db.$count(table, eq(table.userId, person.id))).toBe(0);
  });

  it('a lock of the operator answers as a wrong password, with or without a code', async () => {
    const person = await t.person();
    const { secret } = await turnOn(person);
    await admin('lock', person.username);
    expect(await logIn(person.username)).toMatchObject(failed('loginFailed'));
    expect(await logIn(person.username, { code: codeIn(secret) })).toMatchObject(failed('loginFailed'));
    await admin('unlock', person.username);
    expect(await logIn(person.username)).toMatchObject(failed('secondFactorRequired'));
  });
});
