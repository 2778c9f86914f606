import { AppError, type ErrorCode } from '@nuances/domain/errors';
import { locales } from '@nuances/domain/locales';
import { fieldErrorsOf } from '@nuances/domain/validation';
import * as z from 'zod';
import { statusOf } from '../errors.ts';
import { failureBody } from '../http/failure-body.ts';
import { isHealthCheck } from '../http/health-checks.ts';
import type { RestRoute } from '../http/rest.ts';
import type { Access } from '../trpc.ts';
import { headersOf, type Json } from './headers.ts';

/** Content of a request or an answer. */
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

const accessCodes: Readonly<Record<Access, readonly ErrorCode[]>> = {
  public: [],
  optional: [],
  authentic: ['sessionMissing', 'tokenScope'],
  user: ['sessionMissing'],
  admin: ['sessionMissing', 'forbidden'],
};

/** Every code that a path may answer with, in the order in which it is decided. */
export function codesOf({ access, scope, method, path, failures }: RestRoute): ErrorCode[] {
  return [
    ...(isHealthCheck(path) ? [] : (['rateLimited'] as const)),
    ...accessCodes[access],
    // Every script token may read.
    ...((access === 'user' && scope !== 'read') || access === 'admin' ? (['tokenScope'] as const) : []),
    ...(method === 'GET' ? [] : (['tooLarge', 'mediaType'] as const)),
    'badRequest',
    ...failures,
    // Liveness, a challenge and the list of files need nothing that can be unavailable.
    ...(['/api/health/live', '/api/auth/passkey/options', '/api/build'].includes(path)
      ? []
      : (['unavailable'] as const)),
  ];
}

/** Why access or the state of the account refuses a call. */
const reasons: Readonly<Partial<Record<ErrorCode, string>>> = {
  sessionMissing: 'No token, or one that is not good any more.',
  loginFailed: 'No account has this name and this password.',
  secondFactorRequired: 'A one-time code is asked for, or was wrong or used.',
  passkeyUnknown: 'This passkey logs nobody in.',
  forbidden: 'The account is no administrator.',
  tokenScope: 'The script token may not make this call.',
  proofRequired: 'The password has to be proved first.',
  usernameTaken: 'Somebody has this user name.',
  tokensFull: 'The account has as many script tokens as it may.',
  passkeysFull: 'The account has as many passkeys as it may.',
  scanExists: 'The own `_id` is stored already, with other content.',
  vaultChanged: 'It was sealed with a key that the account no longer has.',
  quotaReached: 'The account has no room for more.',
  consentWithdrawn: 'The person has withdrawn the agreement since `decidedAt`.',
};

/** Description of a status; that of one path follows from its codes. */
function meaningOf(status: number, codes: readonly ErrorCode[], route: RestRoute): string {
  switch (status) {
    case 401:
    case 403:
    case 409:
      return codes.flatMap((code) => reasons[code] ?? []).join(' ');
    case 400:
      return codes.includes('linkInvalid')
        ? 'The link is not good any more, or what was sent has the wrong shape.'
        : 'What was sent has the wrong shape: broken JSON, a wrong field, a character that no text here may hold.';
    case 404:
      return "Nothing of this account's is there. What belongs to somebody else answers the same.";
    case 413:
      return `Longer than ${route.maxBodyBytes / 1024} KiB.`;
    case 415:
      return 'The body is not JSON, or is compressed.';
    case 429:
      return 'Too many requests, or too many wrong passwords.';
    default:
      return route.method === 'GET'
        ? 'The product cannot answer for the moment; nothing was lost by asking.'
        : 'The product cannot answer for the moment, or not in time: what was sent may be stored all the same. Send it again after `Retry-After`, with the same `_id` where the call takes one: then it is stored once.';
  }
}

/** The real answer to an empty body, as the example of a 400. */
function refusalOfNothing(schema: z.core.$ZodType | null): AppError | null {
  const parsed = schema && z.safeParse(schema, {});
  if (!parsed || parsed.success) return null;
  const fields = fieldErrorsOf(parsed.error.issues);
  const [code] = Object.values(fields);
  return code === undefined ? null : new AppError(code, { fields });
}

/** A failure in all languages; `codes` are the possible ones. */
function response(
  { status, codes, description }: { status: number; codes: readonly ErrorCode[]; description: string },
  failure: AppError,
): Response {
  return {
    description,
    headers: headersOf(status),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] },
        examples: Object.fromEntries(locales.map((locale) => [locale, { value: failureBody(failure, locale) }])),
      },
    },
  };
}

function failureResponse(status: number, route: RestRoute, codes: readonly ErrorCode[]): Response {
  const isForBody = status === 400 && route.inputPlace.includes('body');
  const nothing = isForBody ? refusalOfNothing(route.input) : null;
  const [first = 'badRequest'] = status === 400 ? codes.filter((code) => code !== 'badRequest') : codes;
  const failure = nothing ?? new AppError(first, status === 429 ? { retryAfterS: 42 } : {});
  return response({ status, codes, description: meaningOf(status, codes, route) }, failure);
}

/** Every failure of an operation, by its status. */
export function failuresOf(route: RestRoute): [string, Response][] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(route)) {
    const status = statusOf(new AppError(code));
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, codes]) => [String(status), failureResponse(status, route, codes)]);
}

/** Failures outside of operations: unknown path, unknown method, malformed request. */
export function otherResponses(): Readonly<Record<string, Response>> {
  const refusal = (status: number, code: ErrorCode, description: string) =>
    response({ status, codes: [code], description }, new AppError(code));
  return {
    NotFound: refusal(404, 'notFound', 'No operation has this path.'),
    MethodNotAllowed: refusal(405, 'method', 'The path has other methods.'),
    Timeout: refusal(
      408,
      'badRequest',
      'The request did not arrive in time: 5 seconds for its head, 10 for all of it.',
    ),
    HeadTooLarge: refusal(431, 'tooLarge', 'The head of the request is longer than 16 KiB.'),
    NoRequest: refusal(
      400,
      'badRequest',
      'What arrived is no HTTP, names no host, or has a path that cannot be decoded.',
    ),
  };
}
