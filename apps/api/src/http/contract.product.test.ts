/**
 * The REST contract of a started product, over HTTP only. Every answer is checked against the OpenAPI document, so that
 * an undocumented status, header or shape fails; the cases follow the document, so that an operation without one fails
 * too.
 */
import { openDriver } from '@nuances/db/postgres/driver';
import { testDatabase, type TestDatabase } from '@nuances/db/testing';
import { type ReplicatedServers, startReplicatedServers } from '@nuances/db/testing-standby';
import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import { limits, quotas } from '@nuances/domain/limits';
import { backupCode } from '@nuances/domain/second-factor';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import {
  type Contract,
  createContract,
  exampleOf,
  withoutHead,
  type Described,
  type OpenApiDocument,
} from '../testing/contract.ts';
import { type Deviation, SoftPasskey } from '../testing/authenticator.ts';
import { codeOf } from '../testing/one-time-codes.ts';
import { type HttpResponse, type HttpClient, openHttpClient, sendBytes } from '../testing/http-client.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { type Pooler, startPooler } from '../testing/pooler.ts';
import { seal } from '../testing/seal.ts';
import { hasCodes, isPooled, isReplicated } from '../faults/env.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../testing/database-proxy.ts';
import { brokenShapes } from '../testing/citus-shapes.ts';
import { openApiDocument } from '../openapi/document.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
/** Every statement that the product has sent. */
const statements = new Set<string>();
let pooler: Pooler | undefined;
let servers: ReplicatedServers | undefined;
let product: Product;
let client: HttpClient;
let contract: Contract;
let ada: Person;
let zoe: Person;
let boss: Person;

/** The environment by which the product goes through PgBouncer, or to a replica, if there is one. */
const pooled = (): Record<string, string> => ({
  ...(pooler && { DATABASE_POOLER_URL: pooler.url }),
  ...(servers && { DATABASE_REPLICA_URLS: servers.standbyUrl }),
});
/** How far the replica is behind, seconds: longer than a test waits between a write and a read. */
const replicaDelayS = 8;

/** How often lists were read on the replica. */
async function readsOf(standbyUrl: string): Promise<number> {
  const sql = openDriver(standbyUrl, { max: 1 });
  const [row] = await sql<{ count: number }[]>`
    select sum(idx_scan + seq_scan)::int as count from pg_stat_user_tables where relname in ('scans', 'notes')`;
  await sql.end({ timeout: 5 });
  return row?.count ?? 0;
}

const password = 'Nights&Days-7';
const masterKey = randomBytes(32).toString('hex');
const languages = ['en', 'fr'] as const;
const sentences = { en: /^[A-Z0-9].*[^:\s]$/s, fr: /^[A-ZÉÀÇ0-9].*[^:\s]$/s };
const nobodysId = '00000000-0000-4000-8000-000000000000';
const answers = [4, 6, 9, 8, 5, 7, 9];

/** The document as built here; a test compares it with the one that is served. */
const known = createContract(openApiDocument());

interface Person {
  readonly username: string;
  readonly email: string;
  readonly token: string;
  readonly refreshToken: string;
  readonly userKey: string;
}

interface Sent {
  readonly token?: string | undefined;
  /** Values of what varies in the path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  /** undefined sends no Accept-Language. */
  readonly language?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

function found(procedure: string): Described {
  const described = known.operations.find(({ operation }) => operation['x-procedure'] === procedure);
  if (!described) throw new Error(`The document has no ${procedure}`);
  return described;
}

/** Sends a request and checks its answer against the document. */
async function callProcedure(procedure: string, sent: Sent = {}, to = client): Promise<HttpResponse> {
  const { method, path: template } = found(procedure);
  const path = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => sent.path?.[name] ?? nobodysId);
  return send(method, `${path}${sent.query ?? ''}`, sent, to);
}

async function send(method: string, path: string, sent: Sent = {}, to = client): Promise<HttpResponse> {
  const { token, language, body } = sent;
  const answer = await to.request({
    method,
    path,
    body,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(language === undefined ? {} : { 'accept-language': language }),
      ...sent.headers,
    },
  });
  contract.check(method, path, answer);
  return answer;
}

/** A request that must succeed; returns its answer. */
async function works(procedure: string, sent: Sent, status = 200) {
  if (sent.body !== undefined)
    expect(contract.isSendable(procedure, sent.body), `${procedure} by the document`).toBe(true);
  const answer = await callProcedure(procedure, sent);
  expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
  return Object(answer.json);
}

/** A request that must fail, with a message in both languages. */
async function fails(
  procedure: string,
  sent: Sent,
  status: number,
  code: string,
  fields?: readonly string[],
): Promise<void> {
  await failsSo((language) => callProcedure(procedure, { ...sent, language }), status, code, fields);
}

async function failsSo(
  attempt: (language: 'en' | 'fr') => Promise<HttpResponse>,
  status: number,
  code: string,
  fields?: readonly string[],
): Promise<void> {
  const said: string[] = [];
  for (const language of languages) {
    const { status: got, json, text } = await attempt(language);
    expect([got, json], text).toMatchObject([status, { code }]);
    const { error, message, errors } = Object(json);
    expect(error).toBe(message);
    expect(message).toMatch(sentences[language]);
    if (fields) {
      expect(Object.keys(errors).toSorted()).toEqual([...fields].toSorted());
      expect(Object.values(errors)).toContain(message);
      for (const sentence of Object.values(errors)) expect(sentence).toMatch(sentences[language]);
    }
    said.push(message);
  }
  expect(said[0]).not.toBe(said[1]);
}

/** Gives an account as many notes as it may have. */
async function fillWithNotes(username: string, count: number = quotas.notes, bytes = 0): Promise<void> {
  const sql = openDriver(database.url, { max: 1 });
  await sql`
    insert into notes (user_id, id, title_sealed, text_sealed, category_id, revision, created_at, updated_at)
    select users.id, gen_random_uuid(), '', repeat('A', ${bytes}::int), 'other', 1, now(), now()
    from users, generate_series(1, ${count}::int - (select count(*)::int from notes join users on users.id = user_id where username = ${username}))
    where username = ${username}`;
  await sql.end();
}

/** The last part of the link in the newest mail to somebody. */
async function linkTo(email: string, kind: 'verify' | 'resetpassword', past = 0): Promise<string> {
  const links = async () => {
    const mails = await product.mailsTo(email);
    return mails.flatMap(({ text }) => new RegExp(`/auth/${kind}/([\\w-]+)`).exec(text)?.[1] ?? []);
  };
  return vi.waitUntil(async () => (await links())[past] && (await links()).at(-1), { timeout: 10_000 });
}

/** Backup codes by user name, of people who have one-time codes. */
const codesLeft = new Map<string, string[]>();

async function login(username: string, more: object = {}) {
  const code = codesLeft.get(username.replace(/@.*$/, '').toLowerCase())?.pop();
  return works('auth.login', { body: { username, password, ...more, ...(code !== undefined && { code }) } });
}

async function person(username: string, language: 'en' | 'fr' = 'en'): Promise<Person> {
  const email = `${username}@example.org`;
  await works('auth.signup', { body: { username, email, password, language, consent: true } }, 201);
  await works('auth.verify', { path: { token: await linkTo(email, 'verify') } });
  const first = await login(username);
  if (hasCodes) codesLeft.set(username, (await turnCodesOn(first.shortToken)).backupCodes);
  // Nothing was proven in the login that calls are made with.
  const { shortToken: token, refreshToken, userKey } = hasCodes ? await login(username) : first;
  if (hasCodes) await works('profile.endOtherSessions', { token });
  return { username, email, token, refreshToken, userKey };
}

/** Turns one-time codes on for an account; its password is proven then. */
async function turnCodesOn(token: string) {
  await works('security.prove', { token, body: { password } });
  const { secret } = await works('security.beginCodes', { token });
  const code = codeOf(String(secret));
  return { code, ...(await works('security.confirmCodes', { token, body: { code } })) };
}

const newPasskey = () => new SoftPasskey({ origin: `http://localhost:${product.port}` });

/** Adds a passkey to an account; its password is proven then. */
async function addPasskey(token: string): Promise<SoftPasskey> {
  await works('security.prove', { token, body: { password } });
  const passkey = newPasskey();
  const credential = passkey.create(await works('security.newPasskeyOptions', { token }));
  await works('security.addPasskey', { token, body: { name: 'a device', credential } }, 201);
  return passkey;
}

/** Gives an account as many passkeys as it may have. */
async function fillWithPasskeys(username: string): Promise<void> {
  const sql = openDriver(database.url, { max: 1 });
  await sql`
    insert into passkeys (user_id, id, credential_id, public_key, counter, name, created_at)
    select users.id, gen_random_uuid(), gen_random_uuid()::text, '', 0, 'x', now()
    from users, generate_series(1, ${limits.passkeys}::int - (select count(*)::int from passkeys join users on users.id = user_id where username = ${username}))
    where username = ${username}`;
  await sql.end();
}

const scan = async (token: string, more: object = {}) =>
  works('results.create', { token, body: { answers, scoring: 26, duration: 60, ...more } }, 201);

