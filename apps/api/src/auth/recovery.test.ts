/** Recovery of an account from an attacker who has one of its sessions. */
import { hashToken } from '@nuances/crypto/tokens';
import { mailTokens, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { password, type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));
beforeEach(async () => {
  await t.clearMails();
});

const newPassword = 'Taken-back-now-7!';
let turn = 0;
type Person = Awaited<ReturnType<TestApp['person']>>;

const rpc = (name: string, token: string | undefined, body: object) => t.http('POST', `/trpc/${name}`, { token, body });
/** The newest link of a kind that was mailed to an address. */
async function linkTo(to: string, page: string): Promise<string> {
  await t.outbox.flush();
  const texts = t.mails.filter((mail) => mail.to === to).map(({ text }) => text);
  return texts.flatMap((text) => new RegExp(`/auth/${page}/([\\w-]{43})`).exec(text)?.[1] ?? []).at(-1) ?? '';
}
const verify = async (token: string) => (await t.http('GET', `/api/auth/verify/${token}`)).status;
const restore = async (token: string) => (await rpc('auth.restoreEmail', undefined, { token })).status;
const login = async (username: string, secret: string) => (await t.logIn(username, secret)).status;
const emailsOf = async (id: string) => {
  const [row] = await t.db
    .select({ email: users.email, pending: users.pendingEmail })
    .from(users)
    .where(eq(users.id, id));
  return row;
};

/** An owner, and an attacker with a session who has set another address by the contract's call. */
async function stolen() {
  turn += 1;
  const owner = await t.person(`robbed_${turn}`);
  const { shortToken: thief } = z.object({ shortToken: z.string() }).parse((await t.logIn(owner.username)).json);
  const address = `thief_${turn}@example.org`;
  const body = {
    firstName: 'L',
    lastName: 'M',
    email: address,
    dateOfBirth: '1990-04-01',
    countryOfResidency: 'France',
  };
  expect((await t.http('PUT', '/api/profile', { token: thief, body })).status).toBe(200);
  return { owner, thief, address };
}

const recoveries: Readonly<Record<string, (owner: Person) => Promise<unknown>>> = {
  'a reset': async (owner) => {
    await t.http('POST', '/api/auth/resetpassword', { body: { email: owner.email } });
    await t.outbox.flush();
    const token = await linkTo(owner.email, 'resetpassword');
    return t.http('POST', `/api/auth/resetpassword/${token}`, { body: { newPassword } });
  },
  'a change of the password': (owner) =>
    rpc('profile.changePassword', owner.shortToken, { currentPassword: password, newPassword }),
  'ending all other sessions': (owner) => rpc('profile.endOtherSessions', owner.shortToken, {}),
  'the restore link': async (owner) => restore(await linkTo(owner.email, 'restore-email')),
};

describe('a pending address of an attacker', () => {
  it.each(Object.entries(recoveries))('is dropped with its link by %s', async (_name, recover) => {
    const { owner, thief, address } = await stolen();
    const link = await linkTo(address, 'verify');
    expect(link).toHaveLength(43);
    await recover(owner);
    expect(await emailsOf(owner.id)).toEqual({ email: owner.email, pending: null });
    expect(await verify(link)).toBe(400);
    expect(await t.db.$count(mailTokens, eq(mailTokens.tokenHash, hashToken(link)))).toBe(0);
    expect((await t.http('GET', '/api/profile', { token: thief })).status).toBe(401);
    expect(await emailsOf(owner.id)).toEqual({ email: owner.email, pending: null });
  });

  it('control: without a recovery its link takes the account over', async () => {
    const { owner, address } = await stolen();
    expect(await verify(await linkTo(address, 'verify'))).toBe(200);
    expect(await emailsOf(owner.id)).toEqual({ email: address, pending: null });
  });

  it('ending all other sessions keeps the link of a first address', async () => {
    const body = { username: 'unproven', email: 'unproven@example.org', password };
    await t.http('POST', '/api/auth/signup', { body });
    const link = await linkTo(body.email, 'verify');
    const { shortToken } = Object((await t.http('POST', '/api/auth/login', { body })).json);
    expect((await rpc('profile.endOtherSessions', shortToken, {})).status).toBe(200);
    expect(await verify(link)).toBe(200);
  });
});

