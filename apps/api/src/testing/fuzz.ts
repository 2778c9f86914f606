import { itemAt } from '@nuances/domain/item-at';
import { isRecord } from '@nuances/domain/record';
import fc from 'fast-check';
import { lastPart } from '../openapi/schemas.ts';
import type { Contract, Described, OpenApiDocument } from './contract.ts';
import type { HttpResponse, RequestOptions } from './http-client.ts';

/** The caller of a request; `bearers` has the Authorization header of each. */
const callers = ['nobody', 'stranger', 'ada', 'zoe', 'admin', 'refresh token', 'damaged', 'no bearer'] as const;
export type Caller = (typeof callers)[number];

export interface FuzzedRequest extends RequestOptions {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string>>;
}

/** Strings that are dangerous for databases, other languages, terminals and prototypes. */
const nasty = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uDC00a',
  '\u202Egnirts',
  '\u2066x\u2069',
  '\u200F',
  '\uFEFF',
  '\u{1F469}\u200D\u{1F4BB}',
  "' or 1=1; --",
  '"); drop table users; --',
  '$1',
  '%00',
  '%c0%80',
  '../../etc/passwd',
  '${7*7}',
  '<img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  '９',
  'a'.repeat(255),
  'é'.repeat(5_000),
  '00000000-0000-4000-8000-000000000000',
  '0B6F1F5C-3A52-4F0E-9D57-2C6A4C1D8E90',
  '2026-02-30T00:00:00.000Z',
  '9999-12-31T23:59:59.999999999+14:00',
  '-271821-04-20T00:00:00.000Z',
  'fr',
  'ada',
  'ada@example.org',
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
);

const number = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 10, 11, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const nested = fc.integer({ min: 1, max: 3_000 }).map((depth) => {
  let value: unknown = 'deep';
  // Built by hand: a recursive arbitrary would not get as deep.
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value };
  return value;
});

/** Any JSON value. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: number },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
  { weight: 1, arbitrary: nested },
);

/** Values that mostly match a schema of the document. */
function valueOf(schema: unknown, document: OpenApiDocument): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) return anything;
  const { $ref, anyOf, enum: values, properties, items, type, examples, format } = schema;
  if (typeof $ref === 'string') return valueOf(document.components.schemas[lastPart($ref)], document);
  if ('const' in schema) return fc.constant(schema['const']);
  const likely = Array.isArray(examples) ? [fc.constantFrom(...examples)] : [];
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if (Array.isArray(anyOf)) return fc.oneof(...likely, ...anyOf.map((part) => valueOf(part, document)));
  if (isRecord(properties)) {
    const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, valueOf(field, document)]),
    );
    return fc.record(fields, { requiredKeys: required });
  }
  if (isRecord(items)) {
    const [minLength, maxLength] = [Number(schema['minItems'] ?? 0), Number(schema['maxItems'] ?? 10)];
    return fc.oneof(...likely, fc.array(valueOf(items, document), { minLength, maxLength }));
  }
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString());
  if (type === 'integer')
    return fc.integer({ min: Number(schema['minimum'] ?? -1e6), max: Number(schema['maximum'] ?? 1e6) });
  if (type === 'number')
    return fc.double({ min: Number(schema['minimum'] ?? -1e6), noNaN: true, noDefaultInfinity: true });
  if (type === 'boolean') return fc.boolean();
  // Mostly valid, so that a body of five fields is accepted now and then.
  return fc.oneof(...likely.map((arbitrary) => ({ weight: 5, arbitrary })), { weight: 1, arbitrary: text });
}

/** A valid body with a mutation. */
function spoiled(honest: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: honest },
    {
      weight: 4,
      arbitrary: fc.tuple(honest, fc.nat(), anything).map(([body, at, value]) => {
        if (!isRecord(body)) return value;
        const names = Object.keys(body);
        return names.length === 0 ? value : { ...body, [itemAt(names, at % names.length)]: value };
      }),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(honest, text, anything).map(([body, name, value]) => {
        const more: Record<string, unknown> = isRecord(body) ? { ...body } : {};
        Object.defineProperty(more, name, { value, enumerable: true });
        return more;
      }),
    },
    { weight: 1, arbitrary: anything },
  );
}