beforeAll(async () => {
  servers = isReplicated ? await startReplicatedServers({ delayS: replicaDelayS }) : undefined;
  const { url, stop } = servers ?? {};
  database = url && stop ? { url, drop: stop } : await testDatabase();
  proxy = await openDatabaseProxy(database.url, (text) => statements.add(text));
  pooler = isPooled ? await startPooler(proxy.url) : undefined;
  product = await startProduct({ databaseUrl: proxy.url, env: { MASTER_KEY: masterKey, ...pooled() } });
  client = openHttpClient(product.port);
  const served = await client.request({ method: 'GET', path: '/api/openapi.json' });
  contract = createContract(served.json as OpenApiDocument);
  [ada, zoe, boss] = await Promise.all([person('ada'), person('zoe', 'fr'), person('boss')]);
  await product.admin('grant', 'boss');
  const again = await login('boss');
  boss = { ...boss, token: again.shortToken, refreshToken: again.refreshToken };
}, 120_000);

afterAll(async () => {
  client.close();
  await product.discard();
  const reads = servers && (await readsOf(servers.standbyUrl));
  await pooler?.stop();
  await proxy.cut();
  await database.drop();
  // After the servers have ended, also when it fails. Lists that count a view, and those after a write, are read on the primary.
  if (servers) expect(reads).toBeGreaterThan(5);
});

