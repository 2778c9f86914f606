/**
 * REST and tRPC are equivalent: the same call has the same result, and fails with the same code, message and fields. Two
 * equal accounts make the same calls, one on each transport.
 */
import { type TokenScope, tokenScopes } from '@nuances/domain/script-tokens';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi/document.ts';
import { procedures } from './procedures.ts';
import { restRoutes, type RestRoute } from './rest.ts';
import { restRequest, trpcRequest, unknownId } from '../testing/calls.ts';
import { addPasskey, SoftPasskey } from '../testing/authenticator.ts';
import { createContract, exampleOf } from '../testing/contract.ts';
import { codeOf, turnCodesOn } from '../testing/one-time-codes.ts';
import { password, testApp, type TestApp } from '../testing/test-app.ts';

type Person = TestApp['alice'];
type Input = Readonly<Record<string, unknown>>;

let t: TestApp;
let twins: readonly [Person, Person];
let admins: readonly [Person, Person];
beforeAll(async () => {
  t = await testApp();
  twins = [await t.person('twin_a', 'user', 'fr'), await t.person('twin_b', 'user', 'fr')];
  admins = [await t.person('boss_a', 'admin'), await t.person('boss_b', 'admin')];
});
afterAll(() => t.close());

/** An answer in a form that both transports share. */
interface Said {
  readonly status: number;
  readonly answer: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly errors?: unknown;
}

async function throughRest(route: RestRoute, input: Input | undefined, token: string | undefined): Promise<Said> {
  const { status, json } = await t.http(...restRequest(route, input, { token, language: 'fr' }));
  if (status < 400) return { status: 200, answer: json };
  const { code, message, errors } = Object(json);
  return { status, answer: undefined, code, message, errors };
}

async function throughTrpc(route: RestRoute, input: Input | undefined, token: string | undefined): Promise<Said> {
  const { status, json } = await t.http(...trpcRequest(route, input ?? {}, { token, language: 'fr' }));
  const { result, error } = Object(json);
  if (status < 400) return { status, answer: result.data };
  const { code, message, fields } = error.data.app;
  const errors =
    fields &&
    Object.fromEntries(Object.entries<{ message: string }>(fields).map(([name, field]) => [name, field.message]));
  return { status, answer: undefined, code, message, errors };
}

/** Fields that differ by account or by time. */
const own =
  /^(?:_id|id|token|shortToken|refreshToken|userKey|username|email|pendingEmail|createdAt|exportedAt|emailClaimedAt|emailVerifiedAt|lastSeenAt|at|weekStart|expiresAt|receivedAt|updatedAt|startedAt|finishedAt|until|durationMs|nextAt|by|hash|scanResultId|rows|weeksTotal|weeksDone|secret|address|backupCodes|challenge|deviceToken|user|allowCredentials|excludeCredentials)$/;

/** An answer with such fields replaced by a placeholder. */
function shared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shared);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, own.test(name) ? typeof inner : shared(inner)]),
  );
}

/** Makes the same call on both transports, each by its own account. */
async function both(
  route: RestRoute,
  people: readonly [Person | undefined, Person | undefined],
  inputOf: (person: Person | undefined) => Input | undefined,
): Promise<Said> {
  const [a, b] = people;
  const rest = await throughRest(route, inputOf(a), a?.shortToken);
  const trpc = await throughTrpc(route, inputOf(b), b?.shortToken);
  const { answer, ...failure } = rest;
  const { answer: other, ...otherFailure } = trpc;
  expect(failure).toEqual(otherFailure);
  expect(shared(answer)).toEqual(shared(other));
  return rest;
}

const { operations, isSendable } = createContract(openApiDocument());

/** The example input of the document. */
function example({ name }: RestRoute): Record<string, unknown> {
  const operation = operations.find((described) => described.operation['x-procedure'] === name);
  const { path, query, body } = operation ? exampleOf(operation) : {};
  return { ...Object(body), ...path, ...query };
}

/** The id of a passkey that is added; the password is proven. */
async function passkeyOf(person: Person): Promise<string> {
  await addPasskey(person);
  return (await person.api.security.passkeys()).passkeys.at(-1)?.id ?? '';
}

