/**
 * Sweeps over every procedure and every REST path there is, by themselves: one that is added later
 * is swept too, or a test says what it must be taught.
 */
import { parseMasterKey } from '@nuances/crypto/master-key';
import { createAccessTokens, hashToken, newToken } from '@nuances/crypto/tokens';
import { sessions, users } from '@nuances/db/schema';
import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import { profileSchema } from '@nuances/domain/profile/fields';
import { eq } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type ProcedureContract, procedures } from './procedures.ts';
import { restRoutes, type RestRoute } from './rest.ts';
import { inputFields, procedureNamed, restRequest, trpcRequest } from '../testing/calls.ts';
import { dump, rowsWith } from '../testing/dump.ts';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { envelope as vaultEnvelope, slot, slots } from '../testing/vault.ts';

let t: TestApp;
/** Ids of alice's things: her account, a scan, her session, a note, her session by its other name. */
let hers: string[];
/** A script token of alice that was ended. */
let endedToken: string;
beforeAll(async () => {
  t = await testApp();
  const scan = randomUUID();
  await t.alice.api.results.create({ _id: scan, answers: [1, 2, 3, 4, 5, 6, 7] });
  const note = randomUUID();
  await t.alice.api.notes.create({ _id: note, text: envelope, categoryId: 'red', scanResultId: scan });
  const made = await t.alice.api.tokens.create({ name: 'a', scope: 'write', days: 1, password });
  endedToken = made.token;
  await t.alice.api.tokens.end({ id: made.id });
  const [session] = await t.alice.api.profile.sessions();
  hers = [t.alice.id, scan, session?.id ?? '', note, hashToken(t.alice.refreshToken)];
});
afterAll(() => t.close());

/** Parts of an input that name a thing. */
const idNames = new Set(['_id', 'id', 'token', 'scanResultId']);

/** Has the shape of an envelope, but no key opens it. */
const envelope = Buffer.alloc(40, 1).toString('base64');

/** A valid value for every other field of an input; none is a credential. */
const samples: Readonly<Record<string, unknown>> = {
  answers: [7, 6, 5, 4, 3, 2, 1],
  duration: 60,
  createdAt: '2026-01-02T03:04:05.000Z',
  source: 'stats',
  days: [1, 3],
  time: '20:30',
  zone: 'Europe/Paris',
  endpoint: 'https://push.example/swept',
  until: null,
  title: envelope,
  text: envelope,
  tags: envelope,
  categoryId: 'blue',
  part: 'scans',
  purpose: 'usage',
  version: currentConsentVersion('usage'),
  before: '2026-01-02T03:04:05.000Z',
  category: 'green',
  revision: 1,
  log: 'true',
  name: 'a script',
  scope: 'read',
  language: 'fr',
  username: 'swept_name',
  email: 'swept@example.org',
  password: 'Wrong-horse-7!',
  code: '123456',
  credential: {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', attestationObject: 'AAAA' },
  },
  currentPassword: 'Wrong-horse-7!',
  newPassword: 'Another-horse-8!',
  refreshToken: 'nobodys',
  firstName: 'Swept',
  lastName: 'Sweeper',
  dateOfBirth: '1990-01-01',
  countryOfResidency: 'France',
  to: 'vault',
  keyVersion: 1,
  slots: slots(),
  slot: slot('passkey'),
  manifest: 'm1.swept',
  word: 'erase',
};

/** Columns of `users` that the owner may set; all others are protected. */
const ownFields = new Set([
  'email',
  'locale',
  'pendingEmail',
  'emailClaimedAt',
  // By withdrawing consents only: profile/router.test.ts.
  'countsUsage',
  ...Object.keys(profileSchema.def.shape),
]);

/** Protected fields, which are added to every input (mass assignment). */
const greed = () => ({
  id: t.alice.id,
  userId: t.alice.id,
  user_id: t.alice.id,
  role: 'admin',
  isVerified: true,
  emailVerifiedAt: '2026-01-02T03:04:05.000Z',
  email_verified_at: '2026-01-02T03:04:05.000Z',
  passwordHash: 'x',
  userKey: '0'.repeat(64),
  userKeySealed: 'x',
  countsUsage: false,
});

const takesId = (name: string) => inputFields(procedureNamed(name)).names.some((field) => idNames.has(field));
/** A wrong password refuses a call whatever else it has. */
const takesPassword = (name: string) =>
  inputFields(procedureNamed(name)).names.some((field) => field === 'password' || field === 'currentPassword');

