import { isRecord } from '@nuances/domain/record';
import { AppError, type ErrorCode } from '@nuances/domain/errors';
import { locales } from '@nuances/domain/locales';
import { fieldErrorsOf } from '@nuances/domain/validation';
import * as z from 'zod';
import { statusOf } from '../errors.ts';
import { failureBody } from '../http/failure-body.ts';
import { namesIn, type RestRoute, restRoutes } from '../http/rest.ts';
import type { Access } from '../trpc.ts';
import { version } from '../observability/version.ts';
import { codesOf } from './failures.ts';
import { commonHeaders, headersOf, type Json, ownHeaders } from './headers.ts';
import { exampleOf, jsonSchemaOf } from './schemas.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
}

/** What is sent or answered. */
export interface Content {
  readonly 'application/json': {
    readonly schema: Json;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

export interface Response {
  readonly description: string;
  readonly headers: Json;
  readonly content: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

/** The codes that some answer carries; the rest of our list is the app's own. */
const codesInUse = [...new Set([...restRoutes.flatMap(codesOf), 'method', 'notFound', 'server'] as const)];

/** The body of every failure. */
const errorSchema: Json = {
  type: 'object',
  required: ['error', 'message', 'code'],
  properties: {
    error: { type: 'string', description: 'Repeats `message`.' },
    message: { type: 'string', description: 'A sentence for the person, in the language of the request.' },
    code: { type: 'string', enum: codesInUse, description: 'The same in every language and version.' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Sentences by field, where it is fields that are wrong; `message` is the first of them.',
    },
  },
  additionalProperties: false,
};

const tags: Readonly<Record<string, string>> = {
  auth: 'Accounts: signing up, in and out, and the links of mails.',
  profile: 'What a person says about themselves.',
  results: 'Scans: seven answers, their score and their time.',
  notes: 'Notes that only their writer can read: title and text are sealed before they are sent.',
  admin:
    'How the product is used, for administrators: sums over everybody, and nothing from which one person could be told.',
  public: 'What anybody may call.',
};

const security: Readonly<Record<Access, readonly Record<string, readonly string[]>[]>> = {
  public: [],
  optional: [{}, { bearer: [] }],
  authentic: [{ bearer: [] }],
  user: [{ bearer: [] }],
  admin: [{ bearer: [] }],
};

/** What a status means here; what it says of one path follows from its codes. */
function meaningOf(status: number, codes: readonly ErrorCode[], route: RestRoute): string {
  switch (status) {
    case 400:
      return codes.includes('linkInvalid')
        ? 'The link is not good any more, or what was sent has the wrong shape.'
        : 'What was sent has the wrong shape: broken JSON, a wrong field, a character that no text here may hold.';
    case 401:
      return codes.includes('loginFailed')
        ? 'No account has this name and this password.'
        : 'No token, or one that is not good any more.';
    case 403:
      return 'The account is no administrator.';
    case 404:
      return "Nothing of this account's is there. What belongs to somebody else answers the same.";
    case 409:
      return codes.includes('usernameTaken')
        ? 'Somebody has this user name.'
        : 'The own `_id` is stored already, with other content.';
    case 413:
      return `Longer than ${route.maxBodyBytes / 1024} KiB.`;
    case 415:
      return 'The body is not JSON, or is compressed.';
    case 429:
      return 'Too many requests, or too many wrong passwords.';
    default:
      return 'The product cannot answer for the moment; nothing was lost by asking.';
  }
}

/** How an empty body is refused, where it is: the real thing as the example of a 400. */
function refusalOfNothing(schema: z.core.$ZodType | null): AppError | null {
  const parsed = schema && z.safeParse(schema, {});
  if (!parsed || parsed.success) return null;
  const fields = fieldErrorsOf(parsed.error.issues);
  const [code] = Object.values(fields);
  return code === undefined ? null : new AppError(code, { fields });
}

function failureResponse(status: number, route: RestRoute, codes: readonly ErrorCode[]): Response {
  const isForBody = status === 400 && route.inputPlace.includes('body');
  const nothing = isForBody ? refusalOfNothing(route.input) : null;
  const [first = 'badRequest'] = status === 400 ? codes.filter((code) => code !== 'badRequest') : codes;
  const failure = nothing ?? new AppError(first, status === 429 ? { retryAfterS: 42 } : {});
  return {
    description: meaningOf(status, codes, route),
    headers: headersOf(status),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }],
        },
        examples: Object.fromEntries(locales.map((locale) => [locale, { value: failureBody(failure, locale) }])),
      },
    },
  };
}

function failuresOf(route: RestRoute): [string, Response][] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(route)) {
    const status = statusOf(new AppError(code));
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, codes]) => [String(status), failureResponse(status, route, codes)]);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const namesOf = (value: unknown) => (Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []);