/** Input that depends on the account. */
async function belongings(route: RestRoute, person: Person): Promise<Input> {
  const { _id: scanResultId } = await person.api.results.create({ answers: [1, 2, 3, 4, 5, 6, 7] });
  const { text, categoryId } = example(restRoutes.find(({ name }) => name === 'notes.create') ?? route);
  const note = { text: String(text), categoryId: categoryId === 'yellow' ? ('yellow' as const) : ('other' as const) };
  const known: Readonly<Record<string, () => Promise<Input> | Input>> = {
    'auth.login': () => ({ username: person.username, password }),
    'auth.signup': () => ({ username: `x${randomUUID().slice(0, 8)}` }),
    'auth.refresh': () => ({ refreshToken: person.refreshToken }),
    'profile.update': () => ({ email: person.email }),
    'profile.endSession': async () => ({ id: (await person.api.profile.sessions())[0]?.id ?? '' }),
    'profile.changePassword': () => ({ currentPassword: password }),
    'profile.changeEmail': () => ({ email: `new_${person.email}`, password }),
    'profile.erase': () => ({ password }),
    'tokens.create': () => ({ password }),
    'tokens.end': async () => {
      const { id } = await person.api.tokens.create({ name: 'ends', scope: 'read', days: 1, password });
      return { id };
    },
    'security.prove': () => ({ password }),
    'security.beginCodes': async () => {
      await person.api.security.prove({ password });
      return {};
    },
    'security.confirmCodes': async () => {
      await person.api.security.prove({ password });
      const { secret } = await person.api.security.beginCodes();
      return { code: codeOf(secret) };
    },
    'security.endCodes': async () => ({ code: (await turnCodesOn(person))[0] ?? '' }),
    'security.renewBackupCodes': async () => {
      await turnCodesOn(person);
      return {};
    },
    'auth.passkeyLogin': async () => {
      const passkey = await addPasskey(person);
      return { credential: passkey.get(await person.api.auth.passkeyOptions()) };
    },
    'security.newPasskeyOptions': async () => {
      await person.api.security.prove({ password });
      return {};
    },
    'security.addPasskey': async () => {
      await person.api.security.prove({ password });
      return { credential: new SoftPasskey().create(await person.api.security.newPasskeyOptions()) };
    },
    'security.renamePasskey': async () => ({ id: await passkeyOf(person) }),
    'security.removePasskey': async () => ({ id: await passkeyOf(person) }),
    'security.proofOptions': async () => {
      await addPasskey(person);
      return {};
    },
    'security.provePasskey': async () => {
      const passkey = await addPasskey(person);
      return { credential: passkey.get(await person.api.security.proofOptions()) };
    },
    'results.byId': () => ({ _id: scanResultId }),
    'results.setTags': () => ({ _id: scanResultId }),
    'results.delete': () => ({ _id: scanResultId }),
    'reminder.pause': async () => {
      const endpoint = 'https://push.example/1';
      await person.api.reminder.set({ days: [1], time: '08:00', zone: 'UTC', endpoint });
      return {};
    },
    'notes.create': () => ({ scanResultId }),
    'notes.update': async () => ({ _id: (await person.api.notes.create(note)).note._id, scanResultId }),
    'notes.delete': async () => ({ _id: (await person.api.notes.create(note)).note._id }),
  };
  return (await known[route.name]?.()) ?? {};
}

const peopleFor = ({ access }: RestRoute) => (access === 'admin' ? admins : twins);
/** Calls that end sessions or change the account, and the one that tells all that was ever done. */
const ownPeople = new Set([
  'auth.logout',
  'profile.sessions',
  'profile.endSession',
  'profile.endOtherSessions',
  'profile.changePassword',
  'profile.changeEmail',
  'profile.exportData',
  'profile.erase',
  'security.confirmCodes',
  'security.endCodes',
  'security.renewBackupCodes',
  'security.passkeys',
  'security.removePasskey',
]);
let leaving = 0;
/** Two new accounts, for such calls. */
async function leavers(): Promise<readonly [Person, Person]> {
  leaving += 1;
  return [await t.person(`leaver_a${leaving}`), await t.person(`leaver_b${leaving}`)];
}
/** A user name can be taken once. */
const fresh = ({ name }: RestRoute, body: Input): Record<string, unknown> =>
  name === 'auth.signup' ? { ...body, username: `x${randomUUID().slice(0, 8)}` } : { ...body };
/** Calls that need a mailed link; links.test.ts tests their success. */
const linked = new Set(['auth.verify', 'auth.checkReset', 'auth.reset', 'auth.restoreEmail', 'auth.disown']);

