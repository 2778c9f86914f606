import { loginFailures, sessions, users } from '@nuances/db/schema';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { runCommand } from '../testing/commands.ts';
import { password, type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

const run = (words: readonly string[]) => runCommand(t, words);
const isOpen = async (token: string) => (await t.http('GET', '/api/results?source=stats', { token })).status === 200;
const login = async (username: string, more: object = {}) =>
  t.http('POST', '/api/auth/login', { body: { username, password, ...more } });

it('sessions end USER: every session of that account is over at its next call, and no other', async () => {
  const [person, other] = [await t.person('Ended'), await t.person('untouched')];
  expect(await run(['sessions', 'end', 'ENDED'])).toEqual({
    isDone: true,
    said: ['Every session of Ended has ended.'],
  });
  expect([await isOpen(person.shortToken), await isOpen(other.shortToken)]).toEqual([false, true]);
  expect(await run(['sessions', 'end', 'nobody'])).toEqual({ isDone: false, said: ['Nobody is called nobody.'] });
});

/** The subjects of new mails to an address. */
async function noticesTo(email: string) {
  await t.outbox.flush();
  const mails = t.mails.filter(({ to }) => to === email);
  for (const { html, text } of mails) expect(html + text).not.toMatch(/https?:|<a /);
  return mails.map(({ subject }) => subject);
}

it('sessions end and grant: the account is told, once, without a link; nobody else is', async () => {
  const [person, other] = [await t.person('told', 'user', 'fr'), await t.person('not_told')];
  for (let times = 0; times < 2; times += 1) await run(['sessions', 'end', 'told']);
  expect(await noticesTo(person.email)).toEqual(['Vos sessions ont été fermées']);
  for (const words of [
    ['grant', 'TOLD'],
    ['grant', 'told'],
    ['revoke', 'told'],
  ])
    await run(words);
  expect(await noticesTo(person.email)).toEqual(['Vos sessions ont été fermées', 'Votre compte administre Nuances']);
  expect(await noticesTo(other.email)).toEqual([]);
  await run(['sessions', 'end', '--all']);
  expect(await noticesTo(other.email)).toEqual(['Your sessions have been closed']);
  expect(await noticesTo(person.email)).toHaveLength(2);
});

it('lock and unlock: no login, not with the right password on a known device, until it is unlocked', async () => {
  const person = await t.person('Locked');
  const { deviceToken } = Object((await login('locked', { deviceTokens: [] })).json);
  const wrong = await t.logIn('locked', 'Wrong-horse-7!');
  expect(await run(['lock', 'locked'])).toMatchObject({ isDone: true });
  expect(await isOpen(person.shortToken)).toBe(false);
  for (const more of [{}, { deviceTokens: [deviceToken] }]) {
    const answer = await login('locked', more);
    expect([answer.status, answer.text]).toEqual([401, wrong.text]);
  }
  const [row] = await t.db.select().from(users).where(eq(users.id, person.id));
  const owner = { userId: person.id, role: 'user' as const, passwordHash: row?.passwordHash ?? null };
  expect(owner.passwordHash).toMatch(/^\$argon2id/);
  expect(await t.services.sessions.start(owner, { userAgent: undefined, rotates: false })).toBeNull(); // a login under way
  expect((await t.logIn('alice')).status).toBe(200);
  expect(await run(['unlock', 'LOCKED'])).toEqual({ isDone: true, said: ['Locked can log in again.'] });
  expect((await login('locked')).status).toBe(200);
});

it('unlock ends the lock that follows many wrong passwords, on every device', async () => {
  const person = await t.person('guessed');
  const { deviceToken } = Object((await login('guessed', { deviceTokens: [] })).json);
  for (const more of [{}, { deviceTokens: [deviceToken] }])
    await t.http('POST', '/api/auth/login', {
      body: { username: person.email, password: 'Wrong-horse-7!', ...more },
    });
  await t.db.update(loginFailures).set({ lockedUntil: sql`now() + interval '1 day'` });
  for (const more of [{}, { deviceTokens: [deviceToken] }]) expect((await login('guessed', more)).status).toBe(401);
  expect(await run(['unlock', 'guessed'])).toMatchObject({ isDone: true });
  for (const more of [{}, { deviceTokens: [deviceToken] }]) expect((await login('guessed', more)).status).toBe(200);
});

it('admins: prints the user names of all administrators', async () => {
  await t.person('Zoe_admin', 'admin');
  expect(await run(['admins'])).toEqual({ isDone: true, said: ['root_admin', 'Zoe_admin'] });
});

it('sessions end --all: ends every session', async () => {
  const person = await t.person('everybody');
  expect(await run(['sessions', 'end', '--all'])).toMatchObject({ isDone: true });
  expect(await t.db.$count(sessions)).toBe(0);
  expect(await isOpen(person.shortToken)).toBe(false);
  expect((await login('everybody')).status).toBe(200);
});
