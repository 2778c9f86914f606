/** Passkeys over several calls: what makes one, what one opens, and what takes them away. */
import { loginFailures, passkeys, sessions, usedChallenges } from '@nuances/db/schema';
import { lifetimes, limits } from '@nuances/domain/limits';
import { eq, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { runMaintenance } from '../jobs/maintenance.ts';
import { addPasskey, type Deviation, SoftPasskey } from '../testing/authenticator.ts';
import { runCommand } from '../testing/commands.ts';
import { dump } from '../testing/dump.ts';
import { turnCodesOn } from '../testing/one-time-codes.ts';
import { password, testApp, type TestApp, useApp } from '../testing/test-app.ts';
import { relyingParty, userOfHandle } from './passkeys.ts';

/** Added to the clock of the app. */
let aheadMs = 0;
let t: TestApp;
useApp((app) => (t = app), { now: () => Date.now() + aheadMs });
beforeEach(async () => {
  // Of the machine's address: all people of these tests share it.
  await t.db.execute(sql`delete from auth_attempts`);
});

type Person = TestApp['alice'];
const askLogin = () => t.guest.auth.passkeyOptions();
const tokens = z.looseObject({ shortToken: z.string(), refreshToken: z.string() });

async function send(credential: unknown, more: object = {}) {
  const { status, json, text, headers } = await t.http('POST', '/api/auth/passkey', {
    body: { credential, ...more },
  });
  return { status, json: z.looseObject({}).parse(json), text, headers };
}
const enter = async (passkey: SoftPasskey, wrong: Deviation = {}) => send(passkey.get(await askLogin(), wrong));
const statusOf = async (passkey: SoftPasskey, wrong?: Deviation) => (await enter(passkey, wrong)).status;
const refusal = { status: 401, json: { code: 'passkeyUnknown' } };
const eventsSince = (from: number) => t.log.slice(from).flatMap((line) => /"event":"(\w+)"/.exec(line)?.[1] ?? []);
const isLoggedIn = async (token: string) => (await t.http('GET', '/api/profile', { token })).status === 200;

const admin = (...words: readonly string[]) => runCommand(t, words);

describe('a new passkey', () => {
  it('asks for a proof of the last five minutes, in this login', async () => {
    const { api, id } = await t.person();
    await expect(api.security.newPasskeyOptions()).rejects.toThrow('proofRequired');
    await api.security.prove({ password });
    const asked = await api.security.newPasskeyOptions();
    const expire = () =>
      t.db
        .update(sessions)
        .set({ provenAt: sql`now() - interval '301 seconds'` })
        .where(eq(sessions.userId, id));
    await expire();
    const credential = new SoftPasskey().create(asked);
    await expect(api.security.addPasskey({ name: 'a', credential })).rejects.toThrow('proofRequired');
    await addPasskey({ api });
    const { passkeys: own } = await api.security.passkeys();
    await expire();
    const [{ id: passkey } = { id: '' }] = own;
    await expect(api.security.renamePasskey({ id: passkey, name: 'b' })).rejects.toThrow('proofRequired');
    await expect(api.security.removePasskey({ id: passkey })).rejects.toThrow('proofRequired');
    expect(await api.security.passkeys()).toMatchObject({ passkeys: [{ name: 'a device', lastUsedAt: null }] });
  });

  it('is discoverable and made by a verified person, at the address of the service', async () => {
    const { api, username, id } = await t.person();
    await api.security.prove({ password });
    const asked = await api.security.newPasskeyOptions();
    expect(asked).toMatchObject({
      rp: { id: 'localhost', name: 'Nuances' },
      user: { name: username, displayName: username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(userOfHandle(asked.user.id)).toBe(id);
    expect(asked.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
    expect(relyingParty({ appUrl: () => 'https://nuances.example/diary' })).toEqual({
      origin: 'https://nuances.example',
      id: 'nuances.example',
    });
    const passkey = await addPasskey({ api });
    expect((await api.security.newPasskeyOptions()).excludeCredentials).toEqual([
      { type: 'public-key', id: passkey.id },
    ]);
  });

  it.each<[string, Deviation]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['a longer origin', { origin: 'http://localhost:3000.evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another RP id', { rpId: 'evil.example' }],
    ['no verified person', { isVerified: false }],
    ['nobody present', { isPresent: false }],
    ['an answer to a login', { type: 'webauthn.get' }],
    ['an own challenge', { challenge: randomBytes(54).toString('base64url') }],
  ])('is refused with %s', async (_what, wrong) => {
    const { api } = await t.person();
    await api.security.prove({ password });
    const credential = new SoftPasskey().create(await api.security.newPasskeyOptions(), wrong);
    await expect(api.security.addPasskey({ name: 'a', credential })).rejects.toThrow('passkeyRefused');
    // Control: the same without what is wrong.
    await addPasskey({ api });
  });

  it('answers a challenge of its own login, once, within five minutes', async () => {
    const [person, other] = [await t.person(), await t.person()];
    await other.api.security.prove({ password });
    await person.api.security.prove({ password });
    const add = ({ api }: Person, credential: ReturnType<SoftPasskey['create']>) =>
      api.security.addPasskey({ name: 'a', credential });
    const asked = await person.api.security.newPasskeyOptions();
    await expect(add(other, new SoftPasskey().create(asked))).rejects.toThrow('passkeyRefused');
    const forLogin = { ...asked, challenge: (await askLogin()).challenge };
    await expect(add(person, new SoftPasskey().create(forLogin))).rejects.toThrow('passkeyRefused');
    const late = new SoftPasskey().create(asked);
    aheadMs = lifetimes.passkeyChallengeS * 1_000 + 1_000;
    await expect(add(person, late)).rejects.toThrow('passkeyRefused');
    aheadMs = 0;
    // Of twenty at once one is added; a second login of the same person is another one.
    const again = await person.api.security.newPasskeyOptions();
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => add(person, new SoftPasskey().create(again))),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('of the same credential is refused; another account may have the id, and it opens only that one', async () => {
    const [person, thief] = [await t.person(), await t.person()];
    const passkey = await addPasskey(person);
    await expect(addPasskey(person, 'twice', passkey)).rejects.toThrow('passkeyRefused');
    const copy = await addPasskey(thief, 'same id', new SoftPasskey({ id: passkey.id }));
    const asked = await person.api.security.newPasskeyOptions();
    expect(await statusOf(copy, { userHandle: asked.user.id })).toBe(401);
    const { status, json } = await enter(copy);
    expect(status).toBe(200);
    expect((await t.callerOf(String(json['shortToken'])).profile.get()).username).toBe(thief.username);
    expect(await statusOf(passkey)).toBe(200);
  });

  it('is one of twenty at most, also when several are added at once', async () => {
    const person = await t.person();
    for (let count = 0; count < limits.passkeys - 1; count += 1) await addPasskey(person);
    const asked = await Promise.all([1, 2, 3].map(() => person.api.security.newPasskeyOptions()));
    const added = await Promise.allSettled(
      asked.map((one) => person.api.security.addPasskey({ name: 'a', credential: new SoftPasskey().create(one) })),
    );
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(person.api.security.newPasskeyOptions()).rejects.toThrow('passkeysFull');
    expect(await t.db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(limits.passkeys);
  });

  it('stores no secret, and no challenge that was not answered', async () => {
    const person = await t.person();
    await t.db.delete(usedChallenges);
    await person.api.security.prove({ password });
    for (let count = 0; count < 5; count += 1) await person.api.security.newPasskeyOptions();
    const { challenge } = await askLogin();
    expect(await t.db.$count(usedChallenges)).toBe(0);
    const passkey = await addPasskey(person);
    await send(passkey.get({ challenge }));
    const stored = JSON.stringify(await dump(t.db));
    expect(stored).toContain(passkey.id);
    expect(stored).not.toContain(challenge);
    expect(await t.db.$count(usedChallenges)).toBe(2);
    await t.db.update(usedChallenges).set({ expiresAt: sql`now()` });
    await runMaintenance(t.services);
    expect(await t.db.$count(usedChallenges)).toBe(0);
  });
});

describe('a login with a passkey', () => {
  it('names nobody, answers as a login does, and is no script token', async () => {
    const person = await t.person();
    const passkey = await addPasskey(person);
    expect(await askLogin()).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    const plain = await t.logIn(person.username);
    const { status, json } = await enter(passkey);
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(Object.keys(Object(plain.json)));
    expect(json['userKey']).toBe(Object(plain.json).userKey);
    expect(await isLoggedIn(tokens.parse(json).shortToken)).toBe(true);
    const { passkeys: own } = await person.api.security.passkeys();
    expect(Date.now() - Number(own[0]?.lastUsedAt)).toBeLessThan(60_000);
    const rotating = await send(passkey.get(await askLogin()), { rotate: true, deviceTokens: [] });
    expect(rotating.json).toMatchObject({ deviceToken: expect.any(String), consentsAsked: expect.any(Array) });
    const { refreshToken } = tokens.parse(rotating.json);
    const refreshed = await t.http('POST', '/api/auth/refresh', { body: { refreshToken, rotate: true } });
    expect(refreshed.status).toBe(200);
  });

  it('counts as two factors: no code is asked for, and none is used up', async () => {
    const person = await t.person();
    const passkey = await addPasskey(person);
    const [code = ''] = await turnCodesOn(person);
    expect((await t.logIn(person.username)).status).toBe(401);
    expect(await statusOf(passkey)).toBe(200);
    const body = { username: person.username, password, code };
    expect((await t.http('POST', '/api/auth/login', { body })).status).toBe(200);
  });

  it('goes on while others guess the password', async () => {
    const person = await t.person();
    const passkey = await addPasskey(person);
    await t.logIn(person.username, 'Wrong-horse-7!');
    await t.db.update(loginFailures).set({ lockedUntil: sql`now() + interval '1 day'` });
    const body = { username: person.username, password };
    expect((await t.http('POST', '/api/auth/login', { body })).status).toBe(401);
    expect(await statusOf(passkey)).toBe(200);
    await t.db.delete(loginFailures);
  });

  it.each<[string, Deviation]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['http in place of https, or the reverse', { origin: 'https://localhost:3000' }],
    ['another RP id', { rpId: 'evil.example' }],
    ['no verified person', { isVerified: false }],
    ['nobody present', { isPresent: false }],
    ['another key', { isForged: true }],
    ['an answer to a registration', { type: 'webauthn.create' }],
    ['an own challenge', { challenge: randomBytes(54).toString('base64url') }],
    ['no account', { userHandle: null }],
    ['another account', { userHandle: randomBytes(16).toString('base64url') }],
    ['a name as account', { userHandle: Buffer.from('alice').toString('base64url') }],
  ])('is refused with %s', async (_what, wrong) => {
    const passkey = await addPasskey(await t.person());
    expect(await enter(passkey, wrong)).toMatchObject(refusal);
    // Control: the same without what is wrong.
    expect(await statusOf(passkey)).toBe(200);
  });

  it('is refused with the same answer for every passkey, known or not', async () => {
    const person = await t.person();
    const passkey = await addPasskey(person);
    const removed = await addPasskey(person, 'gone');
    const { passkeys: own } = await person.api.security.passkeys();
    await person.api.security.removePasskey({ id: own.find(({ name }) => name === 'gone')?.id ?? '' });
    const unknown = new SoftPasskey();
    const locked = await addPasskey(await t.person('keeper_locked'));
    await admin('lock', 'keeper_locked');
    const answers = [
      await enter(unknown, { userHandle: randomBytes(16).toString('base64url') }),
      await enter(passkey, { isForged: true }),
      await enter(passkey, { userHandle: randomBytes(16).toString('base64url') }),
      await enter(passkey, { challenge: 'x' }),
      await enter(passkey, { counter: 0 }),
      await enter(removed),
      await enter(locked),
    ];
    const shapes = answers.map(({ status, text, headers }) => {
      const varying = /^(?:date|x-request-id|x-ratelimit.*|ratelimit.*)$/;
      return { status, text, headers: Object.entries(headers).filter(([name]) => !varying.test(name)) };
    });
    for (const shape of shapes) expect(shape).toEqual(shapes[0]);
    expect(shapes[0]).toMatchObject({ status: 401 });
    await admin('unlock', 'keeper_locked');
    expect(await statusOf(locked)).toBe(200);
  });

  it('takes an answer once, also of twenty at once, and a challenge once, also after a refusal', async () => {
    const passkey = await addPasskey(await t.person());
    const still = await addPasskey(await t.person(), 'no counter', new SoftPasskey({ counts: false }));
    for (const one of [passkey, still]) {
      const answer = one.get(await askLogin());
      const all = await Promise.all(Array.from({ length: 20 }, () => send(answer)));
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await send(answer)).toMatchObject(refusal);
    }
    const asked = await askLogin();
    expect(await send(still.get(asked, { isForged: true }))).toMatchObject(refusal);
    expect(await send(still.get(asked))).toMatchObject(refusal);
  });

  it('takes no challenge after five minutes, nor one of another purpose', async () => {
    const person = await t.person();
    const passkey = await addPasskey(person);
    const answer = passkey.get(await askLogin());
    aheadMs = lifetimes.passkeyChallengeS * 1_000 + 1_000;
    expect(await send(answer)).toMatchObject(refusal);
    aheadMs = 0;
    expect((await send(answer)).status, 'a challenge that has ended was not used up').toBe(200);
    expect(await send(passkey.get(await person.api.security.proofOptions()))).toMatchObject(refusal);
  });

  it('refuses a counter that goes back or stands still, and says so; one that is always 0 is none', async () => {
    const person = await t.person();
    const passkey = await addPasskey(person);
    expect(await statusOf(passkey, { counter: 70 })).toBe(200);
    const from = t.log.length;
    for (const counter of [70, 69, 1, 0]) expect(await enter(passkey, { counter })).toMatchObject(refusal);
    const events = ['passkey_counter_back', 'login_failed'];
    expect(eventsSince(from)).toEqual([...events, ...events, ...events, ...events]);
    expect(await statusOf(passkey, { counter: 71 })).toBe(200);
    expect(await statusOf(passkey, { counter: 2 ** 32 - 1 })).toBe(200);
    const still = await addPasskey(person, 'no counter', new SoftPasskey({ counts: false }));
    expect([await statusOf(still), await statusOf(still)]).toEqual([200, 200]);
  });

  it('of two answers with one counter at once, one logs in', async () => {
    const passkey = await addPasskey(await t.person());
    const answers = [1, 2, 3, 4].map(async () => passkey.get(await askLogin(), { counter: 50 }));
    const all = await Promise.all((await Promise.all(answers)).map((answer) => send(answer)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('that began before its passkey was removed does not end after it', async () => {
    const person = await t.person();
    await addPasskey(person);
    const [own] = (await person.api.security.passkeys()).passkeys;
    const start = () =>
      t.services.sessions.start(
        { userId: person.id, role: 'user', passkeyId: own?.id ?? '' },
        { userAgent: 'x', rotates: false },
      );
    expect(await start()).not.toBeNull();
    await person.api.security.removePasskey({ id: own?.id ?? '' });
    expect(await start()).toBeNull();
  });

  it('is limited by address, and by nothing that an account can be recognised by', async () => {
    const own = await testApp({ config: { authRateLimit: 3 } });
    const passkey = new SoftPasskey();
    const attempt = async (wrong: Deviation) => {
      const credential = passkey.get(await own.guest.auth.passkeyOptions(), wrong);
      return (await own.http('POST', '/api/auth/passkey', { body: { credential } })).status;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push(await attempt({ userHandle: null }));
    await own.close();
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });
});

describe('a proof by a passkey', () => {
  it('does for the password, for five minutes of this login', async () => {
    const person = await t.person();
    const passkey = await addPasskey(person);
    await t.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, person.id));
    await expect(person.api.security.beginCodes()).rejects.toThrow('proofRequired');
    const asked = await person.api.security.proofOptions();
    expect(asked.allowCredentials).toEqual([{ type: 'public-key', id: passkey.id }]);
    await person.api.security.provePasskey({ credential: passkey.get(asked) });
    await expect(person.api.security.beginCodes()).resolves.toMatchObject({ secret: expect.any(String) });
    const other = t.callerOf(tokens.parse((await enter(passkey)).json).shortToken);
    await expect(other.security.beginCodes(), 'a login is no proof').rejects.toThrow('proofRequired');
  });

  it('is refused from another account, another login, with a login’s challenge, twice, or unverified', async () => {
    const [person, thief] = [await t.person(), await t.person()];
    const passkey = await addPasskey(person);
    const stolen = await addPasskey(thief);
    const other = t.callerOf(tokens.parse((await enter(passkey)).json).shortToken);
    const refused = async (api: Person['api'], credential: ReturnType<SoftPasskey['get']>) =>
      expect(api.security.provePasskey({ credential })).rejects.toThrow('passkeyRefused');
    const { api } = person;
    await refused(api, stolen.get(await api.security.proofOptions()));
    await refused(api, stolen.get(await api.security.proofOptions(), { userHandle: null }));
    await refused(api, passkey.get(await other.security.proofOptions()));
    await refused(api, passkey.get(await askLogin()));
    await refused(api, passkey.get(await api.security.proofOptions(), { isVerified: false }));
    await refused(api, passkey.get(await api.security.proofOptions(), { counter: 1 }));
    const once = passkey.get(await api.security.proofOptions(), { userHandle: null });
    await api.security.provePasskey({ credential: once });
    await refused(api, once);
    await expect((await t.person()).api.security.proofOptions()).rejects.toThrow('notFound');
  });
});

describe('what goes on, and what ends', () => {
  it('a passkey is renamed; nobody else’s is, nor removed', async () => {
    const [person, other] = [await t.person(), await t.person()];
    await addPasskey(person);
    await other.api.security.prove({ password });
    const [own] = (await person.api.security.passkeys()).passkeys;
    const id = own?.id ?? '';
    await person.api.security.renamePasskey({ id, name: '  iPhone ' });
    await expect(other.api.security.renamePasskey({ id, name: 'x' })).rejects.toThrow('notFound');
    await expect(other.api.security.removePasskey({ id })).rejects.toThrow('notFound');
    expect((await person.api.security.passkeys()).passkeys).toEqual([{ ...own, name: 'iPhone' }]);
  });

  it('removing one ends every other login, and no script token and no other passkey', async () => {
    const person = await t.person();
    const [lost, kept] = [await addPasskey(person, 'lost'), await addPasskey(person, 'kept')];
    const opened = tokens.parse((await enter(lost)).json).shortToken;
    const { token } = await person.api.tokens.create({ name: 'a', scope: 'read', days: 1, password });
    const own = (await person.api.security.passkeys()).passkeys;
    await person.api.security.removePasskey({ id: own.find(({ name }) => name === 'lost')?.id ?? '' });
    expect(await Promise.all([opened, token, person.shortToken].map(isLoggedIn))).toEqual([false, true, true]);
    expect(await enter(lost)).toMatchObject(refusal);
    expect(await statusOf(kept)).toBe(200);
  });

  it('a new password leaves them, by its owner or by a mailed link, and a link logs nobody in', async () => {
    const person = await t.person();
    const passkey = await addPasskey(person);
    const newPassword = 'Another-horse-8!';
    await person.api.profile.changePassword({ currentPassword: password, newPassword });
    expect(await statusOf(passkey)).toBe(200);
    await t.http('POST', '/api/auth/resetpassword', { body: { email: person.email } });
    await t.outbox.flush();
    const mail = t.mails.findLast(({ to, text }) => to === person.email && text.includes('/resetpassword/'));
    const link = /resetpassword\/(\S+)/.exec(mail?.text ?? '')?.[1];
    const opened = tokens.parse((await enter(passkey)).json).shortToken;
    const reset = await t.http('POST', `/api/auth/resetpassword/${link}`, {
      body: { newPassword: 'Quiet-lantern-9!' },
    });
    expect([reset.status, await isLoggedIn(opened)]).toEqual([200, false]);
    expect(await statusOf(passkey)).toBe(200);
  });

  it('an attacker who knew the password adds one; the owner takes the address back, and it opens nothing', async () => {
    const person = await t.person();
    await person.api.profile.changeEmail({ email: `thief_of_${person.email}`, password });
    const passkey = await addPasskey(person, 'thief');
    expect(await statusOf(passkey)).toBe(200);
    await t.outbox.flush();
    const mail = t.mails.findLast(({ to, text }) => to === person.email && text.includes('/restore-email/'));
    const link = /restore-email\/(\S+)/.exec(mail?.text ?? '')?.[1];
    expect((await t.http('POST', `/api/auth/restore-email/${link}`)).status).toBe(200);
    expect(await enter(passkey)).toMatchObject(refusal);
    expect(await t.db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(0);
  });

  it('one-time codes that are removed or ended by the operator leave them', async () => {
    const person = await t.person();
    const passkey = await addPasskey(person);
    const [code = ''] = await turnCodesOn(person);
    await person.api.security.endCodes({ code });
    await admin('sessions', 'end', person.username);
    expect(await statusOf(passkey)).toBe(200);
  });

  it('each change is told by mail, without a link, and is a security event', async () => {
    const person = await t.person('keeper_told', 'user', 'fr');
    t.mails.length = 0;
    const from = t.log.length;
    await addPasskey(person, 'Le\n\nTéléphone http://evil.example/x');
    const [own] = (await person.api.security.passkeys()).passkeys;
    const id = own?.id ?? '';
    await person.api.security.renamePasskey({ id, name: 'Clé & <b>' });
    await person.api.security.removePasskey({ id });
    await t.outbox.flush();
    const told = t.mails.filter(({ to }) => to === person.email);
    const space = '\u202F';
    expect(told.map(({ text }) => /: (.*)$/m.exec(text)?.[1]).toSorted()).toEqual([
      `une clé d’accès a été ajoutée, «${space}Le Téléphone http evil example x${space}».`,
      `une clé d’accès a été retirée, «${space}Clé & <b>${space}».`,
    ]);
    for (const { subject, text, html } of told) {
      expect(subject).toBe('Un changement dans votre accès');
      expect(text + html).not.toMatch(/https?:|<a /);
      expect(html).not.toContain('<b>');
    }
    expect(eventsSince(from)).toEqual(['passkey_added', 'passkey_renamed', 'passkey_removed']);
  });

  it('the export names them without their keys, to a login only, and not to who has none', async () => {
    const person = await t.person();
    const exported = async (token: string) => (await t.http('GET', '/api/profile/export', { token })).text;
    expect(await exported(person.shortToken)).not.toContain('passkeys');
    const passkey = await addPasskey(person, 'iPhone');
    const text = await exported(person.shortToken);
    expect(JSON.parse(text).passkeys).toEqual([{ name: 'iPhone', createdAt: expect.any(String), lastUsedAt: null }]);
    expect(text).not.toContain(passkey.id);
    const { token } = await person.api.tokens.create({ name: 'a', scope: 'read', days: 1, password });
    expect(await exported(token)).not.toContain('passkeys');
    expect((await t.http('GET', '/api/security/passkeys', { token })).status).toBe(403);
  });

  it('an erasure removes them at once', async () => {
    const person = await t.person();
    const passkey = await addPasskey(person);
    await person.api.profile.erase({ password });
    expect(await enter(passkey)).toMatchObject(refusal);
    expect(await t.db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(0);
  });
});
