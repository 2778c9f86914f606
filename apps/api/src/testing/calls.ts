/** Requests of one procedure on both transports, for tests that iterate over all procedures. */
import { isRecord } from '@nuances/domain/record';
import * as z from 'zod';
import { type ProcedureContract, procedures } from '../http/procedures.ts';
import type { RestRoute } from '../http/rest.ts';
import type { HttpRequest } from './inject.ts';
import type { TestApp } from './test-app.ts';

/** The arguments of {@link TestApp.http}, without token and language. */
type Request = Parameters<TestApp['http']>;

/** A well-formed id that nothing has. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

const inputShape = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** Names of the fields of a procedure's input, and of the required ones. */
export function inputFields({ input }: ProcedureContract): { readonly names: string[]; readonly required: string[] } {
  const { properties, required } = input
    ? inputShape.parse(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))
    : { properties: {}, required: [] };
  return { names: Object.keys(properties), required };
}

/** @throws Error without such a procedure */
export function procedureNamed(wanted: string): ProcedureContract {
  const found = procedures.find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no ${wanted}`);
  return found;
}

/** The tRPC request that calls a procedure. */
export function trpcRequest(
  { name, type }: Pick<ProcedureContract, 'name' | 'type'>,
  input: unknown,
  more: HttpRequest = {},
): Request {
  if (type !== 'query') return ['POST', `/trpc/${name}`, { body: input, ...more }];
  return ['GET', `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, more];
}

/** The REST request that calls a procedure; an id that `input` lacks is {@link unknownId}. */
export function restRequest(route: RestRoute, input: unknown, more: HttpRequest = {}): Request {
  const fields = isRecord(input) ? input : {};
  const path = route.path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const value = fields[name];
    return encodeURIComponent(typeof value === 'string' ? value : unknownId);
  });
  if (route.inputPlace !== 'query')
    return [route.method, path, route.inputPlace.includes('body') ? { body: input, ...more } : more];
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return [route.method, query.length > 0 ? `${path}?${query.join('&')}` : path, more];
}
