import { restRoutes } from '../http/rest.ts';
import { version } from '../observability/version.ts';
import { codesOf, otherResponses } from './failures.ts';
import { commonHeaders, type Json, ownHeaders } from './headers.ts';
import { type Operation, operationOf, tagOf } from './operation.ts';

/** The error codes of the API; the others of our list are used in the app only. */
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
  consents: 'What a person agreed to, when, and in which words.',
  security: 'One-time codes, which a login asks for after the password, and passkeys.',
  tokens: 'Tokens for scripts, which call the API in the place of their owner.',
  results: 'Scans: seven answers, their score and their time.',
  moods: 'Moods of other journals, which never mix with scans.',
  restore: 'Bringing back what an export holds.',
  reminder: 'A notification without content, at a time that the person chose.',
  notes: 'Notes that only their writer can read: title and text are sealed before they are sent.',
  admin:
    'How the product is used, for administrators: sums over everybody, and nothing from which one person could be told.',
  usage: 'What the statistics of use count besides other calls.',
  public: 'What anybody may call.',
};

/** Fastify's `:name` in OpenAPI's form. */
const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}');

const about = `Scans of seven feelings, and notes that only their writer can read, kept per account.

Bodies are JSON in UTF-8, at most 64 KiB unless a call says otherwise; an empty body is taken for an empty object.
Failures are told by the body \`Error\`: \`message\` is a sentence in the language of \`Accept-Language\` (its first part,
\`fr\` or \`en\`); without that header in the account's language, else in English. \`code\` says the same to programs.

Every answer carries the headers that stand under components, \`retry-after\` only 429 and 503. HEAD is answered wherever
GET is but at \`/api/auth/verify/{token}\`, a slash at the end of a path changes nothing, a wrong method is 405 with \`Allow\`. No text holds NUL, lone surrogates or marks that turn the
direction of writing, no object the same key twice, and none is nested deeper than 32: each of these is 400.

The same calls exist typed, over tRPC, at \`/trpc\`.`;

/** OpenAPI 3.1 of the REST table, from the schemas that also check the calls. */
export function openApiDocument() {
  const schemas: Record<string, Json> = { Error: errorSchema };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of restRoutes)
    (paths[openApiPath(route.path)] ??= {})[route.method.toLowerCase()] = operationOf(route, schemas);
  const used = new Set(restRoutes.map(({ name }) => tagOf(name)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nuances',
      version,
      description: about,
      contact: { name: 'Whoever runs this Nuances' },
      license: { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).flatMap(([name, description]) => (used.has(name) ? { name, description } : [])),
    paths,
    // Not under components, where an answer is one that operations refer to.
    'x-otherAnswers': otherResponses(),
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
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'The `shortToken` of a login or a refresh, or a token for scripts (`nu_…`), which makes fewer calls.',
        },
      },
    },
  };
}
