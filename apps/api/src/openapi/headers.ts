import { dataPolicy, securityHeaders } from '../http/security-headers.ts';

/** A JSON Schema, or a part of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

const abouts: Readonly<Record<string, string>> = {
  'strict-transport-security': 'Once reached over https, browsers come over https only.',
  'x-content-type-options': 'The content type is what it says.',
  'referrer-policy': 'Addresses hold tokens; no other site is told them.',
  'cross-origin-opener-policy': 'No other site gets hold of our windows.',
  'cross-origin-resource-policy': 'No other site embeds our answers.',
  'permissions-policy': 'Nothing here needs a camera or its like.',
  'x-frame-options': 'No other site frames our pages.',
  'content-security-policy': 'A browser that shows an answer as a page runs nothing of it.',
};

/** @throws Error for a header that has no description */
function fixed(name: string, value: string): Json {
  const description = abouts[name];
  if (description === undefined) throw new Error(`The header ${name} is not described`);
  return { description, required: true, schema: { type: 'string', const: value } };
}

/** Headers of every answer, by their names in lower case, as HTTP has no other. */
export const commonHeaders: Readonly<Record<string, Json>> = {
  'x-request-id': {
    description: 'Names the request in the log of whoever runs the product.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: '4b2c83bb-bfd6-4920-a9df-815efb529dd4',
  },
  'cache-control': {
    description: 'Answers belong to whoever asked; nobody on the way keeps them.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  'content-security-policy': fixed('content-security-policy', dataPolicy),
  ...Object.fromEntries(Object.entries(securityHeaders).map(([name, value]) => [name, fixed(name, value)])),
};

/** The header of answers that say when to retry. */
export const ownHeaders = {
  'retry-after': {
    description: 'Seconds after which to try again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
} as const satisfies Readonly<Record<string, Json>>;

const ref = (name: string) => [name, { $ref: `#/components/headers/${name}` }] as const;

/** Of the answer to a wrong method, which no operation has. */
const allow: Json = {
  description: 'The methods that the path has.',
  required: true,
  schema: { type: 'string' },
  example: 'GET, HEAD',
};

/** The headers of an answer of this status: all of them where it is a success, else those that a program reads. */
export function headersOf(status: number): Json {
  return Object.fromEntries([
    ...(status < 300 ? Object.keys(commonHeaders).map(ref) : [ref('x-request-id')]),
    ...(status === 429 || status === 503 ? [ref('retry-after')] : []),
    ...(status === 405 ? [['allow', allow] as const] : []),
  ]);
}