/** Valid and invalid calls of each operation. An operation without a case fails. */
const cases: Readonly<Record<string, () => Promise<void>>> = {
  async 'auth.login'() {
    const byName = await login('ada');
    expect(byName).toMatchObject({ language: 'en', role: 'user', userKey: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await login('ADA')).userKey).toBe(byName.userKey);
    expect((await login('ada@example.org', { rotate: true })).userKey).toBe(byName.userKey);
    expect(await login('zoe')).toMatchObject({ language: 'fr' });
    expect(await login('boss')).toMatchObject({ role: 'admin' });
    const { exp, iat } = JSON.parse(Buffer.from(String(byName.shortToken).split('.')[1] ?? '', 'base64url').toString());
    expect(exp - iat).toBe(900);
    await fails('auth.login', { body: {} }, 400, 'usernameRequired', ['username', 'password']);
    await fails('auth.login', {}, 400, 'usernameRequired', ['username', 'password']);
    await fails('auth.login', { body: { username: 'ab', password } }, 400, 'usernameMin', ['username']);
    await fails('auth.login', { body: { username: 'ada' } }, 400, 'passwordRequired', ['password']);
    await fails('auth.login', { body: { username: ['ada'], password } }, 400, 'usernameRequired', ['username']);
    await fails('auth.login', { body: { username: 'ada', password: 'Wrong&Word7' } }, 401, 'loginFailed');
    await fails('auth.login', { body: { username: 'nobody', password } }, 401, 'loginFailed');
    await fails('auth.login', { body: { username: 'a'.repeat(255), password } }, 401, 'loginFailed');
    await fails('auth.login', { body: { username: 'ada', password: 'a'.repeat(129) } }, 401, 'loginFailed');
  },

  async 'auth.signup'() {
    const body = { username: 'newcomer', email: 'newcomer@example.org', password, language: 'fr' };
    expect(await works('auth.signup', { body, language: 'fr' }, 201)).toEqual({
      message: 'Inscription réussie ! Vérifiez votre email pour confirmer votre inscription.',
    });
    expect((await product.mailsTo(body.email)).length + 1).toBeGreaterThan(0);
    await fails('auth.signup', { body: {} }, 400, 'usernameRequired', ['username', 'email', 'password']);
    await fails('auth.signup', { body: { ...body, username: 'NewComer' } }, 409, 'usernameTaken', ['username']);
    for (const [field, value, code] of [
      ['username', 'ab', 'usernameMin'],
      ['username', 'a'.repeat(31), 'usernameMax'],
      ['username', 'new comer', 'usernameChars'],
      ['email', '', 'emailRequired'],
      ['email', 'newcomer', 'emailInvalid'],
      ['email', 'new+comer@example.org', 'emailForm'],
      ['email', 'newcomer@example.photography', 'emailForm'],
      ['password', 'Short1!', 'passwordMin'],
      ['password', 'alllowercase1!', 'passwordClasses'],
      ['password', `Long1!${'a'.repeat(128)}`, 'passwordMax'],
    ] as const)
      await fails('auth.signup', { body: { ...body, [field]: value } }, 400, code, [field]);
    // A known address is not revealed.
    const taken = { ...body, username: 'second_ada', email: 'ada@example.org' };
    expect(await works('auth.signup', { body: taken, language: 'en' }, 201)).toHaveProperty('message');
    // An unsupported language becomes English.
    const german = { ...body, username: 'german', email: 'german@example.org', language: 'de' };
    expect((await callProcedure('auth.signup', { body: german })).status).toBe(201);
    expect(await login('german')).toMatchObject({ language: 'en' });
  },

  async 'auth.refresh'() {
    const { refreshToken } = await login('ada');
    for (let turn = 0; turn < 2; turn += 1) {
      const { shortToken } = await works('auth.refresh', { body: { refreshToken } });
      expect(await works('profile.get', { token: shortToken })).toMatchObject({ username: 'ada' });
    }
    const rotating = await login('ada', { rotate: true });
    const next = await works('auth.refresh', { body: { refreshToken: rotating.refreshToken, rotate: true } });
    expect(next.refreshToken).not.toBe(rotating.refreshToken);
    await fails('auth.refresh', { body: {} }, 400, 'badRequest', ['refreshToken']);
    await fails('auth.refresh', { body: { refreshToken: '' } }, 400, 'badRequest', ['refreshToken']);
    await fails('auth.refresh', { body: { refreshToken: 'nobodys' } }, 401, 'sessionMissing');
    await fails('auth.refresh', { body: { refreshToken: ada.token } }, 401, 'sessionMissing');
  },

  async 'auth.logout'() {
    const { shortToken: token, refreshToken } = await login('ada');
    const headers = { 'content-type': 'application/json' };
    expect(await works('auth.logout', { token, headers })).toEqual({});
    await fails('profile.get', { token }, 401, 'sessionMissing');
    await fails('auth.refresh', { body: { refreshToken } }, 401, 'sessionMissing');
    expect(await works('auth.logout', { token, headers }), 'a second time').toEqual({});
  },

  async 'auth.verify'() {
    await works('auth.signup', { body: { username: 'prover', email: 'prover@example.org', password } }, 201);
    const { shortToken: token } = await login('prover');
    expect(await works('profile.get', { token })).toMatchObject({ isVerified: false });
    const link = { token: await linkTo('prover@example.org', 'verify') };
    expect(await works('auth.verify', { path: link, language: 'fr' })).toEqual({
      message: 'Email vérifié avec succès ! Vous pouvez maintenant vous connecter.',
    });
    expect(await works('auth.verify', { path: link }), 'a second time').toHaveProperty('message');
    expect(await works('profile.get', { token })).toMatchObject({ isVerified: true });
    await fails('auth.verify', { path: { token: 'nobodys' } }, 400, 'linkInvalid');
    await fails('auth.verify', { path: { token: 'a'.repeat(2_049) } }, 400, 'badRequest', ['token']);
  },

  async 'auth.requestReset'() {
    const said = await works('auth.requestReset', { body: { email: 'ada@example.org' }, language: 'fr' });
    expect(said).toEqual({ message: 'Un email de réinitialisation a été envoyé' });
    expect(await works('auth.requestReset', { body: { email: 'nobody@example.org' }, language: 'fr' })).toEqual(said);
    await fails('auth.requestReset', { body: {} }, 400, 'emailRequired', ['email']);
    await fails('auth.requestReset', { body: { email: 'ada' } }, 400, 'emailInvalid', ['email']);
    await fails('auth.requestReset', { body: { email: 'a+da@example.org' } }, 400, 'emailForm', ['email']);
  },

  async 'auth.checkReset'() {
    const { email } = await person('checker');
    await works('auth.requestReset', { body: { email } });
    const token = await linkTo(email, 'resetpassword');
    expect(await works('auth.checkReset', { path: { token } })).toEqual({ email: 'c***@e***.org' });
    expect(await works('auth.checkReset', { path: { token } }), 'uses nothing up').toHaveProperty('email');
    await fails('auth.checkReset', { path: { token: 'nobodys' } }, 400, 'linkInvalid');
  },

  async 'auth.reset'() {
    const { email, token: session } = await person('forgetful');
    await works('auth.requestReset', { body: { email } });
    const path = { token: await linkTo(email, 'resetpassword') };
    await fails('auth.reset', { path, body: {} }, 400, 'passwordRequired', ['newPassword']);
    await fails('auth.reset', { path, body: { newPassword: 'short' } }, 400, 'passwordMin', ['newPassword']);
    const plain = { newPassword: 'alllowercase' };
    await fails('auth.reset', { path, body: plain }, 400, 'passwordClasses', ['newPassword']);
    const newPassword = 'Days&Nights-8';
    expect(await works('auth.reset', { path, body: { newPassword }, language: 'fr' })).toEqual({
      message: 'Mot de passe réinitialisé avec succès.',
    });
    await fails('auth.reset', { path, body: { newPassword } }, 400, 'linkInvalid');
    await fails('profile.get', { token: session }, 401, 'sessionMissing');
    await fails('auth.login', { body: { username: 'forgetful', password } }, 401, 'loginFailed');
    expect(await login('forgetful', { password: newPassword })).toMatchObject({ role: 'user' });
  },

  async 'profile.get'() {
    expect(await works('profile.get', { token: zoe.token })).toMatchObject({
      username: 'zoe',
      email: 'zoe@example.org',
      isVerified: true,
      language: 'fr',
      role: 'user',
      firstName: '',
      dateOfBirth: null,
    });
    const head = await send('HEAD', '/api/profile', { token: zoe.token });
    expect([head.status, head.text]).toEqual([200, '']);
  },

  async 'profile.update'() {
    const { token } = await person('painter');
    const body = {
      firstName: '  Zoë ',
      lastName: "O'Hara-Çelik",
      email: 'painter@example.org',
      dateOfBirth: '1990-12-10T00:00:00.000Z',
      countryOfResidency: 'France',
      passion: 'Couleurs 🎨',
      role: 'admin',
      username: 'somebody_else',
    };
    expect(await works('profile.update', { token, body })).toMatchObject({
      username: 'painter',
      firstName: 'Zoë',
      lastName: "O'Hara-Çelik",
      dateOfBirth: '1990-12-10T00:00:00.000Z',
      passion: 'Couleurs 🎨',
      role: 'user',
    });
    const moved = await works('profile.update', { token, body: { ...body, email: 'moved@example.org' } });
    expect(moved).toMatchObject({ email: 'moved@example.org', isVerified: false, pendingEmail: 'moved@example.org' });
    const required = ['firstName', 'lastName', 'email', 'dateOfBirth', 'countryOfResidency'];
    await fails('profile.update', { token, body: {} }, 400, 'firstNameRequired', required);
    for (const [field, value, code] of [
      ['firstName', ' ', 'firstNameRequired'],
      ['firstName', 'a'.repeat(61), 'nameLength'],
      ['firstName', 'Ada1', 'nameChars'],
      ['lastName', '', 'lastNameRequired'],
      ['email', '', 'emailRequired'],
      ['email', 'ada', 'emailInvalid'],
      ['email', 'a+da@example.org', 'emailForm'],
      ['dateOfBirth', '', 'dateOfBirthRequired'],
      ['dateOfBirth', '2001-02-29', 'dateOfBirthInvalid'],
      ['dateOfBirth', '2999-01-01', 'dateOfBirthFuture'],
      ['countryOfResidency', '', 'countryRequired'],
      ['countryOfResidency', 'F', 'countryLength'],
      ['passion', 'a'.repeat(501), 'tooLong'],
      ['birthTime', '25:00', 'timeInvalid'],
      ['gender', 'x', 'badRequest'],
      ['mission', 'up\u202Eside down', 'badRequest'],
    ] as const)
      await fails('profile.update', { token, body: { ...body, [field]: value } }, 400, code, [field]);
  },

  async 'profile.resendVerification'() {
    await works('auth.signup', { body: { username: 'waiting', email: 'waiting@example.org', password } }, 201);
    const { shortToken: token } = await login('waiting');
    const first = await linkTo('waiting@example.org', 'verify');
    const sent = await works('profile.resendVerification', { token, body: { email: 'other@example.org' } });
    expect(sent).toHaveProperty('message');
    const second = await linkTo('waiting@example.org', 'verify', 1);
    await fails('auth.verify', { path: { token: first } }, 400, 'linkInvalid');
    await works('auth.verify', { path: { token: second } });
    expect(await product.mailsTo('other@example.org')).toEqual([]);
    await fails('profile.resendVerification', { token, body: {} }, 400, 'emailRequired', ['email']);
    await fails('profile.resendVerification', { token, body: { email: 'x' } }, 400, 'emailInvalid', ['email']);
  },

  async 'profile.setLanguage'() {
    const { token } = await person('speaker');
    expect(await works('profile.setLanguage', { token, body: { language: 'fr' } })).toEqual({ language: 'fr' });
    expect(await works('profile.get', { token })).toMatchObject({ language: 'fr' });
    await fails('profile.setLanguage', { token, body: { language: 'de' } }, 400, 'badRequest', ['language']);
    await fails('profile.setLanguage', { token, body: {} }, 400, 'badRequest', ['language']);
  },

  async 'auth.restoreEmail'() {
    const { email, token } = await person('robbed');
    const body = { email: 'thief@example.org', password };
    expect(await works('profile.changeEmail', { token, body })).toMatchObject({ pendingEmail: 'thief@example.org' });
    const links = async () =>
      (await product.mailsTo(email)).flatMap(({ text }) => /\/auth\/restore-email\/([\w-]+)/.exec(text)?.[1] ?? []);
    const path = { token: await vi.waitUntil(async () => (await links()).at(-1), { timeout: 10_000 }) };
    expect(await works('auth.restoreEmail', { path })).toHaveProperty('message');
    await fails('profile.get', { token }, 401, 'sessionMissing');
    await fails('auth.restoreEmail', { path }, 400, 'linkInvalid');
  },

  async 'auth.disown'() {
    await works('auth.signup', { body: { username: 'foreigner', email: 'not-mine@example.org', password } }, 201);
    const [mail] = await vi.waitUntil(
      async () => {
        const mails = await product.mailsTo('not-mine@example.org');
        return mails.length > 0 && mails;
      },
      { timeout: 10_000 },
    );
    const path = { token: /\/auth\/unknown-account\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' };
    expect(await works('auth.disown', { path })).toHaveProperty('message');
    const { shortToken: token } = await login('foreigner');
    expect(await works('profile.get', { token })).toMatchObject({ email: '', isVerified: false });
    expect(await works('auth.disown', { path })).toHaveProperty('message');
    await fails('auth.disown', { path: { token: 'nobodys' } }, 400, 'linkInvalid');
  },

  async 'profile.sessions'() {
    const { token } = await person('opener');
    expect(await works('profile.sessions', { token })).toMatchObject([{ current: true, id: expect.any(String) }]);
  },

  async 'profile.endSession'() {
    const { token } = await person('closer');
    const other = await login('closer');
    const { json } = await callProcedure('profile.sessions', { token });
    const open = z.array(z.object({ id: z.string(), current: z.boolean() })).parse(json);
    const id = open.find(({ current }) => !current)?.id ?? '';
    expect(await works('profile.endSession', { token, path: { id } })).toEqual({});
    await fails('profile.get', { token: other.shortToken }, 401, 'sessionMissing');
    await fails('profile.endSession', { token, path: { id } }, 404, 'notFound');
  },

  async 'profile.endOtherSessions'() {
    const { token } = await person('leaver');
    const other = await login('leaver');
    expect(await works('profile.endOtherSessions', { token })).toEqual({ ended: 1 });
    await fails('profile.get', { token: other.shortToken }, 401, 'sessionMissing');
    expect(await works('profile.get', { token })).toMatchObject({ username: 'leaver' });
  },

  async 'profile.changePassword'() {
    const { token } = await person('changer');
    const body = { currentPassword: password, newPassword: 'Days&Nights-8' };
    const wrong = { ...body, currentPassword: 'Wrong&Word7' };
    await fails('profile.changePassword', { token, body: wrong }, 400, 'currentPassword', ['currentPassword']);
    const weak = { ...body, newPassword: 'short' };
    await fails('profile.changePassword', { token, body: weak }, 400, 'passwordMin', ['newPassword']);
    expect(await works('profile.changePassword', { token, body })).toEqual({});
    expect(await login('changer', { password: body.newPassword })).toMatchObject({ role: 'user' });
    await fails('auth.login', { body: { username: 'changer', password } }, 401, 'loginFailed');
  },

  async 'profile.changeEmail'() {
    const { token } = await person('mover');
    const body = { email: 'mover2@example.org', password };
    expect(await works('profile.changeEmail', { token, body })).toMatchObject({ pendingEmail: body.email });
    const wrong = { ...body, password: 'Wrong&Word7' };
    await fails('profile.changeEmail', { token, body: wrong }, 400, 'currentPassword', ['password']);
    await fails('profile.changeEmail', { token, body: { ...body, email: 'x' } }, 400, 'emailInvalid', ['email']);
  },

  async 'profile.exportData'() {
    const { token } = await person('taker');
    const { _id } = await scan(token);
    const taken = await works('profile.exportData', { token });
    expect(taken).toMatchObject({ profile: { username: 'taker' }, scans: [{ _id, answers }], notes: [], tokens: [] });
    expect(JSON.stringify(taken)).not.toMatch(/passwordHash|userKey/);
  },

  async 'profile.stored'() {
    const { token } = await person('counter');
    await scan(token);
    const counts = await works('profile.stored', { token });
    expect(counts).toContainEqual({ table: 'scans', rows: 1 });
    expect(counts).toContainEqual({ table: 'notes', rows: 0 });
  },

  async 'profile.erase'() {
    const { token } = await person('gone');
    const wrong = { password: 'Wrong&Word7' };
    await fails('profile.erase', { token, body: wrong }, 400, 'currentPassword', ['password']);
    await fails('profile.erase', { token, body: {} }, 400, 'passwordRequired', ['password']);
    expect(await works('profile.erase', { token, body: { password } })).toEqual({});
    await fails('profile.get', { token }, 401, 'sessionMissing');
    await fails('auth.login', { body: { username: 'gone', password } }, 401, 'loginFailed');
  },

  async 'profile.erasable'() {
    const { token } = await person('counted');
    await scan(token);
    expect(await works('profile.erasable', { token })).toEqual({ scans: 1, notes: 0, at: expect.any(String) });
  },

  async 'profile.erasePart'() {
    const { token } = await person('emptied');
    await scan(token);
    const { at: before } = await works('profile.erasable', { token });
    const body = { part: 'scans', before };
    expect(await works('profile.erasePart', { token, body })).toEqual({ erased: 1, more: false });
    expect(await works('profile.erasable', { token })).toMatchObject({ scans: 0 });
    await fails('profile.erasePart', { token, body: { ...body, part: 'all' } }, 400, 'badRequest', ['part']);
    await fails('profile.erasePart', { token, body: { part: 'scans' } }, 400, 'badRequest', ['before']);
  },

  async 'results.own'() {
    const { token } = await person('owner');
    const { _id } = await scan(token);
    expect(await works('results.own', { token })).toMatchObject([{ _id, answers, tags: null }]);
    expect(await works('results.own', { token, query: '?source=stats' })).toHaveLength(1);
    await fails('results.own', { token, query: '?source=else' }, 400, 'badRequest', ['source']);
    expect(await works('results.own', { token, query: '?limit=1' })).toMatchObject([{ _id }]);
    expect(await works('results.own', { token, query: '?before=2001-01-01T00:00:00Z' })).toEqual([]);
    await fails('results.own', { token, query: '?limit=0&before=' }, 400, 'badRequest', ['before', 'limit']);
  },

  async 'tokens.list'() {
    const { token } = await person('tokened');
    expect(await works('tokens.list', { token })).toEqual([]);
    const body = { name: 'a', scope: 'write', days: 1, password };
    const { token: made, ...rest } = await works('tokens.create', { token, body }, 201);
    expect(await works('tokens.list', { token })).toEqual([rest]);
    await fails('tokens.list', { token: made }, 403, 'tokenScope');
  },

  async 'tokens.create'() {
    const { token } = await person('tokener');
    const body = { name: 'nightly', scope: 'read', days: 30, password };
    const read = await works('tokens.create', { token, body }, 201);
    expect(read).toMatchObject({ name: 'nightly', scope: 'read', lastUsedAt: null });
    await fails('tokens.create', { token, body: { ...body, name: ' ' } }, 400, 'tokenNameRequired', ['name']);
    await fails('tokens.create', { token, body: { ...body, name: 'a'.repeat(61) } }, 400, 'nameLength', ['name']);
    await fails('tokens.create', { token, body: { ...body, days: 366 } }, 400, 'badRequest', ['days']);
    await fails('tokens.create', { token, body: { ...body, scope: 'all' } }, 400, 'badRequest', ['scope']);
    await fails('tokens.create', { token, body: { ...body, password: '' } }, 400, 'passwordRequired', ['password']);
    const wrong = { ...body, password: 'Wrong&Word7' };
    await fails('tokens.create', { token, body: wrong }, 400, 'currentPassword', ['password']);
    expect(await works('results.list', { token: read.token, query: '?source=stats' })).toEqual([]);
    await fails('results.create', { token: read.token, body: { answers } }, 403, 'tokenScope');
    for (let made = 1; made < limits.scriptTokens.max; made += 1) await works('tokens.create', { token, body }, 201);
    await fails('tokens.create', { token, body }, 409, 'tokensFull');
  },

  async 'tokens.end'() {
    const { token } = await person('untokened');
    const body = { name: 'short', scope: 'write', days: 1, password };
    const made = await works('tokens.create', { token, body }, 201);
    await scan(made.token);
    expect(await works('tokens.end', { token, path: { id: made.id } })).toEqual({});
    await fails('results.create', { token: made.token, body: { answers } }, 401, 'sessionMissing');
    await fails('tokens.end', { token, path: { id: made.id } }, 404, 'notFound');
    await fails('tokens.end', { token, path: { id: 'x' } }, 404, 'notFound');
  },

  async 'security.codes'() {
    const { token } = await person('coded');
    expect(await works('security.codes', { token })).toEqual({ codes: null });
    await turnCodesOn(token);
    expect(await works('security.codes', { token })).toEqual({
      codes: { since: expect.any(String), backupCodesLeft: backupCode.count },
    });
  },

  async 'security.prove'() {
    const { token } = await person('assurer');
    expect(await works('security.prove', { token, body: { password } })).toEqual({});
    await fails('security.prove', { token, body: { password: '' } }, 400, 'passwordRequired', ['password']);
    const wrong = { password: 'Wrong&Word7' };
    await fails('security.prove', { token, body: wrong }, 400, 'currentPassword', ['password']);
  },

  async 'security.beginCodes'() {
    const { token } = await person('beginner');
    await fails('security.beginCodes', { token }, 403, 'proofRequired');
    await works('security.prove', { token, body: { password } });
    const { secret, address } = await works('security.beginCodes', { token });
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(address).toContain(`secret=${secret}`);
    expect(await works('security.codes', { token })).toEqual({ codes: null });
  },

  async 'security.confirmCodes'() {
    const { token } = await person('confirmer');
    await fails('security.confirmCodes', { token, body: { code: '000000' } }, 400, 'codeWrong', ['code']);
    const { backupCodes } = await turnCodesOn(token);
    expect(new Set(backupCodes).size).toBe(backupCode.count);
    const body = { username: 'confirmer', password };
    await fails('auth.login', { body }, 401, 'secondFactorRequired');
    await fails('auth.login', { body: { ...body, code: '0000 0000' } }, 401, 'secondFactorWrong');
    await fails('auth.login', { body: { ...body, password: 'Wrong&Word7' } }, 401, 'loginFailed');
    await works('auth.login', { body: { ...body, code: backupCodes[0] } });
  },

  async 'security.endCodes'() {
    const { token } = await person('ender');
    await fails('security.endCodes', { token, body: { code: '000000' } }, 403, 'proofRequired');
    const { backupCodes, code } = await turnCodesOn(token);
    await fails('security.endCodes', { token, body: { code: '0000 0000' } }, 400, 'codeWrong', ['code']);
    await fails('security.endCodes', { token, body: { code } }, 400, 'codeUsed', ['code']);
    expect(await works('security.endCodes', { token, body: { code: backupCodes[0] } })).toEqual({});
    await login('ender');
  },

  async 'security.renewBackupCodes'() {
    const { token } = await person('renewer');
    await fails('security.renewBackupCodes', { token }, 403, 'proofRequired');
    await works('security.prove', { token, body: { password } });
    await fails('security.renewBackupCodes', { token }, 404, 'notFound');
    const { backupCodes: former } = await turnCodesOn(token);
    const { backupCodes } = await works('security.renewBackupCodes', { token });
    const body = { username: 'renewer', password };
    await fails('auth.login', { body: { ...body, code: former[0] } }, 401, 'secondFactorWrong');
    await works('auth.login', { body: { ...body, code: backupCodes[0] } });
  },

  async 'auth.passkeyOptions'() {
    const asked = await works('auth.passkeyOptions', {});
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  },

  async 'auth.passkeyLogin'() {
    const { token, userKey } = await person('keyholder');
    const passkey = await addPasskey(token);
    const credential = async (wrong?: Deviation) => passkey.get(await works('auth.passkeyOptions', {}), wrong);
    const body = { credential: await credential(), rotate: true, deviceTokens: [] };
    expect(await works('auth.passkeyLogin', { body })).toMatchObject({ userKey, deviceToken: expect.any(String) });
    await fails('auth.passkeyLogin', { body }, 401, 'passkeyUnknown');
    const forged = { credential: await credential({ isForged: true }) };
    await fails('auth.passkeyLogin', { body: forged }, 401, 'passkeyUnknown');
    await fails('auth.passkeyLogin', { body: {} }, 400, 'badRequest', ['credential']);
    if (!hasCodes) await turnCodesOn(token);
    await works('auth.passkeyLogin', { body: { credential: await credential() } });
  },

  async 'security.passkeys'() {
    const { token } = await person('lister');
    const origin = `http://localhost:${product.port}`;
    expect(await works('security.passkeys', { token })).toEqual({ origin, passkeys: [] });
    await addPasskey(token);
    expect(await works('security.passkeys', { token })).toEqual({
      origin,
      passkeys: [
        {
          id: expect.any(String),
          credentialId: expect.any(String),
          name: 'a device',
          createdAt: expect.any(String),
          lastUsedAt: null,
        },
      ],
    });
  },

  async 'security.newPasskeyOptions'() {
    const { token } = await person('maker');
    await fails('security.newPasskeyOptions', { token }, 403, 'proofRequired');
    await works('security.prove', { token, body: { password } });
    expect(await works('security.newPasskeyOptions', { token })).toMatchObject({ user: { name: 'maker' } });
    await fillWithPasskeys('maker');
    await fails('security.newPasskeyOptions', { token }, 409, 'passkeysFull');
  },

  async 'security.addPasskey'() {
    const { token } = await person('adder');
    await works('security.prove', { token, body: { password } });
    const made = async (wrong?: Deviation) =>
      newPasskey().create(await works('security.newPasskeyOptions', { token }), wrong);
    const body = { name: 'iPhone', credential: await made() };
    expect(await works('security.addPasskey', { token, body }, 201)).toEqual({});
    await fails('security.addPasskey', { token, body }, 400, 'passkeyRefused');
    const elsewhere = { name: 'x', credential: await made({ origin: 'https://evil.example' }) };
    await fails('security.addPasskey', { token, body: elsewhere }, 400, 'passkeyRefused');
    await fails('security.addPasskey', { token, body: { ...body, name: ' ' } }, 400, 'passkeyNameRequired', ['name']);
    await fails('security.addPasskey', { token, body: { ...body, name: 'x'.repeat(61) } }, 400, 'nameLength', ['name']);
    const other = await login('adder');
    await fails('security.addPasskey', { token: other.shortToken, body }, 403, 'proofRequired');
    // In one language each: a challenge is answered once.
    const last = await Promise.all(languages.map(() => made()));
    await fillWithPasskeys('adder');
    await failsSo(
      (language) => {
        const credential = last[languages.indexOf(language)];
        return callProcedure('security.addPasskey', { token, language, body: { name: 'x', credential } });
      },
      409,
      'passkeysFull',
    );
  },

  async 'security.renamePasskey'() {
    const { token } = await person('namer');
    await addPasskey(token);
    const [{ id }] = (await works('security.passkeys', { token })).passkeys;
    expect(await works('security.renamePasskey', { token, path: { id }, body: { name: 'Pixel' } })).toEqual({});
    expect(await works('security.passkeys', { token })).toMatchObject({ passkeys: [{ name: 'Pixel' }] });
    const sent = { token, path: { id }, body: { name: ' ' } };
    await fails('security.renamePasskey', sent, 400, 'passkeyNameRequired', ['name']);
    await fails('security.renamePasskey', { ...sent, body: { name: 'x'.repeat(61) } }, 400, 'nameLength', ['name']);
    await fails('security.renamePasskey', { token, body: { name: 'x' } }, 404, 'notFound');
    const { shortToken } = await login('namer');
    const unproven = { token: shortToken, path: { id }, body: { name: 'x' } };
    await fails('security.renamePasskey', unproven, 403, 'proofRequired');
  },

  async 'security.removePasskey'() {
    const { token } = await person('loser');
    const passkey = await addPasskey(token);
    const [{ id }] = (await works('security.passkeys', { token })).passkeys;
    const { shortToken } = await login('loser');
    await fails('security.removePasskey', { token: shortToken, path: { id } }, 403, 'proofRequired');
    expect(await works('security.removePasskey', { token, path: { id } })).toEqual({});
    await fails('security.removePasskey', { token, path: { id } }, 404, 'notFound');
    await fails('security.passkeys', { token: shortToken }, 401, 'sessionMissing');
    const body = { credential: passkey.get(await works('auth.passkeyOptions', {})) };
    await fails('auth.passkeyLogin', { body }, 401, 'passkeyUnknown');
  },

  async 'security.proofOptions'() {
    const { token } = await person('presser');
    await fails('security.proofOptions', { token }, 404, 'notFound');
    const { id } = await addPasskey(token);
    expect(await works('security.proofOptions', { token })).toMatchObject({ allowCredentials: [{ id }] });
  },

  async 'security.provePasskey'() {
    const { token } = await person('toucher');
    const passkey = await addPasskey(token);
    const { shortToken } = await login('toucher');
    await fails('security.newPasskeyOptions', { token: shortToken }, 403, 'proofRequired');
    const credential = passkey.get(await works('security.proofOptions', { token: shortToken }));
    const sent = { token: shortToken, body: { credential } };
    expect(await works('security.provePasskey', sent)).toEqual({});
    await works('security.newPasskeyOptions', { token: shortToken });
    await fails('security.provePasskey', sent, 400, 'passkeyRefused');
  },

  async 'results.create'() {
    const { token } = await person('scanner');
    const first = await scan(token);
    expect(first).toEqual({
      _id: first.result._id,
      result: { _id: expect.any(String), answers, scoring: 26, duration: 60, createdAt: expect.any(String) },
    });
    const _id = randomUUID().toUpperCase();
    const createdAt = '2026-01-02T03:04:05.678+01:00';
    const own = await scan(token, { _id, createdAt, scoring: -56, duration: 12.6 });
    expect(own).toMatchObject({
      _id: _id.toLowerCase(),
      result: { scoring: 26, duration: 13, createdAt: '2026-01-02T02:04:05.678Z' },
    });
    expect(await scan(token, { _id, createdAt, duration: 13 }), 'sent again').toEqual(own);
    const other = { _id, answers: [1, 1, 1, 1, 1, 1, 1] };
    await fails('results.create', { token, body: other }, 409, 'scanExists');
    expect(await scan(zoe.token, { _id }), 'the id is free for somebody else').toMatchObject({ result: { answers } });
    const bare = await works('results.create', { token, body: { answers, duration: null, scoring: 'x' } }, 201);
    expect(bare).toMatchObject({ result: { duration: null, scoring: 26 } });
    expect(await scan(token, { duration: 1e9 })).toMatchObject({ result: { duration: 86_400 } });
    for (const wrong of [
      [],
      [1, 2, 3, 4, 5, 6],
      [...answers, 1],
      [0, 2, 3, 4, 5, 6, 7],
      [1.5, 2, 3, 4, 5, 6, 7],
      'x',
      null,
    ])
      await fails('results.create', { token, body: { answers: wrong } }, 400, 'answersInvalid', ['answers']);
    for (const [field, value] of [
      ['duration', -1],
      ['duration', '60'],
      ['_id', 'mine'],
      ['createdAt', '1999-12-31T23:59:59Z'],
      ['createdAt', '2026-01-02'],
    ] as const)
      await fails('results.create', { token, body: { answers, [field]: value } }, 400, 'badRequest', [field]);
  },

  async 'results.list'() {
    const { token } = await person('historian');
    expect(await works('results.list', { token, query: '?source=history' })).toEqual([]);
    const old = await scan(token, { createdAt: '2026-01-01T00:00:00.000Z' });
    const young = await scan(token);
    for (const source of ['history', 'stats']) {
      const list = await works('results.list', { token, query: `?source=${source}` });
      expect(list).toMatchObject([
        { _id: young._id, scoring: 26, answers },
        { _id: old._id, createdAt: '2026-01-01T00:00:00.000Z' },
      ]);
    }
    expect(await works('results.list', { token: ada.token, query: '?source=history' })).toEqual([]);
    const page = '?source=stats&limit=1';
    const place = `${young.result.createdAt},${young._id}`;
    expect(await works('results.list', { token, query: page })).toMatchObject([{ _id: young._id }]);
    expect(await works('results.list', { token, query: `${page}&before=${place}` })).toMatchObject([{ _id: old._id }]);
    await fails('results.list', { token, query: '?source=stats&limit=501' }, 400, 'badRequest', ['limit']);
    await fails('results.list', { token, query: '?source=stats&before=x' }, 400, 'badRequest', ['before']);
    for (const query of ['', '?source=x', '?source=history&source=stats', '?source=%00'])
      await fails('results.list', { token, query }, 400, 'badRequest');
  },

  async 'results.byId'() {
    const { token } = await person('looker');
    const { _id, result } = await scan(token);
    const whole = { ...result, tags: null, kept: [], moment: 'exact', receivedAt: expect.any(String) };
    expect(await works('results.byId', { token, path: { _id } })).toEqual(whole);
    await fails('results.byId', { token: zoe.token, path: { _id } }, 404, 'notFound');
    await fails('results.byId', { token, path: { _id: 'mine' } }, 404, 'notFound');
  },

  async 'results.setTags'() {
    const { token, userKey } = await person('tagger');
    const { _id } = await scan(token);
    const tags = seal(userKey, '["calm"]');
    for (const sent of [tags, null])
      expect(await works('results.setTags', { token, path: { _id }, body: { tags: sent } })).toEqual({
        _id,
        tags: sent,
      });
    await fails('results.setTags', { token, path: { _id }, body: { tags: 'calm' } }, 400, 'tagsNotSealed', ['tags']);
    await fails('results.setTags', { token: zoe.token, path: { _id }, body: { tags } }, 404, 'notFound');
    await fillWithNotes('tagger', 64, quotas.sealedBytes / 64);
    await fails('results.setTags', { token, path: { _id }, body: { tags } }, 409, 'quotaReached');
  },

  async 'results.delete'() {
    const { token } = await person('remover');
    const { _id } = await scan(token);
    await fails('results.delete', { token: zoe.token, path: { _id } }, 404, 'notFound');
    expect(await works('results.delete', { token, path: { _id } })).toEqual({ _id });
    await fails('results.delete', { token, path: { _id } }, 404, 'notFound');
    await fails('results.delete', { token, path: { _id: 'mine' } }, 404, 'notFound');
    await fails('results.delete', { token, path: { _id: '%00' } }, 400, 'badRequest');
  },

  async 'results.startScan'() {
    const headers = { 'content-type': 'application/json' };
    for (const token of [undefined, ada.token, 'nonsense'])
      expect(await works('results.startScan', { token, headers })).toEqual({});
    expect((await callProcedure('results.startScan', { body: { anything: [1] } })).json).toEqual({});
  },

  async 'consents.list'() {
    await works('auth.signup', { body: { username: 'asked', email: 'asked@example.org', password } }, 201);
    const { shortToken: token } = await login('asked');
    const { json } = await callProcedure('consents.list', { token });
    expect(json).toEqual([]);
  },

  async 'consents.give'() {
    const { token } = await person('agreeing');
    const [purpose, version] = ['usage', currentConsentVersion('usage')];
    const { json } = await callProcedure('consents.give', { token, path: { purpose }, body: { version } });
    expect(z.array(z.looseObject({})).parse(json).at(-1)).toMatchObject({ purpose, version, given: true });
    const unknown = { token, path: { purpose }, body: { version: '2000-01-01' } };
    await fails('consents.give', unknown, 400, 'badRequest', ['version']);
    await fails('consents.give', { ...unknown, path: { purpose: 'all' } }, 400, 'badRequest', ['purpose']);
    await works('consents.withdraw', { token, path: { purpose } });
    const sql = openDriver(database.url, { max: 1 });
    await sql`
      insert into consents (user_id, purpose, at, given, version)
      select id, ${purpose}, now() - n * interval '1 minute', true, ${version}
      from users, generate_series(1, ${limits.consentEntries}::int) as n where username = 'agreeing'`;
    await sql.end();
    await fails('consents.give', { token, path: { purpose }, body: { version } }, 409, 'quotaReached');
  },

  async 'consents.withdraw'() {
    const { token } = await person('withdrawing');
    const { json } = await callProcedure('consents.withdraw', { token, path: { purpose: 'usage' } });
    expect(z.array(z.looseObject({})).parse(json).at(-1)).toMatchObject({ purpose: 'usage', given: false });
    await fails('consents.withdraw', { token, path: { purpose: 'keep' } }, 400, 'badRequest', ['purpose']);
  },

  async 'reminder.get'() {
    const { token } = await person('reminded');
    expect(await works('reminder.get', { token })).toEqual({ reminder: null, pushKey: expect.any(String) });
  },

  async 'reminder.set'() {
    const { token } = await person('reminder');
    const body = { days: [5, 1], time: '20:30', zone: 'Europe/Paris', endpoint: 'https://push.example/1' };
    const set = await works('reminder.set', { token, body });
    expect(set).toEqual({
      days: [1, 5],
      time: '20:30',
      zone: 'Europe/Paris',
      pausedUntil: null,
      nextAt: expect.any(String),
      isHere: true,
    });
    expect(await works('reminder.get', { token })).toMatchObject({ reminder: set });
    for (const [field, value] of [
      ['days', []],
      ['time', '8:00'],
      ['zone', 'Europe/Atlantis'],
      ['endpoint', 'http://push.example/1'],
    ] as const)
      await fails('reminder.set', { token, body: { ...body, [field]: value } }, 400, 'badRequest', [field]);
    await callProcedure('consents.withdraw', { token, path: { purpose: 'reminder' } });
    const decidedAt = '2026-01-02T03:04:05.000Z';
    await fails('reminder.set', { token, body: { ...body, decidedAt } }, 409, 'consentWithdrawn');
  },

  async 'reminder.pause'() {
    const { token } = await person('pauser');
    const body = { until: new Date(Date.now() + 7 * 86_400_000).toISOString() };
    await fails('reminder.pause', { token, body }, 404, 'notFound');
    const reminder = { days: [1], time: '08:00', zone: 'UTC', endpoint: 'https://push.example/1' };
    await works('reminder.set', { token, body: reminder });
    expect(await works('reminder.pause', { token, body })).toMatchObject({ pausedUntil: body.until });
    expect(await works('reminder.pause', { token, body: { until: null } })).toMatchObject({ pausedUntil: null });
    await fails('reminder.pause', { token, body: { until: 'soon' } }, 400, 'badRequest', ['until']);
  },

  async 'reminder.remove'() {
    const { token } = await person('unreminded');
    expect(await works('reminder.remove', { token })).toEqual({});
  },

  async 'moods.own'() {
    const { token } = await person('moody');
    const mood = { at: '2026-04-03T18:30:00.000Z', offset: 120, moment: 'exact', value: 4, label: 'good', words: [] };
    const part = { _id: randomUUID(), source: 'daylio', name: '', scale: 5, entries: [mood] };
    const body = { scans: [], notes: [], moods: [part] };
    expect(await works('restore.add', { token, body })).toEqual({ scans: [], notes: [], moods: [part._id] });
    expect(await works('moods.own', { token })).toEqual([{ ...part, receivedAt: expect.any(String) }]);
    const wrong = { ...part, _id: randomUUID(), entries: [{ ...mood, value: 6 }] };
    await fails('restore.add', { token, body: { ...body, moods: [wrong] } }, 400, 'badRequest', ['moods']);
  },

  async 'moods.remove'() {
    const { token } = await person('unmoody');
    expect(await works('moods.remove', { token, body: { ids: [randomUUID()] } })).toEqual({ ids: [] });
    await fails('moods.remove', { token, body: { ids: ['x'] } }, 400, 'badRequest', ['ids']);
  },

  async 'restore.add'() {
    const { token, userKey } = await person('restorer');
    const scan = {
      _id: randomUUID(),
      answers: [4, 6, 9, 8, 5, 7, 9],
      duration: 60,
      createdAt: '2026-01-02T03:04:05Z',
      tags: null,
    };
    const note = {
      _id: randomUUID(),
      title: '',
      text: seal(userKey, 'x'),
      categoryId: 'red',
      scanResultId: scan._id,
      createdAt: scan.createdAt,
    };
    const body = { scans: [scan], notes: [note] };
    expect(await works('restore.add', { token, body })).toEqual({
      scans: [scan._id],
      notes: [{ _id: note._id, revision: 1 }],
      moods: [],
    });
    expect(await works('restore.add', { token, body })).toEqual({ scans: [], notes: [], moods: [] });
    const many = Array.from({ length: limits.restorePart + 1 }, () => ({ ...scan, _id: randomUUID() }));
    await fails('restore.add', { token, body: { scans: many, notes: [] } }, 400, 'badRequest', ['scans']);
    await fails('restore.add', { token, body: { scans: [], notes: [{ ...note, text: 'x' }] } }, 400, 'noteNotSealed', [
      'notes',
    ]);
    await fillWithNotes('restorer');
    await fails(
      'restore.add',
      { token, body: { ...body, notes: [{ ...note, _id: randomUUID() }] } },
      409,
      'quotaReached',
    );
  },

  async 'restore.undo'() {
    const { token } = await person('undoer');
    const scan = {
      _id: randomUUID(),
      answers: [4, 6, 9, 8, 5, 7, 9],
      duration: null,
      createdAt: '2026-01-02T03:04:05Z',
      tags: null,
    };
    await works('restore.add', { token, body: { scans: [scan], notes: [] } });
    const body = { scans: [scan._id], notes: [{ _id: randomUUID(), revision: 1 }] };
    expect(await works('restore.undo', { token, body })).toEqual({ scans: [scan._id], notes: [] });
    await fails('restore.undo', { token, body: { scans: ['x'], notes: [] } }, 400, 'badRequest', ['scans']);
  },

  async 'usage.opened'() {
    for (const token of [undefined, ada.token, 'nonsense'])
      expect(await works('usage.opened', { token, body: { source: 'history' } })).toEqual({});
    for (const body of [{}, { source: 'notes' }]) await fails('usage.opened', { body }, 400, 'badRequest', ['source']);
  },

  async 'public.visit'() {
    for (const token of [undefined, ada.token, 'nonsense'])
      expect(await works('public.visit', { token, body: { isUserAuthenticated: true } })).toEqual({});
    expect(await works('public.visit', {})).toEqual({});
  },

  async 'public.health'() {
    expect(await works('public.health', {})).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect((await send('HEAD', '/api/health')).status).toBe(200);
    expect((await send('GET', '/api/health/')).status).toBe(200);
    expect((await send('GET', '/api/health?any=thing')).status).toBe(200);
  },

  async 'public.live'() {
    expect(await works('public.live', {})).toEqual({ status: 'ok' });
  },

  async 'public.build'() {
    // Whether the web app is built beside this suite is not its matter: web/server.test.ts compares the list.
    expect(await works('public.build', {})).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      // Null unless the build before this suite was told.
      commit: expect.toBeOneOf([null, expect.any(String)]),
      files: expect.any(Array),
    });
  },

  async 'notes.userKey'() {
    expect(await works('notes.userKey', { token: ada.token })).toEqual({ userKey: ada.userKey });
    expect(await works('notes.userKey', { token: zoe.token })).toEqual({ userKey: zoe.userKey });
  },

  async 'notes.hash'() {
    const { token, userKey } = await person('hasher');
    const hashOf = (set: string) => createHash('sha256').update(set).digest('hex');
    expect(await works('notes.hash', { token })).toEqual({ hash: hashOf('') });
    const { note } = await works('notes.create', { token, body: { text: seal(userKey, 'a'), categoryId: 'other' } });
    expect(await works('notes.hash', { token, query: '?log=true' })).toEqual({
      hash: hashOf(`${note._id}:${note.revision}`),
    });
    await fails('notes.hash', { token, query: '?log=perhaps' }, 400, 'badRequest', ['log']);
  },

  async 'notes.all'() {
    const { token, userKey } = await person('reader');
    expect(await works('notes.all', { token })).toMatchObject({ notes: [] });
    const old = { text: seal(userKey, 'old'), categoryId: 'red', createdAt: '2026-01-01T00:00:00.000Z' };
    const { note: first } = await works('notes.create', { token, body: old });
    const { note: second } = await works('notes.create', {
      token,
      body: { text: seal(userKey, 'new'), category: 'blue' },
    });
    expect(await works('notes.all', { token })).toMatchObject({ notes: [second, first] });
    expect(await works('notes.all', { token: ada.token })).toMatchObject({ notes: [] });
    const { hash } = await works('notes.hash', { token });
    const place = `${second.createdAt},${second._id}`;
    expect(await works('notes.all', { token, query: '?limit=1' })).toEqual({ notes: [second], hash });
    expect(await works('notes.all', { token, query: `?limit=1&before=${place}` })).toEqual({ notes: [first], hash });
    await fails('notes.all', { token, query: '?limit=many' }, 400, 'badRequest', ['limit']);
    await fails('notes.all', { token, query: `?before=${second._id}` }, 400, 'badRequest', ['before']);
  },

  async 'notes.create'() {
    const { token, userKey } = await person('writer');
    const scanResultId = (await scan(token))._id;
    const body = {
      title: seal(userKey, 'Ça va ?'),
      text: seal(userKey, 'NUL \0 inside'),
      categoryId: 'yellow',
      scanResultId,
    };
    const { note } = await works('notes.create', { token, body });
    expect(note).toMatchObject({ ...body, revision: 1 });
    const _id = randomUUID();
    const own = await works('notes.create', { token, body: { ...body, _id, title: '' } });
    expect(own.note).toMatchObject({ _id, title: '' });
    expect(await works('notes.create', { token, body: { ...body, _id, title: '' } }), 'sent again').toEqual(own);
    const text = seal(userKey, 'written over');
    expect(await works('notes.create', { token, body: { ...body, _id, text } })).toMatchObject({
      note: { text, revision: 2 },
    });
    const long = seal(userKey, 'é'.repeat(97_000));
    expect(await works('notes.create', { token, body: { text: long, categoryId: 'other' } })).toMatchObject({
      note: { text: long },
    });
    for (const [field, value, code] of [
      ['text', 'plain', 'noteNotSealed'],
      ['text', '', 'noteNotSealed'],
      ['text', null, 'noteNotSealed'],
      ['title', 'plain', 'noteNotSealed'],
      ['title', seal(userKey, 'a'.repeat(1_000)), 'noteTitleTooLong'],
      ['categoryId', 'pink', 'badRequest'],
      ['categoryId', null, 'badRequest'],
      ['_id', 'mine', 'badRequest'],
      ['revision', 0, 'badRequest'],
    ] as const)
      await fails('notes.create', { token, body: { ...body, [field]: value } }, 400, code, [field]);
    await fails('notes.create', { token, body: { ...body, scanResultId: nobodysId } }, 404, 'notFound', [
      'scanResultId',
    ]);
    const foreign = (await scan(zoe.token))._id;
    await fails('notes.create', { token, body: { ...body, scanResultId: foreign } }, 404, 'notFound', ['scanResultId']);
    const over = seal(userKey, 'a'.repeat(196_000));
    await fails('notes.create', { token, body: { text: over, categoryId: 'other' } }, 413, 'tooLarge', ['text']);
    // Another one: for a minute the server remembers how little the first one has stored.
    const full = await person('full_writer');
    await fillWithNotes('full_writer');
    const another = { text, categoryId: 'other' };
    await fails('notes.create', { token: full.token, body: another }, 409, 'quotaReached');
  },

  async 'notes.update'() {
    const { token, userKey } = await person('editor');
    const body = { text: seal(userKey, 'one'), categoryId: 'green' };
    const { note } = await works('notes.create', { token, body });
    const path = { _id: note._id };
    const changed = await works('notes.update', {
      token,
      path,
      body: { ...note, text: seal(userKey, 'two'), revision: 1 },
    });
    expect(changed).toMatchObject({ note: { _id: note._id, revision: 2, createdAt: note.createdAt } });
    const stale = await works('notes.update', {
      token,
      path,
      body: { ...body, text: seal(userKey, 'three'), revision: 1 },
    });
    expect(stale).toMatchObject({ note: { revision: 3 }, conflict: { text: changed.note.text } });
    await fails('notes.update', { token, path, body: { ...body, text: 'plain' } }, 400, 'noteNotSealed', ['text']);
    await fails('notes.update', { token: zoe.token, path, body }, 404, 'notFound');
    await fails('notes.update', { token, body }, 404, 'notFound');
    await fails('notes.update', { token, path: { _id: 'mine' }, body }, 404, 'notFound');
    await fillWithNotes('editor');
    const twice = { ...body, text: seal(userKey, 'four'), revision: 1 };
    await fails('notes.update', { token, path, body: twice }, 409, 'quotaReached');
  },

  async 'notes.delete'() {
    const { token, userKey } = await person('tidier');
    const body = { text: seal(userKey, 'gone'), categoryId: 'purple' };
    const { note } = await works('notes.create', { token, body });
    const path = { _id: note._id };
    await fails('notes.delete', { token: zoe.token, path }, 404, 'notFound');
    expect(await works('notes.delete', { token, path })).toEqual(path);
    await fails('notes.delete', { token, path }, 404, 'notFound');
    const again = await works('notes.create', { token, body: { ...body, ...path, createdAt: note.createdAt } });
    expect(again, 'taken back').toMatchObject({ note: { _id: note._id, createdAt: note.createdAt } });
  },

  async 'admin.aggregate'() {
    // A session that goes on beyond its week for longer than a run reads at first.
    const sql = openDriver(database.url, { max: 1 });
    await sql`
      with border as (select date_trunc('week', now() - interval '14 days', 'UTC') as at),
      weeks as (
        insert into usage_weeks (week_start)
        select (border.at at time zone 'UTC')::date - past from border, unnest(array[0, 7]) as past
      )
      insert into usage_events (user_id, kind, at) select users.id, 'activity', border.at + span * interval '20 minutes'
      from users, border, generate_series(-3, 9) as span where username = 'ada'`;
    await sql.end();
    const headers = { 'content-type': 'application/json' };
    const ended = await works('admin.aggregate', { token: boss.token, headers });
    expect(ended).toMatchObject({ success: true, outcome: 'done', run: { by: 'boss', trigger: 'button' } });
    await fails('admin.aggregate', { token: ada.token, headers }, 403, 'forbidden');
  },

  async 'admin.stats'() {
    await works('admin.aggregate', { token: boss.token });
    const { userStats, globalStats } = await works('admin.stats', { token: boss.token });
    const now = new Date();
    const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - ((now.getUTCDay() + 6) % 7));
    const [week] = Array.from<Record<string, unknown>>(globalStats).slice(-1);
    expect(week).toMatchObject({ weekStart: new Date(monday).toISOString(), isPartial: true });
    expect(week?.['nbSignups']).toBeGreaterThan(3);
    expect(Array.from<Record<string, unknown>>(userStats).at(-1)?.['nbQuizCompleted']).toBeGreaterThan(0);
    for (const secret of ['ada', 'zoe', nobodysId])
      expect(JSON.stringify([userStats, globalStats])).not.toContain(secret);
    // More at once than there are connections, with statements with and without parameters.
    const many = Array.from({ length: 60 }, () => callProcedure('admin.stats', { token: boss.token }));
    for (const { status, text } of await Promise.all(many)) expect([status, text]).toEqual([200, expect.any(String)]);
  },

  async 'admin.retention'() {
    await works('admin.aggregate', { token: boss.token });
    // Everybody signed up in the week that is not over: the answer is empty, and matches the document.
    const cohorts = await works('admin.retention', { token: boss.token });
    expect(cohorts).toEqual([]);
    await fails('admin.retention', { token: ada.token }, 403, 'forbidden');
  },

  async 'admin.funnel'() {
    await works('admin.aggregate', { token: boss.token });
    const funnels = await works('admin.funnel', { token: boss.token });
    expect(funnels).toContainEqual({ period: 'all', weeks: null, accounts: null, scanned: null, returned: null });
    await fails('admin.funnel', { token: ada.token }, 403, 'forbidden');
  },

  async 'admin.week'() {
    const { week, before } = await works('admin.week', { token: boss.token });
    expect(Object(week).nbSignups).toBeGreaterThan(3);
    expect(Object(week).nbQuizCompleted).toBeGreaterThan(0);
    expect(before).toEqual({ nbActive: 0, nbLanding: 0, nbSignups: 0, nbQuizStarted: 0, nbQuizCompleted: 0 });
    await fails('admin.week', { token: ada.token }, 403, 'forbidden');
  },

  async 'admin.runs'() {
    await works('admin.aggregate', { token: boss.token });
    const [run] = Array.from<Record<string, unknown>>(await works('admin.runs', { token: boss.token }));
    expect(run).toMatchObject({ by: 'boss', trigger: 'button', outcome: 'done' });
    await fails('admin.runs', { token: ada.token }, 403, 'forbidden');
  },
};