describe('both transports', () => {
  it.each(restRoutes)('$method $path has the same result', async (route) => {
    const people = ownPeople.has(route.name) ? await leavers() : peopleFor(route);
    const things = new Map(
      await Promise.all(people.map(async (person) => [person, await belongings(route, person)] as const)),
    );
    const { status } = await both(route, people, (person) => ({
      ...example(route),
      ...(person ? things.get(person) : {}),
    }));
    expect(status).toBe(linked.has(route.name) ? 400 : 200);
  });

  it('have the same calls, but those that mean nothing without the keys of a device', () => {
    const overTrpcOnly = procedures.filter(({ rest }) => !rest).map(({ name }) => name);
    expect(overTrpcOnly.filter((name) => !name.startsWith('vault.'))).toEqual([]);
  });

  it('of a script token are told in docs/api.md', () => {
    const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
    const items = [...page.replaceAll(/\n +/g, ' ').matchAll(/^- `(read|write)`: (.*)$/gm)];
    const told = items.map(([, scope, calls = '']) => [
      scope,
      Array.from(calls.matchAll(/`([^`]+)`/g), ([, name]) => name),
    ]);
    const allowed = (wanted: TokenScope) =>
      procedures.filter(({ access, scope }) => access === 'user' && scope === wanted).map(({ name }) => name);
    expect(told).toEqual(tokenScopes.map((scope) => [scope, allowed(scope)]));
  });

  // access.test.ts refuses every guarded call on both transports.
  it('refuse callers with the same body', async () => {
    const guarded = restRoutes.find(({ access }) => access === 'admin');
    if (!guarded) throw new Error('No REST operation is for administrators');
    expect(await both(guarded, [undefined, undefined], () => ({}))).toMatchObject({ code: 'sessionMissing' });
    expect(await both(guarded, [t.alice, t.bob], () => ({}))).toMatchObject({ code: 'forbidden' });
  });

  const hasBody = (route: RestRoute) => {
    const { token: _token, _id, id: _idOfRow, purpose: _purpose, ...body } = example(route);
    return route.inputPlace.includes('body') && Object.keys(body).length > 0;
  };
  it.each(restRoutes.filter(hasBody))(
    '$method $path refuses the same bodies',
    async (route) => {
      const people = peopleFor(route);
      const { token: _token, _id, id, purpose, ...body } = example(route);
      const ids = {
        ...(purpose === undefined ? {} : { purpose }),
        ...(_token === undefined ? {} : { token: 'nobodys' }),
        ...(_id === undefined ? {} : { _id: unknownId }),
        ...(id === undefined ? {} : { id: unknownId }),
      };
      let refused = 0;
      const wrong = [null, 12, '', 'x', [], {}, true, -1, 'a\u0000b', '\u202E', 'a'.repeat(2_000)];
      for (const name of Object.keys(body))
        for (const value of wrong) {
          // What may be sent is no refusal, and may take long, as an account does. Of texts the document does not say all.
          if (typeof value !== 'string' && isSendable(route.name, { ...fresh(route, body), [name]: value })) continue;
          const { status } = await both(route, people, () => ({ ...ids, ...fresh(route, body), [name]: value }));
          if (status >= 400) refused += 1;
        }
      for (const name of Object.keys(body)) {
        await both(route, people, () => {
          const { [name]: _gone, ...rest } = fresh(route, body);
          return { ...ids, ...rest };
        });
      }
      // A visit accepts any body; every other call has an invalid one.
      expect(refused).toBeGreaterThan(route.name === 'public.visit' ? 1 : 5);
    },
    60_000,
  );

  it.each(restRoutes.filter(({ path }) => /:_?id\b/.test(path)))(
    '$method $path finds nothing of the same ids',
    async (route) => {
      for (const _id of [unknownId, 'x', 'é', unknownId.toUpperCase()])
        expect(
          await both(route, peopleFor(route), () => ({ ...example(route), scanResultId: null, _id, id: _id })),
        ).toMatchObject({
          status: 404,
          code: 'notFound',
        });
    },
  );

  it('control: reports two transports that differ', async () => {
    const [login, list] = ['auth.login', 'results.list'].map((name) => restRoutes.find((route) => route.name === name));
    if (!login || !list) throw new Error('The table has changed');
    const crooked: RestRoute = { ...login, name: 'auth.refresh' };
    await expect(both(crooked, twins, () => ({ username: 'ab', password: 'x' }))).rejects.toThrow('to deeply equal');
    await expect(both(list, [twins[0], undefined], () => ({ source: 'stats' }))).rejects.toThrow('to deeply equal');
  });
});