/** JSON text, valid or malformed. */
function written(value: unknown, how: number): string | Buffer {
  const json = JSON.stringify(value) ?? 'null';
  switch (how) {
    case 0:
      return json.slice(0, -1);
    case 1:
      return json.replace(/^\{/, '{"username":"x","username":"y",');
    case 2:
      return json.replace(/^\{/, '{"__proto__":{"role":"admin"},"constructor":{"prototype":{}},');
    case 3:
      return Buffer.concat([Buffer.from(json), Buffer.from([0xc0, 0x80])]);
    case 4:
      return `\uFEFF${json}`;
    case 5:
      return json.replace(/:\s*(?:-?\d[\d.e+-]*|"[^"]*")/i, ':1e400');
    case 6:
      return json.replace(/"([^"]*)"(?=[,}\]])/, String.raw`"\ud800\u0000$1"`);
    case 7:
      return `[${json},`.repeat(500);
    case 8:
      return '';
    default:
      return json;
  }
}

const header = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('fr', 'en', 'fr-CA,en;q=0.5', '*', 'de', ',;=', 'x'.repeat(2_000))
      .map((value) => ({ 'accept-language': value })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        'text/plain',
        'application/json; charset=utf-16',
        'application/xml',
        'application/jsonp',
        ';',
        'multipart/form-data; boundary=x',
      )
      .map((value) => ({ 'content-type': value })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('gzip', 'identity', 'br, gzip').map((value) => ({ 'content-encoding': value })),
  },
  {
    weight: 1,
    arbitrary: fc.constant({
      'x-forwarded-for': '1.2.3.4, x',
      'x-http-method-override': 'DELETE',
      'trpc-accept': 'application/jsonl',
    }),
  },
  { weight: 1, arbitrary: fc.constant({ expect: 'banana', cookie: 'locale=\u00ff; theme=night', range: 'bytes=0-1' }) },
);

const encoded = (value: string) => {
  const wellFormed = value.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  return encodeURIComponent(wellFormed).replaceAll('.', '%2E').slice(0, 3_000);
};

/** A part of a path: an id that may be there, or whatever fits between two slashes. */
const pathPart = fc.oneof(
  // The examples of the document, which bodies are sent with, too.
  fc.constantFrom('0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90', '5d0c4f3e-8b1a-4c6d-a2f7-9e3b1d7c5a48'),
  fc.constantFrom('00000000-0000-4000-8000-000000000000', 'x', '%ff', '%00', '%zz', '%2e%2e', '%2F', 'a'.repeat(3_000)),
  text.map((value) => encoded(value) || 'empty'),
);

/** Requests to a described operation over REST. */
function restRequest({ method, path, operation }: Described, document: OpenApiDocument): fc.Arbitrary<FuzzedRequest> {
  const named = operation.parameters.flatMap((parameter) => ('in' in parameter ? [parameter] : []));
  const queries = named
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) =>
      fc.oneof(valueOf(schema, document), text).map((value) => `${name}=${encoded(String(value))}`),
    );
  const query = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(...queries).map((parts) => parts.join('&')) },
    { weight: 1, arbitrary: fc.tuple(...queries, ...queries).map((parts) => parts.join('&')) },
    { weight: 1, arbitrary: text.map((value) => `${encoded(value)}=${encoded(value)}`) },
    { weight: 1, arbitrary: fc.constantFrom('', '__proto__=1', '%', '&&&===', 'source[]=history') },
  );
  const schema = operation.requestBody?.content['application/json'].schema;
  const hasBody = method !== 'GET';
  const body = hasBody ? spoiled(schema ? valueOf(schema, document) : anything) : fc.constant(undefined);
  return fc
    .record({
      parts: fc.array(pathPart, { minLength: 2, maxLength: 2 }),
      query,
      body,
      how: fc.integer({ min: 0, max: 40 }),
      isBare: fc.boolean(),
      isHead: fc.integer({ min: 0, max: 9 }).map((turn) => turn === 0),
      headers: header,
      caller: fc.constantFrom(...callers, 'ada', 'ada', 'ada', 'admin'),
    })
    .map(({ parts, query, body, how, isBare, isHead, headers, caller }) => {
      let at = 0;
      const filled = path.replaceAll(/\{\w+\}/g, () => parts[at++] ?? 'x');
      const isWithout = !hasBody || (schema === undefined && isBare);
      return {
        method: method === 'GET' && isHead ? 'HEAD' : method,
        path: query === '' ? filled : `${filled}?${query}`,
        headers,
        caller,
        ...(isWithout ? {} : { body: written(body, how) }),
      };
    });
}

