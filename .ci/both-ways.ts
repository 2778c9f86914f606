/** Calls of a person over REST and over tRPC, for the tests of the fields of things. */
import { isRecord } from '@nuances/domain/record';
import { restRoutes } from '../apps/api/src/http/rest.ts';
import { procedureNamed, restRequest, trpcRequest } from '../apps/api/src/testing/calls.ts';
import type { TestApp } from '../apps/api/src/testing/test-app.ts';
import { setSealing } from '../apps/web/src/offline/sealer.ts';

/** The two ways of a call. */
export const ways = ['REST', 'tRPC'] as const;

/** Somebody who is logged in. */
export type Person = TestApp['alice'];

/** Calls a procedure by one of its ways. Resolves to the status and what was answered. */
export async function callBy(
  t: TestApp,
  way: (typeof ways)[number],
  person: Person,
  name: string,
  input: object = {},
): Promise<{ readonly status: number; readonly answer: unknown }> {
  const more = { token: person.shortToken };
  if (way === 'tRPC') {
    const { status, json } = await t.http(...trpcRequest(procedureNamed(name), input, more));
    return { status, answer: isRecord(json) && isRecord(json['result']) ? json['result']['data'] : json };
  }
  const route = restRoutes.find((one) => one.name === name);
  if (!route) throw new Error(`${name} has no route`);
  const { status, json } = await t.http(...restRequest(route, input, more));
  return { status, answer: json };
}

/** Seals what waits on the device without a key: its text is the envelope. */
export function sealAsText(): void {
  setSealing(async () => ({
    seal: async (_owner, value) => JSON.stringify(value),
    open: async (_owner, sealed): Promise<unknown> => JSON.parse(sealed),
    fetchKey: async () => undefined,
  }));
}