/** Calls that need an account without codes. */
const turnsCodesOn = /^security\.(?:codes|\w+Codes)$/;

describe('each operation', () => {
  it('is described as it is served', async () => {
    const { json } = await client.request({ method: 'GET', path: '/api/openapi.json' });
    expect(json).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });

  // These turn codes on, in an account without.
  const tested = known.operations
    .map(({ operation }) => operation['x-procedure'])
    .filter((id) => !hasCodes || !turnsCodesOn.test(id));
  it.each(tested)('%s follows the contract', async (id) => {
    const run = cases[id];
    if (!run) throw new Error(`${id} is documented and has no case: write one in contract.product.test.ts`);
    await run();
  });

  it('has no case for what is not documented', () => {
    const documented = known.operations.map(({ operation }) => operation['x-procedure']);
    expect(Object.keys(cases).filter((id) => !documented.includes(id))).toEqual([]);
  });
});

/** The example of the document as a request. */
function example(described: Described): Sent {
  const { path, query, body } = exampleOf(described);
  const text = new URLSearchParams(strings(query)).toString();
  return {
    path: strings(path),
    ...(text === '' ? {} : { query: `?${text}` }),
    ...(body === undefined ? {} : { body }),
  };
}

const strings = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const declares = (status: number) => known.operations.filter(({ operation }) => String(status) in operation.responses);
const byMethod = (...methods: string[]) => known.operations.filter(({ method }) => methods.includes(method));
const idOf = ({ operation }: Described) => operation['x-procedure'];
/** A caller with the access that the operation requires. */
const allowed = ({ operation }: Described) => (operation.tags.includes('admin') ? boss.token : ada.token);

