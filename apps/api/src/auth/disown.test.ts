/** An address on an account that its owner does not know: the second link of a verification mail. */
import { mailTokens, users } from '@nuances/db/schema';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { password, type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));
beforeEach(async () => {
  await t.clearMails();
});

const signUp = (username: string, email: string, language: 'en' | 'fr' = 'en') =>
  t.http('POST', '/api/auth/signup', { body: { username, email, password, language } });
const verify = async (token: string) => (await t.http('GET', `/api/auth/verify/${token}`)).status;
const disown = (token: string) => t.http('POST', '/trpc/auth.disown', { body: { token } });
const login = async (username: string, secret = password) => t.logIn(username, secret);
const profileOf = async (username: string) =>
  (await t.http('GET', '/api/profile', { token: Object((await login(username)).json).shortToken })).json;

/** The newest mail to an address, and its links. */
async function mailed(to: string) {
  await t.outbox.flush();
  await t.outbox.flush(); // the first turns a request for a reset into a mail
  const mail = t.mails.filter((one) => one.to === to).at(-1);
  const tokenOf = (page: string) => new RegExp(`/auth/${page}/([\\w-]{43})`).exec(mail?.text ?? '')?.[1] ?? '';
  return { mail, verify: tokenOf('verify'), disown: tokenOf('unknown-account'), reset: tokenOf('resetpassword') };
}

it('the link takes the address off, also after it was verified, and frees it for its owner', async () => {
  const email = 'mine@example.org';
  await signUp('foreign_1', email);
  const foreign = await mailed(email);
  // The owner takes the first link for their own.
  expect(await verify(foreign.verify)).toBe(200);
  await signUp('owner_1', email);
  const blocked = await mailed(email);
  expect([blocked.verify, blocked.mail?.subject]).toEqual(['', 'You already have an account']);

  // What programs that look through mails do with a link changes nothing.
  for (const method of ['GET', 'HEAD'] as const) await t.http(method, `/auth/unknown-account/${foreign.disown}`);
  expect(await profileOf('foreign_1')).toMatchObject({ email, isVerified: true });

  expect((await disown(foreign.disown)).status).toBe(200);
  expect(await profileOf('foreign_1')).toMatchObject({ email: '', isVerified: false, pendingEmail: null });
  expect((await mailed(email)).mail).toMatchObject({ subject: 'Address taken off the account foreign_1' });
  expect((await mailed(email)).mail?.html).not.toContain('<a ');

  // The used link proves nothing any more; the owner's own account gets its link and is verified.
  expect(await verify(foreign.verify)).toBe(400);
  const { shortToken: token } = Object((await login('owner_1')).json);
  const resend = () => t.http('PUT', '/api/profile/resend-verification-email', { token, body: { email } });
  expect((await resend()).status).toBe(200);
  expect(await verify((await mailed(email)).verify)).toBe(200);
  expect(await profileOf('owner_1')).toMatchObject({ email, isVerified: true });

  // A forgotten password is the owner's account's, and says so.
  await t.http('POST', '/api/auth/resetpassword', { body: { email } });
  const { mail, reset } = await mailed(email);
  expect(mail?.subject).toBe('Choose a new password (account owner_1)');
  const body = { newPassword: 'Taken-back-now-7!' };
  expect((await t.http('POST', `/api/auth/resetpassword/${reset}`, { body })).status).toBe(200);
  expect([(await login('owner_1', body.newPassword)).status, (await login('foreign_1')).status]).toEqual([200, 200]);

  // Again: success, no second notice, and nothing of the owner's account.
  await t.clearMails();
  expect((await disown(foreign.disown)).status).toBe(200);
  expect((await mailed(email)).mail).toBeUndefined();
  expect(Object((await login(email, body.newPassword)).json).shortToken).toBeTypeOf('string');
});

it('the account without an address logs in, and can give another one', async () => {
  await signUp('foreign_2', 'mine_2@example.org');
  await disown((await mailed('mine_2@example.org')).disown);
  const { shortToken: token } = Object((await login('foreign_2')).json);
  const resend = await t.http('PUT', '/api/profile/resend-verification-email', {
    token,
    body: { email: 'x@example.org' },
  });
  expect([resend.status, Object(resend.json).code]).toEqual([400, 'emailRequired']);
  const changed = await t.http('POST', '/trpc/profile.changePassword', {
    token,
    body: { currentPassword: password, newPassword: 'Another-horse-8!' },
  });
  expect([changed.status, changed.text]).toEqual([200, expect.anything()]);
  const body = { email: 'own_2@example.org', password: 'Another-horse-8!' };
  expect((await t.http('POST', '/trpc/profile.changeEmail', { token, body })).status).toBe(200);
  expect(await verify((await mailed('own_2@example.org')).verify)).toBe(200);
});

