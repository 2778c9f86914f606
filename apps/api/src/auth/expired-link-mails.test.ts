import { mailTokens, users } from '@nuances/db/schema';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { runMaintenance } from '../jobs/maintenance.ts';
import { mailExpiredLinks } from './expired-link-mails.ts';

let t: TestApp;
beforeEach(async () => {
  t = await testApp({ appUrl: 'https://nuances.example' });
});
afterEach(() => t.close());

const signUp = async (username: string, language = 'fr', email = `${username}@example.org`) => {
  await t.http('POST', '/api/auth/signup', { body: { username, email, password, language } });
  await t.outbox.flush();
  const [row] = await t.db.select().from(users).where(eq(users.username, username));
  return row?.id ?? '';
};
/** Sets the expiry of a verification link to so many hours ago. */
const runOut = (userId: string, hours = 0) =>
  t.db
    .update(mailTokens)
    .set({ createdAt: sql`timestamptz '2026-11-01 12:00Z'`, expiresAt: sql`now() - make_interval(hours => ${hours})` })
    .where(and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, 'verify')));
/** Sends the mails; returns the addresses that got one. */
async function mailedTo(): Promise<string[]> {
  t.mails.length = 0;
  await mailExpiredLinks(t.services);
  await t.outbox.flush();
  return t.mails.map(({ to }) => to);
}
/** Requests a new link, as the profile does. */
async function askAgain(username: string): Promise<void> {
  const { json } = await t.logIn(username);
  const asked = await t.http('PUT', '/api/profile/resend-verification-email', {
    token: Object(json).shortToken,
    body: { email: `${username}@example.org` },
  });
  expect(asked.status).toBe(200);
  await t.outbox.flush();
}
const linkOf = (text: string) => /verify\/([\w-]{43})/.exec(text)?.[1] ?? '';

it('is sent once, in the language of the account', async () => {
  const id = await signUp('lea');
  expect(await mailedTo()).toEqual([]); // still valid
  await runOut(id);
  await runMaintenance(t.services);
  t.mails.length = 0;
  await t.outbox.flush();
  expect(t.mails).toMatchObject([{ to: 'lea@example.org', subject: 'Votre lien a expiré' }]);
  expect(t.mails[0]?.text).toContain('envoyé le 1er novembre 2026 n’est plus valable');
  expect(t.mails[0]?.text).toContain('https://nuances.example/profile\n');
  expect(await mailedTo()).toEqual([]);
  // A second link that expires causes no second mail.
  await askAgain('lea');
  await runOut(id);
  expect(await mailedTo()).toEqual([]);
});

it('is sent once by several instances', async () => {
  const count = 70; // more than one transaction handles
  await t.db.execute(sql`
    insert into users (id, username, email, locale, user_key_sealed, user_key_version, created_at)
    select gen_random_uuid(), 'crowd_' || i, 'crowd_' || i || '@example.org', 'en', 'x', 1, now() from generate_series(1, ${count}) i`);
  await t.db.execute(sql`
    insert into mail_tokens (token_hash, user_id, purpose, email, created_at, expires_at)
    select username, id, 'verify', email, now() - interval '25 hours', now() - interval '1 hour' from users where username like 'crowd%'`);
  await Promise.all(Array.from({ length: 4 }, () => mailExpiredLinks(t.services)));
  await t.outbox.flush();
  expect(t.mails).toHaveLength(count);
  expect(new Set(t.mails.map(({ to }) => to)).size).toBe(count);
});

it('ignores links that were used, replaced, voided, or expired long ago', async () => {
  const [used, replaced, changed, old] = [
    await signUp('used'),
    await signUp('replaced'),
    await signUp('changed'),
    await signUp('old'),
  ];
  const token = linkOf(t.mails.find(({ to }) => to === 'used@example.org')?.text ?? '');
  expect((await t.http('GET', `/api/auth/verify/${token}`)).status).toBe(200);
  await runOut(used);
  await t.db.update(users).set({ email: 'other@example.org' }).where(eq(users.id, changed));
  await runOut(changed);
  await runOut(old, 73);
  await runOut(replaced);
  await askAgain('replaced');
  expect(await mailedTo()).toEqual([]);
  // The control: one more of them expires.
  await runOut(replaced, 71);
  expect(await mailedTo()).toEqual(['replaced@example.org']);
});

it('goes to a pending address, but not to one that another account has verified', async () => {
  const profile = { firstName: 'A', lastName: 'B', dateOfBirth: '1990-04-01', countryOfResidency: 'France' };
  const change = (token: string | undefined, email: string) =>
    t.http('PUT', '/api/profile', { token, body: { ...profile, email } });
  await change(t.alice.shortToken, 'next@example.org');
  await change(t.bob.shortToken, 'wanted@example.org');
  await t.outbox.flush();
  await runOut(t.alice.id);
  await runOut(t.bob.id);
  const id = await signUp('quicker', 'en', 'wanted@example.org');
  await t.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id));
  expect(await mailedTo()).toEqual(['next@example.org']);
});

it('is mailed if and only if it is recorded', async () => {
  const id = await signUp('unlucky');
  await runOut(id);
  const { enqueue } = t.services.outbox;
  t.services.outbox.enqueue = () => Promise.reject(new Error('not now'));
  await expect(mailExpiredLinks(t.services)).rejects.toThrow('not now');
  await runMaintenance(t.services); // continues without it
  t.services.outbox.enqueue = enqueue;
  expect(await mailedTo()).toEqual(['unlucky@example.org']);
});
