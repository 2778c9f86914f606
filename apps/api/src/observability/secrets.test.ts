/** Secrets that neither a dump nor the log may contain. */
import { openUserKey, SealInvalid } from '@nuances/crypto/seal';
import { users } from '@nuances/db/schema';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { dump, rowsWith } from '../testing/dump.ts';
import { seal } from '../testing/seal.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
/** All secrets of the scenario, by name. */
let secrets: Record<string, string>;

const answer = z.object({ shortToken: z.string(), refreshToken: z.string(), userKey: z.string().optional() });
const canary = {
  password: 'Canary-of-the-password-1!',
  newPassword: 'Canary-of-the-next-one-2!',
  wrongPassword: 'Canary-of-a-wrong-one-3!',
  email: 'canary.address@example.org',
  username: 'canary_name',
  firstName: 'Canarina',
};
/** Plain text of a note, which the server only gets sealed. */
const noteCanary = 'Canary of a note that nobody reads';
const answers = [9, 1, 9, 1, 9, 1, 9];

/** Encodings of a text: itself, hexadecimal, base64 at all three offsets, base64url. */
function spellings(secret: string): string[] {
  const raw = [Buffer.from(secret, 'utf8')];
  if (/^[0-9a-f]{64}$/.test(secret)) raw.push(Buffer.from(secret, 'hex'));
  if (/^[\w-]{43}$/.test(secret)) raw.push(Buffer.from(secret, 'base64url'));
  return [
    secret,
    ...raw.flatMap((bytes) => [
      bytes.toString('hex'),
      ...[0, 1, 2].flatMap((shift) => {
        const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
        // Only the characters that do not depend on adjacent bytes.
        const inner = text.slice(shift === 0 ? 0 : shift + 1, -4);
        return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
      }),
    ]),
  ];
}