describe('errors of any call', () => {
  it('400: two Host headers, and a path that is no UTF-8', async () => {
    for (const described of known.operations) {
      const path = described.path.replaceAll(/\{\w+\}/g, nobodysId);
      await failsSo(
        async (language) => {
          const answer = await sendBytes(
            product.port,
            `${described.method} ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\nAccept-Language: ${language}\r\nConnection: close\r\n\r\n`,
          );
          return parsed(described.method, path, answer);
        },
        400,
        'badRequest',
      );
    }
    await failsSo((language) => send('DELETE', '/api/results/%ff', { language, token: ada.token }), 400, 'badRequest');
  });

  it('400: a malformed body', async () => {
    for (const described of byMethod('POST', 'PUT', 'DELETE')) {
      const sent = { ...example(described), token: allowed(described) };
      for (const body of ['{', '{"a":1,"a":2}', 'nonsense', Buffer.from([0x7b, 0xff, 0x7d])])
        await fails(idOf(described), { ...sent, body }, 400, 'badRequest');
    }
  });

  // access.test.ts tries all kinds of invalid tokens.
  it('401: no session, also with a malformed body', async () => {
    for (const described of known.operations.filter(({ operation }) => operation.security.length === 1))
      await fails(idOf(described), { ...example(described), body: '{broken' }, 401, 'sessionMissing');
  });

  it('403: the wrong role, and a script token that may not', async () => {
    const body = { name: 'reader', scope: 'read', days: 1, password };
    const { token } = await works('tokens.create', { token: ada.token, body }, 201);
    for (const described of declares(403)) {
      await fails(idOf(described), { ...example(described), token }, 403, 'tokenScope');
      if (described.operation.tags.includes('admin'))
        await fails(idOf(described), { ...example(described), token: ada.token }, 403, 'forbidden');
    }
  });

  it('a script token that reads makes every other call', async () => {
    const body = { name: 'reader', scope: 'read', days: 1, password };
    const { token } = await works('tokens.create', { token: ada.token, body }, 201);
    for (const described of known.operations.filter(({ operation }) => operation.security.length === 1)) {
      const { responses } = described.operation;
      if ('403' in responses) continue;
      expect([200, 404], idOf(described)).toContain(
        (await callProcedure(idOf(described), { ...example(described), token })).status,
      );
    }
  });

  it('405: another method, with Allow', async () => {
    for (const { path } of known.operations) {
      const methods = known.operations.filter((other) => other.path === path).map(({ method }) => method);
      const hasHead = methods.includes('GET') && !withoutHead.includes(path);
      const wanted = [...methods, ...(hasHead ? ['HEAD'] : [])].toSorted();
      const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];
      for (const method of others.filter((one) => !wanted.includes(one)))
        await failsSo(
          async (language) => {
            const answer = await send(method, path.replaceAll(/\{\w+\}/g, nobodysId), { language });
            expect(answer.headers.allow?.split(', ').toSorted()).toEqual(wanted);
            return answer;
          },
          405,
          'method',
        );
    }
  });

  it('413 and 415: too long, and not JSON', async () => {
    for (const described of byMethod('POST', 'PUT', 'DELETE')) {
      const sent = { ...example(described), token: allowed(described) };
      const long = JSON.stringify({ text: 'a'.repeat(256 * 1024) });
      await fails(idOf(described), { ...sent, body: long }, 413, 'tooLarge');
      await fails(
        idOf(described),
        { ...sent, body: 'a=b', headers: { 'content-type': 'text/plain' } },
        415,
        'mediaType',
      );
      await fails(idOf(described), { ...sent, body: '{}', headers: { 'content-encoding': 'gzip' } }, 415, 'mediaType');
    }
  });

  it('404: no such path, whatever the method and the body', async () => {
    for (const [method, path] of [
      ['GET', '/api'],
      ['GET', '/api/nowhere'],
      ['POST', '/api/results/more/of/it'],
      ['DELETE', '/api//results'],
      ['PUT', '/trpc'],
    ] as const)
      await failsSo(
        (language) => send(method, path, { language, body: '{broken', headers: { 'content-type': 'text/plain' } }),
        404,
        'notFound',
      );
  });

  it('408 and 431: an incomplete request, and one with too large headers', async () => {
    const responses = contract.operations.length > 0 ? openApiDocument()['x-otherAnswers'] : {};
    const long = await sendBytes(
      product.port,
      `GET /api/health HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(16_384)}\r\n\r\n`,
    );
    const slow = await sendBytes(product.port, 'GET /api/health HTTP/1.1\r\nHost: a\r\n');
    for (const [bytes, name] of [
      [long, 'HeadTooLarge'],
      [slow, 'Timeout'],
    ] as const) {
      const { status, json, headers } = read(bytes);
      expect(json).toEqual(Object.values(responses[name]?.content['application/json'].examples ?? {})[0]?.value);
      expect(status).toBe(name === 'Timeout' ? 408 : 431);
      for (const header of Object.keys(openApiDocument().components.headers))
        if (!['retry-after', 'allow'].includes(header)) expect(headers[header], header).toBeDefined();
    }
  });
});

