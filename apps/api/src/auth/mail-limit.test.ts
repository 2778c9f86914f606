/** Attacks that flood the mailbox of another person. */
import { authAttempts } from '@nuances/db/schema';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { password, type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));
beforeEach(async () => {
  await t.clearMails();
});
afterEach(() => vi.restoreAllMocks());

const ask = (email: string) => t.http('POST', '/api/auth/resetpassword', { body: { email } });
let turn = 0;
function signUp(email: string) {
  turn += 1;
  return t.http('POST', '/api/auth/signup', { body: { username: `aimed_${turn}`, email, password } });
}
async function mailsTo(address: string) {
  await t.outbox.flush();
  await t.outbox.flush(); // the first flush turns a request for a reset into a mail
  return t.mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase());
}
const times = async (count: number, call: () => Promise<{ status: number; text: string }>) => {
  const answers = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const { status, text } = await call();
    answers.add(`${status} ${text}`);
  }
  return [...answers];
};
const linkIn = (text: string | undefined, page: string) =>
  new RegExp(`/auth/${page}/([\\w-]{43})`).exec(text ?? '')?.[1] ?? '';

/** The mails to a verified address, to an unverified one, and without the limit. */
async function floodOf(email: string) {
  const asked = await times(6, () => ask(email));
  await t.outbox.flush(); // now, as it is decided when the mail is written whether the address is known
  const signedUp = await times(6, () => signUp(email));
  const mails = await mailsTo(email);
  const resets = mails.filter(({ text }) => linkIn(text, 'resetpassword') !== '').length;
  return { answers: [asked.length, signedUp.length], resets, others: mails.length - resets };
}

it('three link mails of a kind per hour, address and account, always with the same answer', async () => {
  const member = await t.person('member_1');
  expect(await floodOf(member.email)).toEqual({ answers: [1, 1], resets: 3, others: 6 });
  await signUp('claimed@example.org');
  await mailsTo('claimed@example.org');
  t.mails.length = 0;
  // The link of the sign-up above counts too.
  expect(await floodOf('claimed@example.org')).toEqual({ answers: [1, 1], resets: 3, others: 6 });
  expect(await floodOf('nobody_here@example.org')).toEqual({ answers: [1, 1], resets: 0, others: 6 });
});

it('control: without the limit each of them is mailed', async () => {
  vi.spyOn(t.services.linkMailLimit, 'admit').mockResolvedValue(true);
  const member = await t.person('member_2');
  expect(await floodOf(member.email)).toEqual({ answers: [1, 1], resets: 6, others: 6 });
});

it('is counted regardless of case, without storing the address, and restarts after an hour', async () => {
  const { email } = await t.person('member_3');
  await times(2, () => ask(email));
  await times(3, () => ask(email.toUpperCase()));
  expect(await mailsTo(email)).toHaveLength(3);
  expect(JSON.stringify(await t.db.select().from(authAttempts))).not.toMatch(/member_3/i);
  await t.db.update(authAttempts).set({ resetsAt: sql`${authAttempts.resetsAt} - interval '3601 seconds'` });
  await ask(email);
  expect(await mailsTo(email)).toHaveLength(4);
});

describe('over the limit', () => {
  it('the last link that was mailed still works', async () => {
    const { email } = await t.person('member_4');
    await times(6, async () => {
      const answer = await ask(email);
      await t.outbox.flush();
      return answer;
    });
    const token = linkIn((await mailsTo(email)).at(-1)?.text, 'resetpassword');
    const body = { newPassword: 'Still-good-after-all-7!' };
    expect((await t.http('POST', `/api/auth/resetpassword/${token}`, { body })).status).toBe(200);
  });

  it('notices are sent, and so is the reset link of a restore', async () => {
    const person = await t.person('member_5');
    await times(6, () => ask(person.email));
    const changes = { email: 'member_5_b@example.org', password };
    await t.http('POST', '/trpc/profile.changeEmail', { token: person.shortToken, body: changes });
    const notices = (await mailsTo(person.email)).filter(({ text }) => linkIn(text, 'restore-email') !== '');
    expect(notices).toHaveLength(1);
    t.mails.length = 0;
    const token = linkIn(notices[0]?.text, 'restore-email');
    expect((await t.http('POST', '/trpc/auth.restoreEmail', { body: { token } })).status).toBe(200);
    expect((await mailsTo(person.email)).map(({ text }) => linkIn(text, 'resetpassword').length)).toEqual([43]);
  });

  it('a new link for a pending address gets the same answer', async () => {
    await signUp('resent@example.org');
    const login = await t.http('POST', '/api/auth/login', { body: { username: `aimed_${turn}`, password } });
    const { shortToken: token } = Object(login.json);
    const resend = () =>
      t.http('PUT', '/api/profile/resend-verification-email', { token, body: { email: 'x@example.org' } });
    const answers = await times(5, resend);
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['200', '429']);
    expect(await mailsTo('resent@example.org')).toHaveLength(3);
  });

  it('the owner is mailed while signed in, whatever strangers have used up, and told when nothing was sent', async () => {
    const email = 'crowded@example.org';
    await times(8, () => signUp(email));
    expect(await mailsTo(email)).toHaveLength(7);
    await signUp(email);
    const owner = `aimed_${turn}`;
    expect(await mailsTo(email)).toHaveLength(7);
    const login = await t.logIn(owner);
    const { shortToken: token } = Object(login.json);
    const resend = () =>
      t.http('PUT', '/api/profile/resend-verification-email', { token, body: { email }, language: 'fr' });
    expect((await resend()).status).toBe(200);
    const mail = (await mailsTo(email)).at(-1);
    for (const part of [mail?.subject, mail?.text]) expect(part).toContain(owner);
    expect((await t.http('GET', `/api/auth/verify/${linkIn(mail?.text, 'verify')}`)).status).toBe(200);
    expect((await t.http('GET', '/api/profile', { token })).json).toMatchObject({ email, isVerified: true });
  });

  it('a mail that the address is refused uses up nothing of the account', async () => {
    const email = 'full_house@example.org';
    await times(8, () => signUp(email)); // the last is refused, and is the owner's
    const login = await t.http('POST', '/api/auth/login', { body: { username: `aimed_${turn}`, password } });
    const { shortToken: token } = Object(login.json);
    const resend = () => t.http('PUT', '/api/profile/resend-verification-email', { token, body: { email } });
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await resend()).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await mailsTo(email)).toHaveLength(10);
  });

  it('another account of the same address does not use up the share of the first', async () => {
    const email = 'shared@example.org';
    const accounts = [];
    for (let index = 0; index < 2; index += 1) {
      await signUp(email);
      const body = { username: `aimed_${turn}`, password };
      accounts.push(Object((await t.http('POST', '/api/auth/login', { body })).json).shortToken);
    }
    const resendAs = (token: string) => () =>
      t.http('PUT', '/api/profile/resend-verification-email', { token, body: { email } });
    expect((await times(4, resendAs(accounts[1]))).map((answer) => answer.slice(0, 3))).toEqual(['200', '429']);
    expect((await times(2, resendAs(accounts[0]))).map((answer) => answer.slice(0, 3))).toEqual(['200']);
    expect(await mailsTo(email)).toHaveLength(6);
  });
});