/** Values with ids within, by procedure. */
const nested: Readonly<Record<string, (id: string) => Record<string, unknown>>> = {
  'restore.add': (id) => ({
    scans: [{ ...samples, ...greed(), _id: id }],
    notes: [{ ...samples, ...greed(), _id: id, scanResultId: id }],
  }),
  'tokens.create': () => ({ days: 30 }),
  'vault.put': (id) => ({
    scans: [{ ...greed(), _id: id, isMove: true, sealed: vaultEnvelope(), tags: null }],
    notes: [{ ...greed(), _id: id, isMove: false, sealed: vaultEnvelope(), scanResultId: id, revision: 1 }],
    profile: { sealed: vaultEnvelope() },
  }),
  'vault.putClear': (id) => ({
    scans: [{ ...samples, ...greed(), _id: id }],
    notes: [{ ...samples, ...greed(), _id: id }],
    profile: { ...samples, ...greed() },
  }),
  'vault.restore': (id) => ({
    scans: [{ ...samples, ...greed(), _id: id, sealed: vaultEnvelope(), tags: null }],
    notes: [{ ...samples, ...greed(), _id: id, sealed: vaultEnvelope(), scanResultId: id }],
  }),
  'vault.undoRestore': (id) => ({ scans: [id], notes: [{ _id: id, revision: 1 }], manifest: 'm' }),
  'vault.erasePart': () => ({ manifest: 'm' }),
  'vault.remove': (id) => ({ scans: [id], notes: [id], moods: [id] }),
  'vault.removeUnopened': (id) => ({ scans: [{ _id: id, sealed: [] }], notes: [{ _id: id, sealed: [] }] }),
  'vault.setTags': () => ({ tags: null }),
  'moods.remove': (id) => ({ ids: [id] }),
  'restore.undo': (id) => ({ scans: [id], notes: [{ _id: id, revision: 1 }] }),
};

/** A whole input in which every id is this one, and what else may be tried. */
function inputWith(name: string, id: string, more: object = greed()): Record<string, unknown> {
  const { names, required } = inputFields(procedureNamed(name));
  const within = nested[name]?.(id) ?? {};
  const input: Record<string, unknown> = { ...more, ...within };
  for (const part of names) {
    if (part in within) continue;
    if (idNames.has(part)) input[part] = id;
    else if (part in samples) input[part] = samples[part];
    else if (required.includes(part)) throw new Error(`${name} needs "${part}": teach access.test.ts a sound value`);
  }
  return input;
}

/** Inputs in which this id stands wherever one may, and in all but one of the places that can do without. */
function inputsWith(name: string, id: string): Record<string, unknown>[] {
  const { names, required } = inputFields(procedureNamed(name));
  const everywhere = inputWith(name, id);
  const optional = names.filter((part) => idNames.has(part) && !required.includes(part));
  return [everywhere, ...optional.map((part) => ({ ...everywhere, [part]: null }))];
}

const named = (...classes: ProcedureContract['access'][]) =>
  procedures.filter(({ access }) => classes.includes(access)).map(({ name }) => name);

const callTrpc = (name: string, input: unknown, token: string | undefined) =>
  t.http(...trpcRequest(procedureNamed(name), input, { token, language: 'en' }));

const callRest = (route: RestRoute, input: unknown, token: string | undefined) =>
  t.http(...restRequest(route, input, { token, language: 'en' }));

/** Every row that belongs to an account. */
async function rowsOf(userId: string): Promise<string[]> {
  const dumped = await dump(t.db);
  const own = { users: dumped['users'] ?? [] };
  return [...rowsWith(dumped, `"user_id":"${userId}"`), ...rowsWith(own, `{"id":"${userId}"`)].toSorted();
}

