/**
 * REST and tRPC are equivalent: the same call has the same result, and fails with the same code, message and fields. Two
 * equal accounts make the same calls, one on each transport.
 */
import { type TokenScope, tokenScopes } from '@nuances/domain/script-tokens';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openApiDocument } from '../openapi/document.ts';
import { procedures } from './procedures.ts';
import { restRoutes, type RestRoute } from './rest.ts';
import { restRequest, trpcRequest, unknownId } from '../testing/calls.ts';
import { createContract, exampleOf } from '../testing/contract.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

type Person = TestApp['alice'];
type Input = Readonly<Record<string, unknown>>;

// Each test iterates over a whole table, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

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

const { operations } = createContract(openApiDocument());

/** The example input of the document. */
function example({ name }: RestRoute): Record<string, unknown> {
  const operation = operations.find((described) => described.operation['x-procedure'] === name);
  const { path, query, body } = operation ? exampleOf(operation) : {};
  return { ...Object(body), ...path, ...query };
}

const peopleFor = ({ access }: RestRoute) => (access === 'admin' ? admins : twins);
/** Calls that need nothing made before them: what reads, and one that stores. */
const simple = restRoutes.filter(
  ({ name, method, path }) => name === 'results.create' || (method === 'GET' && !path.includes(':')),
);
/** A user name can be taken once. */
const fresh = ({ name }: RestRoute, body: Input): Record<string, unknown> =>
  name === 'auth.signup' ? { ...body, username: `x${randomUUID().slice(0, 8)}` } : { ...body };
describe('both transports', () => {
  // Both run one chain; how a route finds its input is the only difference.
  it.each(simple)('$method $path has the same result', async (route) => {
    const people =
      route.access === 'admin'
        ? admins
        : ([await t.person(`a_${randomUUID().slice(0, 8)}`), await t.person(`b_${randomUUID().slice(0, 8)}`)] as const);
    expect((await both(route, people, () => example(route))).status).toBe(200);
  });

  it('have the same calls, but those that mean nothing without the keys of a device', () => {
    const overTrpcOnly = procedures.filter(({ rest }) => !rest).map(({ name }) => name);
    expect(overTrpcOnly.filter((name) => !name.startsWith('vault.'))).toEqual([]);
  });

  it('of a script token are told in docs/api.md', () => {
    const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `(read|write)` +\|(.*)\|$/gm)];
    const told = rows.map(([, scope, calls = '']) => [
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