/** An answer as it came over the network. */
function read(bytes: string): HttpResponse {
  const [head = '', ...rest] = bytes.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.replace(/^[^:]*: ?/, '')]),
  );
  const text = rest.join('\r\n\r\n');
  return { status: Number(first.split(' ')[1]), headers, text, json: JSON.parse(text), ms: 0 };
}

function parsed(method: string, path: string, bytes: string): HttpResponse {
  const answer = read(bytes);
  contract.check(method, path, answer);
  return answer;
}

describe('the language of an answer', () => {
  const failing = (sent: Sent) => callProcedure('results.create', { body: { answers: [] }, ...sent });
  const say = async (sent: Sent, attempt = failing) => Object((await attempt(sent)).json).message;

  it("is the header's first, else the account's, else English", async () => {
    const [en, fr] = await Promise.all(languages.map((language) => say({ token: ada.token, language })));
    const { token } = zoe;
    expect(await say({ token })).toBe(fr);
    expect(await say({ token, language: '*' })).toBe(fr);
    expect(await say({ token, language: 'en-US,fr;q=0.9' })).toBe(en);
    expect(await say({ token, language: 'de' })).toBe(en);
    expect(await say({ token: ada.token })).toBe(en);
    expect(await say({ token: ada.token, language: 'fr-CA' })).toBe(fr);
  });

  it("is the account's on public calls and on unknown paths", async () => {
    const login = (sent: Sent) => callProcedure('auth.login', { body: {}, ...sent });
    expect(await say({ token: zoe.token }, login)).toBe(await say({ language: 'fr' }, login));
    const nowhere = (sent: Sent) => send('GET', '/api/nowhere', sent);
    expect(await say({ token: zoe.token }, nowhere)).toBe(await say({ language: 'fr' }, nowhere));
    expect(await say({ token: ada.token }, nowhere)).toBe(await say({ language: 'en' }, nowhere));
  });
});