beforeAll(async () => {
  t = await testApp({ appUrl: 'https://nuances.example' });
  t.log.length = 0;
  const said: string[] = [];
  const post = async (path: string, body: object, token?: string) => {
    const { text, json, status } = await t.http('POST', path, { body, token });
    if (status >= 400) said.push(text);
    return json;
  };
  const { username, email, password, newPassword, wrongPassword } = canary;
  await post('/api/auth/signup', { username, email, password, consent: true });
  await t.outbox.flush();
  const link = /verify\/([\w-]{43})/.exec(t.mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
  await t.http('GET', `/api/auth/verify/${link}`);
  for (const secret of [wrongPassword, `${password}x`])
    await post('/api/auth/login', { username: email, password: secret });
  const first = answer.parse(await post('/api/auth/login', { username, password, rotate: true }));
  const second = answer.parse(await post('/api/auth/login', { username, password }));
  const next = answer.parse(await post('/api/auth/refresh', { refreshToken: first.refreshToken, rotate: true }));
  await post('/api/results', { _id: randomUUID(), answers, duration: 31337 }, next.shortToken);
  await post('/api/results', { answers: [...answers, canary.firstName] }, next.shortToken);
  const key = second.userKey ?? '';
  const note = { _id: randomUUID(), title: seal(key, noteCanary), text: seal(key, noteCanary), categoryId: 'red' };
  await post('/api/notes', note, next.shortToken);
  await post('/trpc/notes.create', { ...note, text: seal(key, noteCanary), revision: 7 }, next.shortToken); // a conflict
  // An unsealed note is refused, and its text is echoed nowhere.
  await post('/api/notes', { ...note, text: noteCanary }, next.shortToken);
  await post('/api/notes', { ...note, title: noteCanary, categoryId: noteCanary }, next.shortToken);
  await t.http('PUT', `/api/notes/${noteCanary}`, { body: { ...note, text: noteCanary }, token: next.shortToken });
  for (const path of ['userkey', 'all', `hash?log=${noteCanary}`])
    await t.http('GET', `/api/notes/${path}`, { token: next.shortToken });
  await post('/api/auth/login', { username: [canary.firstName], password });
  await t.http('POST', '/api/auth/login', { body: `{"password":"${password}",` });
  await t.http('GET', `/api/auth/verify/${next.refreshToken}?password=${password}`);
  await t.http('GET', `/api/${password}/${email}`);
  await post('/trpc/profile.changePassword', { currentPassword: wrongPassword, newPassword }, next.shortToken);
  await post('/trpc/profile.changePassword', { currentPassword: password, newPassword }, next.shortToken);
  await t.http('GET', '/trpc/profile.exportData', { token: next.shortToken });
  await post('/api/auth/logout', {}, second.shortToken);
  // A mail that waits.
  await post('/api/auth/signup', { username: 'waiting_mail', email: 'waiting.mail@example.org', password });
  // An internal error during a request with canaries.
  t.services.outbox.enqueue = () => Promise.reject(new Error(`${password} ${email}`));
  await post('/api/auth/signup', { username: 'faulty_one', email, password });
  secrets = {
    ...canary,
    noteCanary,
    link,
    userKey: second.userKey ?? '',
    firstAccess: first.shortToken,
    firstRefresh: first.refreshToken,
    secondRefresh: second.refreshToken,
    access: next.shortToken,
    refresh: next.refreshToken,
    errors: said.join('\n'),
  };
});
afterAll(() => t.close());

it('a dump contains no password, token, link or note key, in any encoding', async () => {
  const dumped = await dump(t.db);
  expect(Object.values(dumped).flat().length).toBeGreaterThan(10);
  const { errors: _errors, email, username, firstName: _firstName, ...hidden } = secrets;
  for (const [name, secret] of Object.entries(hidden)) {
    expect(secret.length, name).toBeGreaterThan(16);
    for (const spelling of spellings(secret)) expect(rowsWith(dumped, spelling), `${name} ${spelling}`).toEqual([]);
  }
  const waiting = rowsWith(dumped, 'waiting.mail@example.org').map((row) => row.split(':', 1)[0]);
  // Both links of the mail, and not the mail.
  expect(waiting.toSorted()).toEqual(['mail_tokens', 'mail_tokens', 'users']);
  expect(dumped['mail_outbox']).not.toEqual([]);
  // Control: stored values are found, plain and encoded.
  for (const text of [email, username]) expect(rowsWith(dumped, text ?? '')).not.toEqual([]);
  const planted = { planted: [`{"key":"xx${Buffer.from(secrets['userKey'] ?? '', 'hex').toString('base64')}"}`] };
  expect(spellings(secrets['userKey'] ?? '').some((spelling) => rowsWith(planted, spelling).length > 0)).toBe(true);
});

describe('the log at debug level', () => {
  it('contains no canary', () => {
    const text = t.log.join('\n');
    expect(text).toContain('"msg":"request"');
    expect(text).toContain('Unknown fault'); // the planted error
    const { errors: _errors, ...canaries } = secrets;
    for (const [name, secret] of Object.entries(canaries))
      for (const spelling of spellings(secret)) expect(text.includes(spelling), `${name} in the log`).toBe(false);
    expect(text).not.toContain(answers.join(','));
    expect(text).not.toMatch(/\b31337\b/); // ids and times may contain these digits
    expect(text).not.toMatch(/127\.0\.0\.1|\/verify\/[\w-]{20}/);
  });

  it('control: the search would find one', () => {
    const text = [...t.log, `{"msg":"login of ${secrets['email']}"}`].join('\n');
    expect(spellings(secrets['email'] ?? '').some((spelling) => text.includes(spelling))).toBe(true);
  });
});

it('error answers contain no secrets', () => {
  const { errors = '', ...canaries } = secrets;
  expect(errors).toContain('loginFailed');
  expect(errors).toContain('currentPassword');
  expect(errors).toContain('noteNotSealed');
  for (const [name, secret] of Object.entries(canaries)) expect(errors.includes(secret), name).toBe(false);
  expect(errors).not.toMatch(/select |insert |\/src\/|node_modules/);
});

it("a sealed key opens only in its own account's row", async () => {
  const sealedOf = async (id: string) => {
    const [row] = await t.db.select().from(users).where(eq(users.id, id));
    return { place: { userId: id, keyVersion: row?.userKeyVersion ?? 0 }, sealed: row?.userKeySealed ?? '' };
  };
  const [alice, bob] = [await sealedOf(t.alice.id), await sealedOf(t.bob.id)];
  expect(openUserKey(t.masterKeys, alice.place, alice.sealed)).toBe(t.alice.userKey);
  expect(() => openUserKey(t.masterKeys, alice.place, bob.sealed)).toThrow(SealInvalid);
  expect(() => openUserKey(t.masterKeys, { ...alice.place, keyVersion: 2 }, alice.sealed)).toThrow(SealInvalid);
  // After a swap in the database neither login gives the other's key.
  await t.db.update(users).set({ userKeySealed: bob.sealed }).where(eq(users.id, t.alice.id));
  const body = { username: 'alice', password: 'Correct-horse-7!' };
  const refused = await t.http('POST', '/api/auth/login', { body });
  expect([refused.status, refused.json]).toMatchObject([500, { code: 'server' }]);
  expect(refused.text).not.toContain(t.bob.userKey);
  await t.db.update(users).set({ userKeySealed: alice.sealed }).where(eq(users.id, t.alice.id));
  expect((await t.http('POST', '/api/auth/login', { body })).status).toBe(200);
});