describe('a caller without a session', () => {
  const guarded = named('authentic', 'user', 'admin');
  const routes = restRoutes.filter(({ access }) => ['authentic', 'user', 'admin'].includes(access));

  /** Invalid tokens. */
  function badTokens(): (string | undefined)[] {
    const other = createAccessTokens(parseMasterKey(randomBytes(32).toString('hex')));
    const [header, payload, signature = ''] = t.alice.shortToken.split('.');
    const sid = hashToken(t.alice.refreshToken);
    return [
      undefined,
      'nonsense',
      `nu_${newToken()}`,
      endedToken,
      t.alice.refreshToken,
      sid,
      other.sign({ sub: t.alice.id, sid, role: 'admin' }),
      `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`,
    ];
  }

  it.each(guarded)('cannot call %s', async (name) => {
    for (const token of badTokens()) {
      const answer = await callTrpc(name, inputWith(name, hers[1] ?? ''), token);
      expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('"sessionMissing"')]);
    }
  });

  it.each(routes)('cannot $method $path', async (route) => {
    const sound = inputWith(route.name, hers[1] ?? '');
    for (const token of badTokens())
      // Access is decided before the body is read, so an invalid one gets the same answer.
      for (const input of [sound, '{broken']) {
        const answer = await callRest(route, input, token);
        expect([answer.status, answer.json]).toMatchObject([401, { code: 'sessionMissing' }]);
      }
  });

  const spellings: readonly [string, (path: string) => string][] = [
    ['two slashes', (path) => `/${path}`],
    ['two slashes within', (path) => path.replace('/api/', '/api//')],
    ['an encoded dot', (path) => path.replace('/api/', '/api/%2e/')],
    ['dots', (path) => path.replace('/api/', '/api/health/../')],
    ['an encoded slash', (path) => path.replace('/api/', '/api%2f')],
    ['capitals', (path) => path.toUpperCase()],
    ['a slash at the end', (path) => `${path}/`],
    ['a semicolon', (path) => `${path};x=1`],
    ['an extension', (path) => `${path}.json`],
  ];

  it.each(spellings)('is refused by %s', async (_how, at) => {
    for (const route of routes) {
      const [method, path, request] = restRequest(route, inputWith(route.name, hers[1] ?? ''));
      const answer = await t.http(method, at(path), request);
      expect(answer.status, `${method} ${at(path)}`).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
  });

  it('is refused with another method, or a method override', async () => {
    for (const route of routes) {
      const path = route.path.replace(/:\w+/g, hers[1] ?? '');
      const headers = { 'x-http-method-override': route.method, 'x-method-override': route.method };
      for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'OPTIONS', 'DELETE'] as const) {
        const body = ['HEAD', 'OPTIONS'].includes(method) ? {} : { body: {} };
        const { status } = await t.http(method, path, { headers, ...body });
        expect([400, 401, 404, 405], `${method} ${path}`).toContain(status);
      }
    }
  });

  it('changes no row of an account by public calls', async () => {
    const before = await rowsOf(t.alice.id);
    for (const name of named('public', 'optional'))
      for (const id of hers) {
        const answer = await callTrpc(name, inputWith(name, id), undefined);
        expect(answer.status, name).toBeLessThan(500);
        for (const secret of [t.alice.email, t.alice.userKey, t.alice.id]) expect(answer.text).not.toContain(secret);
      }
    expect(await rowsOf(t.alice.id)).toEqual(before);
  });
});