describe('overload and outage', () => {
  it('429 with Retry-After for every call but the health check', async () => {
    const env = { MASTER_KEY: masterKey, RATE_LIMIT: '1' };
    const narrow = await startProduct({ databaseUrl: database.url, env });
    const its = openHttpClient(narrow.port);
    try {
      expect((await callProcedure('public.visit', {}, its)).status).toBe(200);
      for (const described of declares(429))
        await failsSo(
          (language) => callProcedure(idOf(described), { ...example(described), language }, its),
          429,
          'rateLimited',
        );
      for (const id of ['public.health', 'public.live']) expect((await callProcedure(id, {}, its)).status).toBe(200);
    } finally {
      its.close();
      await narrow.discard();
    }
  });

  it('503 with Retry-After while the database is unavailable', async () => {
    await proxy.cut();
    // At once: each call waits for a connection until its time is over.
    await Promise.all(
      declares(503).map(async (described) => {
        const sent = { ...example(described), token: allowed(described) };
        await fails(idOf(described), sent, 503, 'unavailable');
      }),
    );
    expect((await callProcedure('public.live')).status).toBe(200);
    await proxy.join();
    await expect.poll(async () => (await callProcedure('public.health')).status, { timeout: 10_000 }).toBe(200);
  });
});

it('every declared status was seen, and every seen status is declared', () => {
  const declared = known.operations.flatMap(({ operation }) =>
    Object.keys(operation.responses).map((status) => `${operation['x-procedure']} ${status}`),
  );
  const called = declared.filter((line) => !hasCodes || !turnsCodesOn.test(line.replace(/ .*$/, '')));
  expect(called.filter((line) => !contract.seen.has(line))).toEqual([]);
});

it('every statement of these calls has a form that Citus takes', async () => {
  const refused: string[] = [];
  for (const text of statements) refused.push(...(await brokenShapes(text)).map((rule) => `${rule}: ${text}`));
  expect(statements.size).toBeGreaterThan(150);
  expect(refused).toEqual([]);
});
