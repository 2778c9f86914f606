import { errorCodes } from '@nuances/domain/errors';
import * as z from 'zod';
import { trpcCodes } from './errors.ts';
import { procedures, type ProcedureName, type RestRoute, restRoutes } from './rest.ts';
import type { Access } from './trpc.ts';
import { version } from './version.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

const problem = { $ref: '#/components/schemas/Error' };

/** The body of every failure. */
const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error', 'message', 'code'],
  properties: {
    error: { type: 'string', description: 'Repeats message.' },
    message: { type: 'string', description: 'A sentence in the language of Accept-Language (fr or en).' },
    code: { type: 'string', enum: Object.keys(trpcCodes).filter((code) => errorCodes.some((known) => known === code)) },
    errors: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Sentences by field; message is the first of them.',
    },
  },
};

const statusTexts: Readonly<Record<string, string>> = {
  400: 'The request has the wrong shape, or the link is not good.',
  401: 'No token, or one that is no longer good; at login, a wrong name or password.',
  403: 'Not with this role.',
  404: 'Nothing there for this account.',
  409: 'Taken already, or stored with other content.',
  413: 'Longer than 64 KiB.',
  415: 'Not JSON.',
  429: 'Too many requests, or too many wrong passwords; Retry-After says when to try again.',
  503: 'Not now; Retry-After says when to try again.',
};

const security: Readonly<Record<Access, readonly Record<string, readonly string[]>[]>> = {
  public: [],
  optional: [{}, { bearer: [] }],
  authentic: [{ bearer: [] }],
  user: [{ bearer: [] }],
  admin: [{ bearer: [] }],
};

/** What only some operations answer with. */
const ownStatuses: Partial<Record<ProcedureName, readonly number[]>> = {
  'auth.login': [401],
  'auth.signup': [409],
  'auth.refresh': [401],
  'results.create': [409],
  'results.delete': [404],
};

function isSchema(value: unknown): value is z.core.$ZodType {
  return value instanceof z.core.$ZodType;
}

/** tRPC keeps a procedure's schemas but does not type them. */
function schemasOf(name: ProcedureName): { input: z.core.$ZodType | null; output: z.core.$ZodType | null } {
  const definition: object = procedures.get(name)?._def ?? {};
  const inputs = 'inputs' in definition && Array.isArray(definition.inputs) ? definition.inputs : [];
  const output = 'output' in definition ? definition.output : null;
  return { input: inputs.find(isSchema) ?? null, output: isSchema(output) ? output : null };
}

function jsonSchemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  });
  return json;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names that vary in a path. */
const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

function parametersOf({ input: place, path }: RestRoute, schema: JsonSchema | null): JsonSchema[] {
  const properties = schema?.['properties'];
  if (!isRecord(properties) || place === 'body' || place === 'nowhere') return [];
  const inPath = namesIn(path);
  return Object.entries(properties)
    .filter(([name]) => place !== 'path and body' || inPath.includes(name))
    .map(([name, part]) => ({
      name,
      in: place === 'query' ? 'query' : 'path',
      required: true,
      schema: part,
    }));
}

/** What of an input stands in the body: all of it, or what the path does not say. */
function bodyOf({ input: place, path }: RestRoute, schema: JsonSchema | null): JsonSchema | null {
  if (!schema || (place !== 'body' && place !== 'path and body')) return null;
  const { properties, required } = schema;
  if (place === 'body' || !isRecord(properties)) return schema;
  const inPath = new Set(namesIn(path));
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.has(name))),
    required: Array.isArray(required)
      ? required.filter((name: unknown) => typeof name === 'string' && !inPath.has(name))
      : [],
  };
}

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });

function operationOf(route: RestRoute): Operation {
  const schemas = schemasOf(route.procedure);
  const input = schemas.input ? jsonSchemaOf(schemas.input, 'input') : null;
  const output = schemas.output ? jsonSchemaOf(schemas.output, 'output') : {};
  const body = bodyOf(route, input);
  const failures = [
    ...(input ? [400] : []),
    ...(route.access === 'public' || route.access === 'optional' ? [] : [401]),
    ...(route.access === 'admin' ? [403] : []),
    ...(ownStatuses[route.procedure] ?? []),
    ...(body ? [413, 415] : []),
    429,
    503,
  ];
  return {
    operationId: route.procedure,
    tags: [route.procedure.split('.')[0] ?? ''],
    security: security[route.access],
    description: route.about,
    parameters: parametersOf(route, input),
    ...(body ? { requestBody: { required: true, ...json(body) } } : {}),
    responses: Object.fromEntries<JsonSchema>([
      [String(route.status), { description: 'Done.', ...json(output) }],
      ...failures.map((status): [string, JsonSchema] => [
        String(status),
        { description: statusTexts[status], ...json(problem) },
      ]),
    ]),
  };
}

/** Fastify's `:name` in OpenAPI's form. */
const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}');

/** The operations of the REST table by path and method, as OpenAPI has them. */
export function operations(): Record<string, Record<string, Operation>> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of restRoutes)
    (paths[openApiPath(route.path)] ??= {})[route.method.toLowerCase()] = operationOf(route);
  return paths;
}

/** OpenAPI 3.1 of the REST table, from the schemas that also check the calls. */
export function openApiDocument() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nuances',
      version,
      description:
        'Scans of seven feelings, kept per account. Failures and messages speak the language of Accept-Language, English by default.',
    },
    paths: operations(),
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