/** The same calls over tRPC; sometimes as a batch, which is refused. */
function trpcRequest({ method, operation }: Described, document: OpenApiDocument): fc.Arbitrary<FuzzedRequest> {
  const schema = operation.requestBody?.content['application/json'].schema;
  return fc
    .record({
      input: spoiled(schema ? valueOf(schema, document) : anything),
      how: fc.integer({ min: 0, max: 30 }),
      isBatch: fc.integer({ min: 0, max: 9 }).map((turn) => turn === 0),
      headers: header,
      caller: fc.constantFrom(...callers),
      isQuery: fc.constant(method === 'GET'),
    })
    .map(({ input, how, isBatch, headers, caller, isQuery }) => {
      const path = `/trpc/${operation['x-procedure']}?${isBatch ? 'batch=1&' : ''}`;
      const text = written(input, how);
      if (!isQuery) return { method: 'POST', path, headers, caller, body: text };
      // Cut first: a cut may leave half of a pair.
      const value = encodeURIComponent(
        text
          .toString()
          .slice(0, 2_000)
          .replaceAll(/\p{Surrogate}/gu, ''),
      );
      return { method: 'GET', path: `${path}input=${value}`, headers, caller };
    });
}

/** Requests over the whole document, most of them over REST. */
export function fuzzedRequest(contract: Contract, document: OpenApiDocument): fc.Arbitrary<FuzzedRequest> {
  return fc.oneof(
    ...contract.operations.flatMap((described) => [
      { weight: 4, arbitrary: restRequest(described, document) },
      { weight: 1, arbitrary: trpcRequest(described, document) },
    ]),
  );
}

const trpcStatuses = new Set([200, 400, 401, 403, 404, 405, 409, 413, 415, 429]);

/** What no answer may contain: a stack, a statement, a path of the machine, the name of a library. */
const leaks = [
  /\bat \S+ \(|\.(?:ts|js|mjs):\d+|node_modules|node:internal|\/(?:work|home|tmp|usr|src)\//,
  /postgres|drizzle|Failed query|relation "|syntax error at|ECONN[A-Z]/,
  /\b(?:select|insert into|update|delete from)\b.{0,80}\b(?:from|values|set|where)\b/i,
];

/**
 * Checks an answer of the fuzzer.
 * @throws Error for a 5xx, an undeclared answer, or an internal detail
 */
export function judge(contract: Contract, { method, path }: FuzzedRequest, answer: HttpResponse): void {
  if (answer.status >= 500) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text.slice(0, 200)}`);
  if (path.startsWith('/trpc/')) {
    const isAnswered = answer.status < 300 && path.includes('?batch=1');
    if (!trpcStatuses.has(answer.status) || isAnswered) throw new Error(`${method} ${path} answered ${answer.status}`);
    if (!/"(?:result|error)":/.test(answer.text))
      throw new Error(`${method} ${path} is no tRPC: ${answer.text.slice(0, 200)}`);
  } else contract.check(method, path, answer);
  for (const pattern of leaks) {
    const leak = pattern.exec(answer.text);
    if (leak) throw new Error(`${method} ${path} tells of "${leak[0]}"`);
  }
}
