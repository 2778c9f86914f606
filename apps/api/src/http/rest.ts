import { itemAt } from '@nuances/domain/item-at';
import { isRecord } from '@nuances/domain/record';
import type { RestOperation } from '../trpc.ts';
import { type ProcedureContract, procedures } from './procedures.ts';

/** The parts of a request that Fastify has read, not validated. */
export interface RestRequest {
  readonly body: unknown;
  readonly query: unknown;
  readonly params: unknown;
}

/** Where a procedure's input is in a request. */
type InputPlace = 'body' | 'query' | 'path' | 'path and body' | 'nowhere';

/** A procedure with its REST operation. */
export interface RestRoute extends Omit<ProcedureContract, 'rest'>, Omit<RestOperation, 'status' | 'failures'> {
  readonly inputPlace: InputPlace;
  /** Status of a success. */
  readonly status: 200 | 201;
  readonly failures: NonNullable<RestOperation['failures']>;
}

/** The parameters of a path. */
export const namesIn = (path: string): string[] => Array.from(path.matchAll(/:(\w+)/g), (match) => itemAt(match, 1));

function placeOf({ method, path }: RestOperation, hasInput: boolean): InputPlace {
  if (!hasInput) return 'nowhere';
  const sendsBody = method === 'POST' || method === 'PUT';
  if (namesIn(path).length > 0) return sendsBody ? 'path and body' : 'path';
  return sendsBody ? 'body' : 'query';
}

/** The REST surface: the procedures whose meta has an operation. */
export const restRoutes: readonly RestRoute[] = procedures.flatMap(({ rest, ...procedure }) =>
  rest
    ? {
        status: 200,
        failures: [],
        ...rest,
        ...procedure,
        inputPlace: placeOf(rest, procedure.input !== null),
      }
    : [],
);

const readers: Readonly<Record<InputPlace, (request: RestRequest) => unknown>> = {
  // A missing body is validated like an empty one, field by field.
  body: ({ body }) => body ?? {},
  query: ({ query }) => query,
  path: ({ params }) => params,
  // A path parameter overrides a field of the same name.
  'path and body': ({ body, params }) =>
    isRecord(body) && isRecord(params) ? { ...body, ...params } : (body ?? params),
  nowhere: () => undefined,
};

/** The procedure's input, where a route has it. */
export const inputOfRoute = ({ inputPlace }: RestRoute, request: RestRequest): unknown => readers[inputPlace](request);

/** The methods of a route. HEAD goes wherever GET goes and only reads. */
export const methodsOf = ({ method, hasNoHead }: RestRoute): (RestRoute['method'] | 'HEAD')[] =>
  method === 'GET' && !hasNoHead ? ['GET', 'HEAD'] : [method];

/** The methods that a path answers to, for `Allow`. */
export function allowedMethods(path: string): string[] {
  return restRoutes.filter((route) => route.path === path).flatMap(methodsOf);
}
