/** Flows of two or three calls over tags, tokens, exports, restores, erasures, roles and quotas, each call legitimate. */
import { notes, users } from '@nuances/db/schema';
import { limits, quotas } from '@nuances/domain/limits';
import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import { tokenScopes } from '@nuances/domain/script-tokens';
import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { longTransaction } from '../admin/long-transaction.ts';
import { lockAccount, setRole } from '../cli/accounts.ts';
import { password, type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

const answers = [1, 2, 3, 4, 5, 6, 7];
const envelope = Buffer.alloc(40, 1).toString('base64');
type Person = Awaited<ReturnType<TestApp['person']>>;
const tokenOf = async ({ api }: Person, scope: (typeof tokenScopes)[number]) =>
  (await api.tokens.create({ name: 'a script', scope, days: 30, password })).token;
const status = async (...call: Parameters<TestApp['http']>) => (await t.http(...call)).status;

it('tags: a token that may read can neither set nor clear them; one that may write can', async () => {
  const person = await t.person('flow_tags');
  const { _id } = await person.api.results.create({ _id: randomUUID(), answers, tags: envelope });
  const path = `/api/results/${_id}/tags`;
  const reader = await tokenOf(person, 'read');
  for (const tags of [null, envelope]) expect(await status('PUT', path, { token: reader, body: { tags } })).toBe(403);
  expect((await person.api.results.byId({ _id })).tags).toBe(envelope);
  expect(await status('PUT', path, { token: await tokenOf(person, 'write'), body: { tags: null } })).toBe(200);
});

it('tags, then an erasure of all scans: their bytes are free for notes again', async () => {
  const person = await t.person('flow_bytes');
  const tags = Buffer.alloc(300, 1).toString('base64');
  const noteBytes = 2 ** 18;
  // For longer than a statement may take.
  await longTransaction(t.db, (transaction) =>
    transaction.execute(sql`
    insert into notes (user_id, id, title_sealed, text_sealed, category_id, revision, created_at, received_at, updated_at)
    select ${person.id}, gen_random_uuid(), '', repeat('A', ${noteBytes}::int - case n when 1 then ${tags.length}::int else 0 end),
      'red', 1, now(), now(), now()
    from generate_series(1, ${quotas.sealedBytes / noteBytes}::int) n`),
  );
  await person.api.results.create({ _id: randomUUID(), answers, tags });
  const save = () =>
    status('POST', '/api/notes', { token: person.shortToken, body: { text: envelope, categoryId: 'red' } });
  expect(await save()).toBe(409);
  await person.api.profile.erasePart({ part: 'scans', before: (await person.api.profile.erasable()).at });
  expect(await save()).toBe(200);
});

it('a scan saved by a token and sent again after its deletion is one scan', async () => {
  const person = await t.person('flow_again');
  const token = await tokenOf(person, 'write');
  const body = { _id: randomUUID(), answers };
  const save = () => status('POST', '/api/results', { token, body });
  expect([await save(), await save()]).toEqual([201, 201]);
  expect(await status('DELETE', `/api/results/${body._id}`, { token })).toBe(200);
  expect([await save(), await save()]).toEqual([201, 201]);
  expect(await person.api.results.own({})).toHaveLength(1);
});

it('a token counts no view, also by the calls that count one for a login', async () => {
  const person = await t.person('flow_views');
  const views = ['/api/results?source=history', '/api/results?source=stats', '/api/notes/hash?log=true'];
  const events = async () => (await t.events(person.id)).filter((kind) => kind !== 'activity').toSorted();
  for (const scope of tokenScopes) {
    const token = await tokenOf(person, scope);
    for (const path of views) expect(await status('GET', path, { token })).toBe(200);
  }
  expect(await events()).toEqual([]);
  for (const path of views) await t.http('GET', path, { token: person.shortToken });
  expect(await events()).toEqual(['history_opened', 'notes_opened', 'stats_opened']); // control
});

it('counting of use is withdrawn, then a token saves: nothing is counted, until it is given again', async () => {
  const person = await t.person('flow_uncounted');
  const token = await tokenOf(person, 'write');
  const save = () => status('POST', '/api/results', { token, body: { _id: randomUUID(), answers } });
  await person.api.consents.withdraw({ purpose: 'usage' });
  expect(await save()).toBe(201);
  expect(await t.events(person.id)).toEqual([]);
  await person.api.consents.give({ purpose: 'usage', version: currentConsentVersion('usage') });
  await save();
  expect(await t.events(person.id)).toEqual(['scan']);
});

it('an administrator makes a token and is revoked: it reads the own account, as before, and nothing else', async () => {
  const person = await t.person('flow_revoked', 'admin');
  const token = await tokenOf(person, 'read');
  for (const role of ['user', 'admin'] as const) {
    await setRole(t, person.username, role);
    expect(await status('GET', '/api/profile', { token })).toBe(200);
    expect(await status('GET', '/api/admin/stats', { token })).toBe(403);
  }
});

it('a role is revoked and granted again: the access token of before and of between are both refused', async () => {
  const person = await t.person('flow_roles', 'admin');
  const renew = async () => {
    const { json } = await t.http('POST', '/api/auth/refresh', { body: { refreshToken: person.refreshToken } });
    return String(Object(json).shortToken);
  };
  await setRole(t, person.username, 'user');
  const between = await renew();
  expect(await status('GET', '/api/admin/stats', { token: person.shortToken })).toBe(401);
  await setRole(t, person.username, 'admin');
  expect(await status('GET', '/api/profile', { token: between })).toBe(401);
  expect(await status('GET', '/api/admin/stats', { token: await renew() })).toBe(200); // control
});

it('an account is locked, then its password is reset by mail: it stays locked', async () => {
  const person = await t.person('flow_locked');
  await lockAccount(t.db, person.username);
  await t.http('POST', '/api/auth/resetpassword', { body: { email: person.email } });
  await t.outbox.flush();
  const link = /resetpassword\/([\w-]{43})/.exec(t.mails.findLast(({ to }) => to === person.email)?.text ?? '')?.[1];
  const newPassword = 'Another-horse-8!';
  const reset = await status('POST', `/api/auth/resetpassword/${link ?? 'none'}`, { body: { newPassword } });
  const logIn = (word: string) =>
    status('POST', '/api/auth/login', { body: { username: person.username, password: word } });
  expect([reset, await logIn(newPassword), await logIn(password)]).toEqual([200, 401, 401]);
});

it('an address is changed, then the account is locked: the link of the change opens nothing', async () => {
  const person = await t.person('flow_pending');
  await person.api.profile.changeEmail({ email: 'flow_new@example.org', password });
  await t.outbox.flush();
  await lockAccount(t.db, person.username);
  const link = /verify\/([\w-]{43})/.exec(t.mails.findLast(({ to }) => to === 'flow_new@example.org')?.text ?? '')?.[1];
  const answer = await t.http('GET', `/api/auth/verify/${link ?? 'none'}`);
  expect(answer.text).not.toContain('shortToken');
  expect(await status('POST', '/api/auth/login', { body: { username: 'flow_new@example.org', password } })).toBe(401);
});

it('a token cannot stretch an erasure, nor a foreign session: the call is refused, and nothing is recorded', async () => {
  const person = await t.person('flow_stretch');
  await person.api.results.create({ _id: randomUUID(), answers });
  const before = '2999-01-01T00:00:00.000Z';
  for (const scope of tokenScopes) {
    const token = await tokenOf(person, scope);
    expect(await status('POST', '/api/profile/erase-part', { token, body: { part: 'scans', before } })).toBe(403);
  }
  expect(await person.api.profile.erasable()).toMatchObject({ scans: 1 });
  const stored = await person.api.profile.stored();
  expect(stored.find(({ table }) => table === 'ledger_entries')?.rows).toBe(0);
});

it('an export is brought back into an account that is full: nothing of it; after an erasure all of it', async () => {
  const person = await t.person('flow_full');
  await t.db.execute(sql`
    insert into notes (user_id, id, title_sealed, text_sealed, category_id, revision, created_at, received_at, updated_at)
    select ${person.id}, gen_random_uuid(), '', ${envelope}, 'red', 1, now(), now(), now()
    from generate_series(1, ${quotas.notes - 1}::int)`);
  const createdAt = '2026-01-02T03:04:05.000Z';
  const note = () => ({ _id: randomUUID(), title: '', text: envelope, categoryId: 'red' as const, createdAt });
  const part = { scans: [{ _id: randomUUID(), answers, createdAt, tags: null }], notes: [note(), note()] };
  await expect(person.api.restore.add(part)).rejects.toThrow('quotaReached');
  expect(await person.api.profile.erasable()).toMatchObject({ scans: 0, notes: quotas.notes - 1 });
  const { at } = await person.api.profile.erasable();
  expect(await person.api.profile.erasePart({ part: 'notes', before: at })).toMatchObject({ more: true });
  expect((await person.api.restore.add(part)).notes).toHaveLength(2);
});

it('a note is erased with all, brought back and undone: its revision never goes back', async () => {
  const person = await t.person('flow_revision');
  const _id = randomUUID();
  await person.api.notes.create({ _id, text: envelope, categoryId: 'red' });
  await person.api.profile.erasePart({ part: 'notes', before: (await person.api.profile.erasable()).at });
  const note = { _id, title: '', text: envelope, categoryId: 'red' as const, createdAt: '2026-01-02T03:04:05.000Z' };
  const added = await person.api.restore.add({ scans: [], notes: [note] });
  expect(added.notes).toEqual([{ _id, revision: 2 }]);
  expect(await person.api.restore.undo({ scans: [], notes: added.notes })).toEqual({ scans: [], notes: [_id] });
  expect((await person.api.restore.add({ scans: [], notes: [note] })).notes).toEqual([{ _id, revision: 3 }]);
});

it("another person undoes a restore by its ids: the owner's rows stay", async () => {
  const [owner, thief] = [await t.person('flow_owner'), await t.person('flow_thief')];
  const createdAt = '2026-01-02T03:04:05.000Z';
  const note = { _id: randomUUID(), title: '', text: envelope, categoryId: 'red' as const, createdAt };
  const added = await owner.api.restore.add({
    scans: [{ _id: randomUUID(), answers, createdAt, tags: null }],
    notes: [note],
  });
  const body = { scans: added.scans, notes: added.notes };
  const token = await tokenOf(thief, 'write');
  expect((await t.http('POST', '/api/restore/undo', { token, body })).json).toEqual({ scans: [], notes: [] });
  expect(await t.db.$count(notes, eq(notes.userId, owner.id))).toBe(1);
});

it('an account is erased while its token exports: the token and the ledger know it no longer', async () => {
  const person = await t.person('flow_erased');
  const token = await tokenOf(person, 'read');
  await setRole(t, person.username, 'user');
  const [exported] = await Promise.all([
    t.http('GET', '/api/profile/export', { token }),
    person.api.profile.erase({ password }),
  ]);
  expect([200, 401]).toContain(exported.status);
  expect(await status('GET', '/api/profile/export', { token })).toBe(401);
  const [left] = await t.db.execute(sql`select count(*)::int as rows from ledger_entries where user_id = ${person.id}`);
  expect(left?.['rows']).toBe(0);
});

it('decisions without end leave one row each; a person cannot fill the ledger', async () => {
  const person = await t.person('flow_ledger');
  for (let turn = 0; turn < 5; turn += 1) {
    await person.api.results.create({ _id: randomUUID(), answers });
    await person.api.profile.erasePart({ part: 'scans', before: (await person.api.profile.erasable()).at });
    await person.api.consents.withdraw({ purpose: 'usage' });
    await person.api.consents.give({ purpose: 'usage', version: currentConsentVersion('usage') });
  }
  const stored = await person.api.profile.stored();
  expect(stored.find(({ table }) => table === 'ledger_entries')?.rows).toBe(2);
  expect(stored.find(({ table }) => table === 'consents')?.rows).toBeLessThanOrEqual(limits.consentEntries);
  const [account] = await t.db.select().from(users).where(eq(users.id, person.id));
  expect(account?.countsUsage).toBe(true);
});
