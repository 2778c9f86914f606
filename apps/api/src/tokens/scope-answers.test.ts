/** No call gives a script token what another call refuses it: every call, on both transports, for every scope. */
import { limits } from '@nuances/domain/limits';
import { isRecord } from '@nuances/domain/record';
import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import { allowsScope, type TokenScope, tokenScopes } from '@nuances/domain/script-tokens';
import { users } from '@nuances/db/schema';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { procedures } from '../http/procedures.ts';
import { restRoutes } from '../http/rest.ts';
import { inputFields, restRequest, trpcRequest } from '../testing/calls.ts';
import { password, testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let person: Awaited<ReturnType<TestApp['person']>>;
const tokens = new Map<TokenScope, string>();

const envelope = Buffer.alloc(40, 1).toString('base64');

/** Gives no moment twice, so that an equal moment is the same fact. */
function increasingClock(): () => number {
  let lastMs = 0;
  return () => (lastMs = Math.max(lastMs + 1, Date.now()));
}

beforeAll(async () => {
  t = await testApp({ now: increasingClock() });
  person = await t.person('scoped', 'admin');
  // The agreement of a sign-up has the moment of its account, which a token may read.
  const past = new Date('2020-02-03T04:05:06.789Z');
  await t.db
    .update(users)
    .set({ createdAt: past, emailClaimedAt: past, emailVerifiedAt: past })
    .where(eq(users.id, person.id));
  const { api } = person;
  const { _id } = await api.results.create({ _id: randomUUID(), answers: [1, 2, 3, 4, 5, 6, 7], tags: envelope });
  await api.notes.create({ _id: randomUUID(), text: envelope, categoryId: 'red', scanResultId: _id });
  await api.consents.withdraw({ purpose: 'usage' });
  await api.consents.give({ purpose: 'usage', version: currentConsentVersion('usage') });
  await api.reminder.set({ days: [1, 4], time: '06:43', zone: 'Pacific/Auckland', endpoint: 'https://push.example/1' });
  const headers = { 'user-agent': 'a-browser-of-their-own' };
  await t.http('POST', '/api/auth/login', { headers, body: { username: person.username, password } });
  for (const scope of tokenScopes) {
    const { token } = await api.tokens.create({ name: `a ${scope}ing script`, scope, days: 30, password });
    tokens.set(scope, token);
  }
});
afterAll(() => t.close());

/** The texts of an answer, by which a fact can be recognised; an order, a number or a common word says nothing. */
function factsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(factsOf);
  if (isRecord(value)) return Object.values(value).flatMap(factsOf);
  return typeof value === 'string' && value.length >= 5 ? [value] : [];
}

const reads = procedures.filter(({ type, access }) => type === 'query' && (access === 'user' || access === 'admin'));
/** Reads that need an input get a sound one. */
const inputs: Readonly<Record<string, () => Promise<object>>> = {
  'results.list': async () => ({ source: 'stats' }),
  'results.byId': async () => ({ _id: (await person.api.results.own({}))[0]?._id }),
  'notes.all': async () => ({ limit: limits.pageMax }),
};

/** What a read answers on both transports; an own test says which reads a scope may make. */
async function answersOf(name: string, token: string): Promise<{ status: number; facts: string[] }[]> {
  const input = (await inputs[name]?.()) ?? {};
  const procedure = procedures.find((one) => one.name === name);
  const route = restRoutes.find((one) => one.name === name);
  if (!procedure) throw new Error(name);
  if (inputFields(procedure).required.length > 0 && !(name in inputs))
    throw new Error(`${name} needs an input: teach scope-answers.test.ts a sound one`);
  const requests = [trpcRequest(procedure, input, { token }), ...(route ? [restRequest(route, input, { token })] : [])];
  const answers = await Promise.all(requests.map((request) => t.http(...request)));
  return answers.map(({ status, json }) => ({ status, facts: factsOf(json) }));
}

/** The facts of each read that a scope may not make, as a login gets them. */
async function refusedFacts(scope: TokenScope): Promise<Map<string, string[]>> {
  const refused = new Map<string, string[]>();
  for (const { name, scope: needed } of reads) {
    if (allowsScope(scope, needed)) continue;
    for (const { status, facts } of await answersOf(name, person.shortToken)) {
      expect(status, name).toBe(200);
      refused.set(name, [...(refused.get(name) ?? []), ...facts]);
    }
  }
  return refused;
}

describe.each(tokenScopes)('a token that may %s', (scope) => {
  it('learns nothing from a call that another call refuses', async () => {
    const refused = await refusedFacts(scope);
    const leaks: string[] = [];
    for (const { name, scope: needed } of reads) {
      const answers = await answersOf(name, tokens.get(scope) ?? '');
      for (const { status, facts } of answers) {
        if (!allowsScope(scope, needed)) {
          expect(status, name).toBe(403);
          continue;
        }
        expect(status, name).toBe(200);
        for (const [other, hidden] of refused)
          for (const fact of hidden) if (facts.includes(fact)) leaks.push(`${name} gives ${fact} of ${other}`);
      }
    }
    expect(leaks).toEqual([]);
  });

  it('control: the refused calls have facts, and the export of a login gives them', async () => {
    const refused = await refusedFacts(scope);
    const [exported] = await answersOf('profile.exportData', person.shortToken);
    for (const name of ['profile.sessions', 'tokens.list', 'consents.list', 'reminder.get']) {
      const shared = refused.get(name)?.filter((fact) => exported?.facts.includes(fact)) ?? [];
      expect(shared.length, name).toBeGreaterThan(0);
    }
  });
});

it('the export of a token lacks what is refused, and has all else', async () => {
  const keysOf = async (token: string) => {
    const { json } = await t.http('GET', '/api/profile/export', { token });
    return isRecord(json) ? Object.keys(json).toSorted() : [];
  };
  const all = await keysOf(person.shortToken);
  const hidden = ['consents', 'decisions', 'links', 'reminder', 'sessions', 'tokens'];
  expect(all).toEqual(expect.arrayContaining([...hidden, 'notes', 'scans', 'profile', 'events', 'weeks']));
  for (const token of tokens.values()) expect(await keysOf(token)).toEqual(all.filter((key) => !hidden.includes(key)));
});