it('a newer mail leaves the link of an older one good, and it takes every link to the address with it', async () => {
  const email = 'several@example.org';
  await signUp('several', email);
  const first = await mailed(email);
  const { shortToken: token } = Object((await login('several')).json);
  await t.http('PUT', '/api/profile/resend-verification-email', { token, body: { email } });
  const second = await mailed(email);
  expect(second.disown).not.toBe(first.disown);
  await t.http('POST', '/api/auth/resetpassword', { body: { email } });
  const { reset } = await mailed(email);
  const checkReset = async () => (await t.http('GET', `/api/auth/resetpassword/${reset}`)).status;
  expect(await checkReset()).toBe(200); // control
  expect((await disown(first.disown)).status).toBe(200);
  expect([await checkReset(), await verify(second.verify)]).toEqual([400, 400]);
});

it('is good for 72 hours', async () => {
  await signUp('timed', 'timed@example.org');
  await mailed('timed@example.org');
  const [link] = await t.db
    .select({
      hours: sql<number>`extract(epoch from ${mailTokens.expiresAt} - ${mailTokens.createdAt})::float8 / 3600`,
    })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.userId))
    .where(and(eq(users.username, 'timed'), eq(mailTokens.purpose, 'disown')));
  expect(link?.hours).toBe(72);
});

it('of a pending address, it leaves the proven one, whose mailbox is told', async () => {
  const person = await t.person('keeper');
  const body = { email: 'not_keeper@example.org', password };
  await t.http('POST', '/trpc/profile.changeEmail', { token: person.shortToken, body });
  const { disown: token, verify: link } = await mailed('not_keeper@example.org');
  t.mails.length = 0;
  expect((await disown(token)).status).toBe(200);
  expect(await profileOf('keeper')).toMatchObject({ email: person.email, isVerified: true, pendingEmail: null });
  expect(await verify(link)).toBe(400);
  expect((await mailed(person.email)).mail?.subject).toBe('Address taken off the account keeper');
});

it('of the proven address while another is pending, it leaves that one, unverified, with its link', async () => {
  await signUp('moving_on', 'not_mine@example.org');
  const { verify: proof, disown: token } = await mailed('not_mine@example.org');
  expect(await verify(proof)).toBe(200);
  const { shortToken } = Object((await login('moving_on')).json);
  const change = (email: string) =>
    t.http('POST', '/trpc/profile.changeEmail', { token: shortToken, body: { email, password } });
  expect((await change('next@example.org')).status).toBe(200);
  const { verify: nextProof } = await mailed('next@example.org');
  t.mails.length = 0;

  expect((await disown(token)).status).toBe(200);
  const left = { email: 'next@example.org', isVerified: false, pendingEmail: null };
  expect(await profileOf('moving_on')).toMatchObject(left);
  expect((await mailed('not_mine@example.org')).mail?.subject).toBe('Address taken off the account moving_on');
  expect(await verify(nextProof)).toBe(200);
  expect(await profileOf('moving_on')).toMatchObject({ ...left, isVerified: true });
});

it('other links, foreign texts and one that ran out take nothing off', async () => {
  await signUp('stays', 'stays@example.org');
  const { verify: link, disown: token } = await mailed('stays@example.org');
  for (const text of [link, 'x'.repeat(43), '']) expect((await disown(text)).status).toBe(400);
  expect(await verify(token)).toBe(400);
  await t.db
    .update(mailTokens)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(mailTokens.purpose, 'disown'));
  expect((await disown(token)).status).toBe(400);
  expect(await t.db.$count(users, eq(users.email, 'stays@example.org'))).toBe(1);
});

it('whose mailbox asks for it is mailed again, though strangers used up the hour', async () => {
  const email = 'flooded@example.org';
  for (let index = 0; index < 8; index += 1) await signUp(`flood_${index}`, email);
  await t.outbox.flush();
  expect(t.mails).toHaveLength(7);
  await disown((await mailed(email)).disown);
  await t.clearMails();
  await signUp('flooded_owner', email);
  const { mail, verify: link } = await mailed(email);
  expect(mail?.subject).toContain('flooded_owner');
  expect(await verify(link)).toBe(200);
});