describe('when a change of address completes', () => {
  it('the replaced address gets a notice, with a restore link that is valid from then', async () => {
    const { owner, address } = await stolen();
    const first = await linkTo(owner.email, 'restore-email');
    // The attacker waits until the first link has almost expired.
    await t.db
      .update(mailTokens)
      .set({ createdAt: sql`now() - interval '71 hours'`, expiresAt: sql`now() + interval '1 hour'` })
      .where(eq(mailTokens.tokenHash, hashToken(first)));
    expect(await verify(await linkTo(address, 'verify'))).toBe(200);
    const second = await linkTo(owner.email, 'restore-email');
    expect(second).not.toBe(first);
    const goodForS = sql<number>`round(extract(epoch from ${mailTokens.expiresAt} - now()))::int`;
    const [row] = await t.db
      .select({ goodForS })
      .from(mailTokens)
      .where(eq(mailTokens.tokenHash, hashToken(second)));
    expect(row?.goodForS).toBeGreaterThan(lifetimes.restoreLinkS - 60);
    expect(await restore(first)).toBe(400);
    expect(await restore(second)).toBe(200);
    expect(await emailsOf(owner.id)).toEqual({ email: owner.email, pending: null });
    expect(await login(owner.username, password)).toBe(401);
    const again = await linkTo(owner.email, 'resetpassword');
    expect((await t.http('POST', `/api/auth/resetpassword/${again}`, { body: { newPassword } })).status).toBe(200);
    expect(await login(owner.email, newPassword)).toBe(200);
  });

  it('control: the link of the first notice would have expired by then', async () => {
    const { owner } = await stolen();
    const first = await linkTo(owner.email, 'restore-email');
    await t.db
      .update(mailTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(mailTokens.tokenHash, hashToken(first)));
    expect(await restore(first)).toBe(400);
  });

  it('a second use of its link mails nothing, and a first address causes no notice', async () => {
    const { owner, address } = await stolen();
    const link = await linkTo(address, 'verify');
    for (let tap = 0; tap < 3; tap += 1) expect(await verify(link)).toBe(200);
    await t.outbox.flush();
    expect(t.mails.filter(({ subject }) => subject.startsWith('Your address has changed'))).toHaveLength(1);
    await t.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, owner.id));
    await rpc('profile.resendVerification', owner.shortToken, { email: address });
    expect(await verify(await linkTo(address, 'verify'))).toBe(200);
    await t.outbox.flush();
    expect(t.mails.filter(({ subject }) => subject.startsWith('Your address has changed'))).toHaveLength(1);
  });
});

describe('changing the address from our own client', () => {
  it('requires the password', async () => {
    const person = await t.person('mover');
    const change = (secret: string) =>
      rpc('profile.changeEmail', person.shortToken, { email: 'moved@example.org', password: secret });
    const refused = await change('Wrong-horse-7!');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('currentPassword')]);
    expect(await emailsOf(person.id)).toEqual({ email: person.email, pending: null });
    expect(await linkTo('moved@example.org', 'verify')).toBe('');
    const done = await change(password);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('moved@example.org')]);
    expect(await emailsOf(person.id)).toEqual({ email: person.email, pending: 'moved@example.org' });
    expect(await verify(await linkTo('moved@example.org', 'verify'))).toBe(200);
  });

  it('refuses an invalid address', async () => {
    const person = await t.person('misspeller');
    const answer = await rpc('profile.changeEmail', person.shortToken, { email: 'a+b@example.org', password });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('emailForm')]);
  });
});