describe('another person', () => {
  const open = named('user');
  const routes = restRoutes.filter(({ access }) => access === 'user');

  let count = 0;
  /** A new account for each sweep: rows that one sweep created must not be found by another. */
  const nextName = () => `thief_${(count += 1)}`;

  /** An answer without ids and times. */
  const said = (answer: { status: number; text: string }, id: string) =>
    `${answer.status} ${answer.text
      .replaceAll(id, 'ID')
      .replaceAll(/"_id":"[0-9a-f-]{36}"/g, '"_id":"ID"')
      .replaceAll(/"(updatedAt|receivedAt)":"[^"]+"/g, '"$1":"NOW"')}`;

  it.each(open)("%s gives the same answer for alice's ids as for unknown ones, and changes nothing", async (name) => {
    const before = await rowsOf(t.alice.id);
    expect(before.length).toBeGreaterThanOrEqual(4);
    const { shortToken } = await t.person(nextName());
    // Without a place for an id all inputs would be the same.
    for (const id of takesId(name) || name in nested ? hers : hers.slice(0, 1)) {
      // An id of the same form: another form would get another answer.
      const nobodys = /^[0-9a-f-]{36}$/.test(id) ? randomUUID() : hashToken(randomUUID());
      const controls = inputsWith(name, nobodys);
      for (const [index, input] of inputsWith(name, id).entries()) {
        const own = await callTrpc(name, input, shortToken);
        const control = await callTrpc(name, controls[index], shortToken);
        if (takesId(name)) expect(said(own, id)).toBe(said(control, nobodys));
        expect(own.status, own.text).toBeLessThan(500);
        for (const secret of [t.alice.email, t.alice.username, t.alice.userKey]) expect(own.text).not.toContain(secret);
      }
    }
    expect(await rowsOf(t.alice.id)).toEqual(before);
  });

  it.each(routes)('$method $path does so, too', async (route) => {
    const before = await rowsOf(t.alice.id);
    const { shortToken } = await t.person(nextName());
    for (const id of hers.slice(0, takesId(route.name) || route.name in nested ? 4 : 1)) {
      const nobodys = randomUUID();
      const controls = inputsWith(route.name, nobodys);
      for (const [index, input] of inputsWith(route.name, id).entries()) {
        const own = await callRest(route, input, shortToken);
        const control = await callRest(route, controls[index], shortToken);
        if (takesId(route.name)) expect(said(own, id)).toBe(said(control, nobodys));
        expect(own.status, own.text).toBeLessThan(500);
        if (/:_?id\b/.test(route.path)) expect(own.status).toBe(404);
      }
    }
    expect(await rowsOf(t.alice.id)).toEqual(before);
  });

  it('control: with the same inputs alice changes her things', async () => {
    const [scan = '', session = '', note = ''] = hers.slice(1);
    const before = await rowsOf(t.alice.id);
    const written = await callTrpc(
      'notes.update',
      { ...inputWith('notes.update', note), scanResultId: scan },
      t.alice.shortToken,
    );
    expect(written.status).toBe(200);
    const removed = await callTrpc('results.delete', inputWith('results.delete', scan), t.alice.shortToken);
    expect(removed.status).toBe(200);
    expect(await rowsOf(t.alice.id)).not.toEqual(before);
    const gone = await callTrpc('notes.delete', inputWith('notes.delete', note), t.alice.shortToken);
    expect(gone.status).toBe(200);
    const ended = await callTrpc('profile.endSession', inputWith('profile.endSession', session), t.alice.shortToken);
    expect(ended.status).toBe(200);
    const after = await rowsOf(t.alice.id);
    expect(after.filter((row) => row.startsWith('notes:'))).toEqual([]);
    // Scan, session and note are deleted; a change was counted, and the deletion of a note is recorded.
    expect(after).toHaveLength(before.length - 3 + 2);
  });

  it('cannot set protected fields of the own account', async () => {
    const person = await t.person('greedy');
    const read = async () => {
      const [row] = await t.db.select().from(users).where(eq(users.id, person.id));
      if (!row) throw new Error('gone');
      return Object.fromEntries(Object.entries(row).filter(([name]) => !ownFields.has(name)));
    };
    const before = await read();
    // One at a time, too: a value that its column refuses would hide the others.
    for (const more of [greed(), ...Object.entries(greed()).map(([name, value]) => ({ [name]: value }))]) {
      const isCalled = (name: string) => Object.keys(more).length > 1 || !takesPassword(name);
      const sent = [
        ...open.filter(isCalled).map((name) => callTrpc(name, inputWith(name, randomUUID(), more), person.shortToken)),
        ...routes
          .filter(({ name }) => isCalled(name))
          .map((route) => callRest(route, inputWith(route.name, randomUUID(), more), person.shortToken)),
      ];
      for (const { status, text } of await Promise.all(sent)) expect(status, text).toBeLessThan(500);
      expect(await read()).toEqual(before);
    }
    // Control: the same calls set the fields that may be set.
    const [row] = await t.db.select().from(users).where(eq(users.id, person.id));
    expect(row?.locale).toBe('fr');
    // Several hundred calls.
  }, 90_000);
});

describe('an admin', () => {
  const onlyAdmins = named('admin');

  it('may call the admin procedures, on both transports', async () => {
    for (const name of onlyAdmins) {
      const input = inputWith(name, randomUUID());
      const route = restRoutes.find((one) => one.name === name);
      expect((await callTrpc(name, input, t.bob.shortToken)).status, name).toBe(403);
      expect((await callTrpc(name, input, t.admin.shortToken)).status, name).toBe(200);
      if (!route) continue;
      expect((await callRest(route, input, t.bob.shortToken)).status, name).toBe(403);
      expect((await callRest(route, input, t.admin.shortToken)).status, name).toBe(200);
    }
  });

  it('is refused at the next call after a demotion', async () => {
    const person = await t.person('deposed', 'admin');
    await t.db.update(users).set({ role: 'user' }).where(eq(users.id, person.id));
    for (const name of [...onlyAdmins, 'profile.sessions'])
      expect((await callTrpc(name, inputWith(name, randomUUID()), person.shortToken)).status).toBe(401);
    expect(await t.db.$count(sessions, eq(sessions.userId, person.id))).toBe(1); // a refresh continues as a user
    const { refreshToken } = person;
    const again = await t.http('POST', '/api/auth/refresh', { body: { refreshToken } });
    const { shortToken } = z.object({ shortToken: z.string() }).parse(again.json);
    for (const name of onlyAdmins)
      expect((await callTrpc(name, inputWith(name, randomUUID()), shortToken)).status).toBe(403);
    expect((await callTrpc('profile.sessions', {}, shortToken)).status).toBe(200);
  });
});

it('control: with the right password the refused calls succeed', async () => {
  const person = await t.person('control');
  expect((await callTrpc('profile.erase', { password }, person.shortToken)).status).toBe(200);
});
