import { parseMasterKey } from '@nuances/crypto/master-key';
import { sessions } from '@nuances/db/schema';
import { limits } from '@nuances/domain/limits';
import { isNotNull, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { addPasskey } from '../testing/authenticator.ts';
import { codeOf } from '../testing/one-time-codes.ts';
import { password, type TestApp, useApp } from '../testing/test-app.ts';
import { runCommand } from '../testing/commands.ts';
import { createSecurityEvents, securityEventNames, sessionEnds } from './security-events.ts';
import { slot, turnVaultOn } from '../testing/vault.ts';

const metricsToken = 'metrics-token-of-the-test';
const userAgent = 'Canary-browser/1.0';
const address = '203.0.113.77';
const newPassword = 'Another-canary-8!';
const pair = z.object({ shortToken: z.string(), refreshToken: z.string() });
const line = z.looseObject({
  event: z.string(),
  account: z.string().optional(),
  address: z.string().optional(),
  end: z.string().optional(),
});

let t: TestApp;
useApp((app) => (t = app), { config: { metricsToken, trustProxy: ['127.0.0.1'] } });

/** The lines of security events so far. */
const lines = () => t.log.filter((text) => text.includes('"event":'));
const events = () => lines().map((text) => line.parse(JSON.parse(text)));

/** What was recorded while this ran. */
async function recorded(work: () => Promise<unknown>) {
  const before = events().length;
  await work();
  return events().slice(before);
}

const send = (path: string, body: object, token?: string) =>
  t.http('POST', path, { body, token, headers: { 'user-agent': userAgent, 'x-forwarded-for': address } });
const login = async (username: string, secret = password) =>
  pair.parse((await send('/api/auth/login', { username, password: secret, rotate: true })).json);

async function counted(event: string): Promise<number> {
  const { text } = await t.http('GET', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(new RegExp(`^nuances_security_events_total\\{event="${event}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
}

describe('security events', () => {
  it('are one line of JSON each, with a stable pseudonym, and are counted', async () => {
    const person = await t.person('observed');
    const { shortToken } = await login('observed');
    const other = await login('observed');
    const before = await counted('session_ended');

    const [others] = await recorded(() => send('/trpc/profile.endOtherSessions', {}, shortToken));
    expect(others).toMatchObject({ event: 'session_ended', end: 'others', count: 2, level: 30 });
    const [changed, ...none] = await recorded(() =>
      send('/trpc/profile.changePassword', { currentPassword: password, newPassword }, shortToken),
    );
    expect([changed?.event, none]).toEqual(['password_changed', []]);
    const [left] = await recorded(() => send('/api/auth/logout', {}, shortToken));
    expect(left).toMatchObject({ event: 'session_ended', end: 'logout' });
    expect(await counted('session_ended')).toBe(before + 2);
    const again = await login('observed', newPassword);
    const [erased] = await recorded(() => send('/trpc/profile.erase', { password: newPassword }, again.shortToken));
    expect(erased?.event).toBe('account_erased');

    const accounts = new Set([others, changed, left, erased].map((event) => event?.account));
    expect(accounts.size).toBe(1);
    expect([...accounts][0]).toMatch(/^[0-9a-f]{16}$/);
    const addresses = new Set([others, changed, left, erased].map((event) => event?.address));
    expect(addresses.size).toBe(1);
    // Another account and another address have other names.
    const { shortToken: bobs } = await login('bob');
    const [bob] = await recorded(() => t.http('POST', '/api/auth/logout', { body: {}, token: bobs }));
    expect(accounts).not.toContain(bob?.account);
    expect(addresses).not.toContain(bob?.address);

    const logged = lines().join('\n');
    const canaries = [person.id, person.username, person.email, address, userAgent, password, newPassword, 'eyJ'];
    for (const canary of [...canaries, shortToken, other.refreshToken, again.refreshToken])
      expect(logged).not.toContain(canary);
    // Control: the search finds what a line would tell.
    expect(`${logged}${JSON.stringify({ event: 'x', account: person.id, address })}`).toContain(person.id);
  });

  it('record refused administrator calls, on both transports', async () => {
    const { shortToken } = t.alice;
    for (const path of ['/api/admin/stats', '/trpc/admin.stats']) {
      const found = await recorded(() => t.http('GET', path, { token: shortToken }));
      expect(
        found.map(({ event }) => event),
        path,
      ).toEqual(['admin_refused']);
    }
    // Control: a successful call records none.
    expect(await recorded(() => t.http('GET', '/api/admin/stats', { token: t.admin.shortToken }))).toEqual([]);
  });

  it('record failed logins, logins on a new device, and locks, but not logins on a known device', async () => {
    await t.person('guessed');
    const attempt = (username: string, secret: string, deviceTokens?: readonly string[]) =>
      send('/api/auth/login', { username, password: secret, ...(deviceTokens ? { deviceTokens } : {}) });
    const kinds = async (work: () => Promise<unknown>) => (await recorded(work)).map(({ event }) => event);
    expect(await kinds(() => attempt('guessed', 'Wrong-one-1!'))).toEqual(['login_failed']);
    expect(await kinds(() => attempt('nobody_at_all', 'Wrong-one-1!'))).toEqual(['login_failed']);
    expect(await kinds(() => attempt('guessed@example.org', 'Wrong-one-1!'))).toEqual(['login_failed']);
    let deviceToken = '';
    expect(
      await kinds(async () => {
        deviceToken = String(Object((await attempt('guessed', password, [])).json).deviceToken);
      }),
    ).toEqual(['login_new_device']);
    // Control: the same login from the device that is known by now.
    expect(await kinds(() => attempt('guessed', password, [deviceToken]))).toEqual([]);
    for (const text of lines()) expect(text).not.toContain('nobody_at_all');
  });

  it('record a reset, a change of the address and its restore', async () => {
    const person = await t.person('mailed');
    const linkTo = async (email: string) => {
      await t.outbox.flush();
      const link = /\/auth\/[\w-]+\/([\w-]{20,})/.exec(t.mails.findLast(({ to }) => to === email)?.text ?? '');
      return link?.[1] ?? '';
    };
    const kinds = async (work: () => Promise<unknown>) => (await recorded(work)).map(({ event }) => event);
    const change = { email: 'mailed.new@example.org', password };
    expect(await kinds(() => send('/trpc/profile.changeEmail', change, person.shortToken))).toEqual([
      'email_change_requested',
    ]);
    const verify = await linkTo(change.email);
    expect(await kinds(() => t.http('GET', `/api/auth/verify/${verify}`))).toEqual(['email_changed']);
    // Control: the second use of the link succeeds without an event.
    expect(await kinds(() => t.http('GET', `/api/auth/verify/${verify}`))).toEqual([]);
    const mail = t.mails.findLast(({ text }) => text.includes('/auth/unknown-account/'));
    const disown = /\/unknown-account\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    const restore = await linkTo(person.email);
    expect(await kinds(() => send('/trpc/auth.disown', { token: disown }))).toEqual(['email_disowned']);
    expect(await kinds(() => send('/trpc/auth.restoreEmail', { token: restore }))).toEqual(['email_restored']);
    expect(await kinds(() => send('/api/auth/resetpassword', { email: person.email }))).toEqual([
      'password_reset_requested',
    ]);
    const reset = await linkTo(person.email);
    expect(await kinds(() => send(`/api/auth/resetpassword/${reset}`, { newPassword }))).toEqual(['password_reset']);
    for (const canary of [person.email, change.email, verify, restore, reset])
      expect(lines().join('\n')).not.toContain(canary);
  });

  it('tells of script tokens', async () => {
    const person = await t.person('scripter');
    const body = { name: 'canary-name', scope: 'read', days: 1, password };
    const create = () => send('/api/tokens', body, person.shortToken);
    expect(await recorded(create)).toMatchObject([{ event: 'token_created' }]);
    const [made] = await person.api.tokens.list();
    const ended = await recorded(() => person.api.tokens.end({ id: made?.id ?? '' }));
    expect(ended).toMatchObject([{ event: 'token_ended' }]);
    expect(lines().join('\n')).not.toContain('canary-name');
  });

  it('tells of logins that end one by one, over the limit of them, and by a stolen token', async () => {
    const person = await t.person('many_logins');
    const first = await login('many_logins');
    const [session] = await t.callerOf(first.shortToken).profile.sessions();
    const ended = await recorded(() => send('/trpc/profile.endSession', { id: session?.id ?? '' }, person.shortToken));
    expect(ended).toMatchObject([{ event: 'session_ended', end: 'chosen' }]);
    const oldest = await recorded(async () => {
      for (let count = 0; count < limits.sessions; count += 1) await login('many_logins');
    });
    expect(oldest.filter(({ event }) => event === 'session_ended')).toMatchObject([{ end: 'limit', count: 1 }]);
    const stolen = await login('alice');
    const refresh = (token: string) =>
      t.http('POST', '/api/auth/refresh', { body: { refreshToken: token, rotate: true } });
    const { refreshToken } = pair.parse((await refresh(stolen.refreshToken)).json);
    await refresh(refreshToken);
    await t.db
      .update(sessions)
      .set({ firstUsedAt: sql`now() - interval '31 seconds'` })
      .where(isNotNull(sessions.firstUsedAt));
    const reused = await recorded(() => refresh(stolen.refreshToken));
    expect(reused.map(({ event }) => event)).toEqual(['refresh_token_reused']);
  });

  it('are not recorded for refused calls', async () => {
    const found = await recorded(async () => {
      await send('/trpc/profile.endSession', { id: 'x' }, t.alice.shortToken);
      await send('/trpc/profile.changePassword', { currentPassword: 'Wrong-one-1!', newPassword }, t.alice.shortToken);
      await send('/trpc/profile.erase', { password: 'Wrong-one-1!' }, t.alice.shortToken);
      await send('/api/auth/logout', {}, 'not a token');
    });
    expect(found.filter(({ event }) => event !== 'login_failed')).toEqual([]);
  });

  it("record the operator's commands", async () => {
    const person = await t.person('operated');
    const run = (...words: readonly string[]) => recorded(() => runCommand(t, words));
    const logged = [];
    for (const words of [
      ['grant', 'operated'],
      ['revoke', 'operated'],
      ['lock', 'operated'],
      ['unlock', 'operated'],
      ['sessions', 'end', 'operated'],
    ])
      logged.push(...(await run(...words)));
    expect(logged.map(({ event, end }) => [event, end])).toEqual([
      ['role_granted', undefined],
      ['role_revoked', undefined],
      ['account_locked', undefined],
      ['account_unlocked', undefined],
      ['session_ended', 'operator'],
    ]);
    expect(new Set(logged.map(({ account }) => account)).size).toBe(1);
    expect(await run('aggregate')).toMatchObject([{ event: 'admin_command', command: 'aggregate', done: true }]);
    expect(await run('sessions', 'end', '--all')).toMatchObject([{ event: 'admin_command', command: 'sessions-end' }]);
    // Control: an unknown name changes nothing, and a command that only lists records no event.
    expect(await run('grant', 'nobody_at_all')).toEqual([]);
    expect(await run('admins')).toEqual([]);
    expect(JSON.stringify(logged)).not.toContain(person.id);
  });
});

it('records changes of one-time codes, without secret and code', async () => {
  const person = await t.person('coded');
  const { api } = person;
  const before = events().length;
  await api.security.prove({ password });
  const { secret } = await api.security.beginCodes();
  const { backupCodes } = await api.security.confirmCodes({ code: codeOf(secret) });
  const { backupCodes: spare } = await api.security.renewBackupCodes();
  await runCommand(t, ['second-factor', 'end', 'coded']);
  await api.security.endCodes({ code: spare[0] ?? '' });
  expect(
    events()
      .slice(before)
      .map(({ event }) => event),
  ).toEqual(['codes_on', 'codes_renewed', 'codes_end_announced', 'codes_off']);
  const logged = JSON.stringify(events());
  for (const text of [secret, ...backupCodes, ...spare, person.id]) expect(logged).not.toContain(text);
});

it('records moves of a vault, changed ways to open it, and its erasure, without any of them', async () => {
  const person = await t.person('vaulted');
  const passkey = slot('passkey', 'canary-slot');
  const found = await recorded(async () => {
    await turnVaultOn(person);
    await person.api.vault.addSlot({ keyVersion: 2, slot: passkey });
    await person.api.vault.anew({ password, word: 'erase' });
  });
  expect(found.map(({ event }) => event)).toEqual([
    'vault_moving',
    'vault_moved',
    'vault_slot_changed',
    'vault_erased',
  ]);
  const logged = JSON.stringify(found);
  for (const text of [passkey.name, passkey.id, passkey.wrapped, person.id]) expect(logged).not.toContain(text);
});

it('records changes of passkeys, and a copied one, without name and id', async () => {
  const person = await t.person('keyed');
  const { api } = person;
  const found = await recorded(async () => {
    const passkey = await addPasskey(person, 'canary-key');
    const [own] = (await api.security.passkeys()).passkeys;
    const id = own?.id ?? '';
    await api.security.renamePasskey({ id, name: 'canary-name' });
    const asked = await t.guest.auth.passkeyOptions();
    await t.guest.auth.passkeyLogin({ credential: passkey.get(asked, { counter: 1 }) }).catch(() => undefined);
    await api.security.removePasskey({ id });
    for (const canary of [id, passkey.id, 'canary-key', 'canary-name', person.id])
      expect(lines().join('\n')).not.toContain(canary);
  });
  expect(found.map(({ event }) => event)).toEqual([
    'passkey_added',
    'passkey_renamed',
    'passkey_counter_back',
    'login_failed',
    'passkey_removed',
  ]);
  expect(new Set(found.map(({ account }) => account)).size).toBe(1);
});

it('every kind of event and of end has been recorded by what this file does, and is counted', async () => {
  const found = events();
  expect(new Set(found.map(({ event }) => event))).toEqual(new Set(securityEventNames));
  expect(new Set(found.flatMap(({ end }) => end ?? []))).toEqual(new Set(sessionEnds));
  for (const name of securityEventNames) expect(await counted(name), name).toBeGreaterThan(0);
});

it('an address of IPv6 is told by its network, which one caller has for itself', () => {
  const logged: object[] = [];
  const key = parseMasterKey(randomBytes(32).toString('hex'));
  const { record } = createSecurityEvents(key, { info: (details) => logged.push(details) });
  for (const at of ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:1::1', '192.0.2.1', '::ffff:192.0.2.1'])
    record('admin_refused', { address: at });
  const [a, b, c, d, e] = logged.map((details) => Object(details).address);
  expect([a === b, a === c, d === e, a === d]).toEqual([true, false, true, false]);
});

it('a pseudonym depends on the master key', () => {
  const logged: object[] = [];
  for (let round = 0; round < 2; round += 1) {
    const key = parseMasterKey(randomBytes(32).toString('hex'));
    const { record } = createSecurityEvents(key, { info: (details) => logged.push(details) });
    record('login_failed', { userId: 'one', address });
    record('login_failed', { userId: 'one', address });
    // Names, ids and addresses have different pseudonyms.
    record('login_failed', { unknownName: 'one', address: 'one' });
  }
  const names = logged.flatMap((details) => [Object(details).account, Object(details).address]);
  expect(new Set(names).size).toBe(8);
});
