import type { Content } from './failures.ts';
import type { Operation, Parameter } from './operation.ts';

export const isParameter = (parameter: Operation['parameters'][number]): parameter is Parameter => 'in' in parameter;

/** The example that stands first beside a schema. */
export const exampleIn = (content: Content): unknown => Object.values(content['application/json'].examples)[0]?.value;

/** JSON for readers: short lists stay on one line, as seven answers are one thing. */
export const pretty = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(
    /\[\s+([^[\]{}]{1,60}?)\s+\]/g,
    (_whole, inner: string) => `[${inner.replaceAll(/\s+/g, ' ')}]`,
  );

/** The example of a request, from which all samples are made. */
export interface Sample {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly needsToken: boolean;
  /** JSON; undefined for a request without a body. */
  readonly body: string | undefined;
}

/** Colons and commas may stand in an address, and are read more easily so. */
const encoded = (value: unknown) => encodeURIComponent(String(value)).replaceAll('%3A', ':').replaceAll('%2C', ',');

/** The example of an operation's request. */
export function sampleOf(path: string, method: string, { parameters, security, requestBody }: Operation): Sample {
  const named = parameters.filter(isParameter);
  const filled = named
    .filter(({ in: place }) => place === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encoded(example)), path);
  const query = named
    .filter(({ in: place }) => place === 'query')
    .map(({ name, example }) => `${name}=${encoded(example)}`)
    .join('&');
  return {
    method: method.toUpperCase(),
    address: `${filled}${query && `?${query}`}`,
    needsToken: security.length === 1,
    body: requestBody && pretty(exampleIn(requestBody.content)),
  };
}

/** The request as it is sent. */
export const httpText = ({ method, address, needsToken, body }: Sample): string =>
  [
    `${method} ${address}`,
    ...(needsToken ? ['Authorization: Bearer eyJhbGciOiJI…'] : []),
    ...(body === undefined ? [] : ['Content-Type: application/json', '', body]),
  ].join('\n');

/** A command for a POSIX shell in which `NUANCES` and `TOKEN` are set. */
export const curlText = ({ method, address, needsToken, body }: Sample): string =>
  [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$NUANCES${address}"`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", String.raw`'\''`)}'`]),
  ].join(' \\\n  ');

/** A module for Node and browsers in which `nuances` and `token` are set. */
export function typescriptText({ method, address, needsToken, body }: Sample): string {
  const headers = [
    ...(needsToken ? ['authorization: `Bearer ${token}`'] : []),
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers.map((header) => `    ${header},`), '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]),
  ];
  const url = '`${nuances}' + address + '`';
  return [
    options.length === 0 ? `const response = await fetch(${url});` : `const response = await fetch(${url}, {`,
    ...(options.length === 0 ? [] : [...options, '});']),
    'const answer = await response.json();',
    'if (!response.ok) throw new Error(answer.message);',
  ].join('\n');
}