function parametersOf({ inputPlace: place, path }: RestRoute, schema: Json | null): Parameter[] {
  const properties = schema?.['properties'];
  if (!isRecord(properties) || place === 'body' || place === 'nowhere') return [];
  const inPath = namesIn(path);
  const required = namesOf(schema?.['required']);
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isRecord(field) || (place === 'path and body' && !inPath.includes(name))) return [];
    const { description, ...rest } = field;
    return {
      name,
      in: place === 'query' ? 'query' : 'path',
      required: place !== 'query' || required.includes(name),
      description: textOf(description),
      schema: rest,
    };
  });
}

/** What of an input stands in the body: all of it, or what the path does not say. */
function bodyOf({ inputPlace: place, path }: RestRoute, schema: Json | null): Json | null {
  if (!schema || (place !== 'body' && place !== 'path and body')) return null;
  const { properties, required } = schema;
  if (place === 'body' || !isRecord(properties)) return schema;
  const inPath = new Set(namesIn(path));
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.has(name))),
    required: namesOf(required).filter((name) => !inPath.has(name)),
  };
}

/** The first sentence of what is said about a path, without its dot. */
const summaryOf = (about: string) => (/^.*?(?=[.;:](?:\s|$))/s.exec(about)?.[0] ?? about).trim();

const languageParameter = { $ref: '#/components/parameters/Language' };

function operationOf(route: RestRoute, components: Record<string, Json>): Operation {
  const { name: procedure, about } = route;
  const input = route.input ? jsonSchemaOf(route.input, 'input', components) : null;
  const output = jsonSchemaOf(route.output, 'output', components);
  const body = bodyOf(route, input);
  const content = ({ examples, ...schema }: Json): Content => ({
    'application/json': { schema, examples: { example: { value: exampleOf({ examples, ...schema }, components) } } },
  });
  return {
    operationId: procedure,
    tags: [procedure.split('.')[0] ?? ''],
    summary: summaryOf(about),
    description: about,
    security: security[route.access],
    parameters: [...parametersOf(route, input), languageParameter],
    ...(body
      ? {
          requestBody: {
            required: namesOf(body['required']).length > 0,
            content: content(body),
          },
        }
      : {}),
    responses: Object.fromEntries([
      [String(route.status), { description: 'Done.', headers: headersOf(route.status), content: content(output) }],
      ...failuresOf(route),
    ]),
  };
}

/** Fastify's `:name` in OpenAPI's form. */
const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}');

/** What is answered where no operation is: no such path, no such method, no request at all. */
function otherResponses(): Readonly<Record<string, Response>> {
  const response = (status: number, code: ErrorCode, description: string): Response => ({
    description,
    headers: headersOf(status),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: [code] } } }] },
        examples: Object.fromEntries(
          locales.map((locale) => [locale, { value: failureBody(new AppError(code), locale) }]),
        ),
      },
    },
  });
  return {
    NotFound: response(404, 'notFound', 'No operation has this path.'),
    MethodNotAllowed: response(405, 'method', 'The path has other methods.'),
    Timeout: response(
      408,
      'badRequest',
      'The request did not arrive in time: 5 seconds for its head, 10 for all of it.',
    ),
    HeadTooLarge: response(431, 'tooLarge', 'The head of the request is longer than 16 KiB.'),
    NoRequest: response(400, 'badRequest', 'What arrived is no HTTP, or names no host.'),
  };
}

const about = `Scans of seven feelings, and notes that only their writer can read, kept per account.

Bodies are JSON in UTF-8, at most 64 KiB unless a call says otherwise; an empty body is taken for an empty object.
Failures are told by the body \`Error\`: \`message\` is a sentence in the language of \`Accept-Language\` (its first part,
\`fr\` or \`en\`); without that header in the account's language, else in English. \`code\` says the same to programs.

Every answer carries the headers that stand under components. HEAD is answered wherever GET is, a slash at the end of a
path changes nothing, a wrong method is 405 with \`Allow\`. No text holds NUL, lone surrogates or marks that turn the
direction of writing, no object the same key twice, and none is nested deeper than 32: each of these is 400.

The same calls exist typed, over tRPC, at \`/trpc\`.`;

/** OpenAPI 3.1 of the REST table, from the schemas that also check the calls. */
export function openApiDocument() {
  const schemas: Record<string, Json> = { Error: errorSchema };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of restRoutes)
    (paths[openApiPath(route.path)] ??= {})[route.method.toLowerCase()] = operationOf(route, schemas);
  const used = new Set(restRoutes.map(({ name }) => name.split('.')[0] ?? ''));
  return {
    openapi: '3.1.0',
    info: { title: 'Nuances', version, description: about },
    servers: [{ url: '/' }],
    tags: [...used].map((name) => ({ name, description: tags[name] ?? '' })),
    paths,
    components: {
      schemas,
      parameters: {
        Language: {
          name: 'Accept-Language',
          in: 'header',
          required: false,
          description: 'The language of sentences: `fr` or `en`.',
          schema: { type: 'string' },
          example: 'fr',
        },
      },
      headers: { ...commonHeaders, ...ownHeaders },
      responses: otherResponses(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `shortToken` of a login or a refresh.',
        },
      },
    },
  };
}

/** The whole document, with the type of what is written above. */
export type OpenApiDocument = ReturnType<typeof openApiDocument>;
