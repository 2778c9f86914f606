import { expect, it } from 'vitest';
import { openApiDocument } from '../openapi/document.ts';
import { dataPolicy, securityHeaders } from '../http/security-headers.ts';
import { createContract } from './contract.ts';
import type { HttpResponse } from './http-client.ts';

const contract = createContract(openApiDocument());

/** A sound answer of this status, but for what is given. */
function answer(status: number, json: unknown, headers: Record<string, string | undefined> = {}): HttpResponse {
  return {
    status,
    json,
    text: json === undefined ? '' : JSON.stringify(json),
    ms: 1,
    headers: Object.fromEntries(
      Object.entries({
        ...securityHeaders,
        'content-security-policy': dataPolicy,
        'cache-control': 'no-store',
        'x-request-id': '4b2c83bb-bfd6-4920-a9df-815efb529dd4',
        'content-type': 'application/json; charset=utf-8',
        date: 'Mon, 02 Nov 2026 08:15:00 GMT',
        ...headers,
      }).filter(([, value]) => value !== undefined),
    ),
  };
}

const refusal = (code: string) => ({ error: 'No.', message: 'No.', code });
const check = (method: string, path: string, given: HttpResponse) => () => contract.check(method, path, given);
const scan = { _id: 'x', scoring: 1, answers: [1], createdAt: '2026-11-02T08:15:00.000Z' };

it.each<[string, string, string, HttpResponse]>([
  ['a list', 'GET', '/api/results?source=stats', answer(200, [scan])],
  ['a slash at the end', 'GET', '/api/results/?source=stats', answer(200, [])],
  ['a part that varies', 'DELETE', '/api/results/whatever', answer(404, refusal('notFound'))],
  ['HEAD', 'HEAD', '/api/health', answer(200, undefined)],
  ['too many', 'POST', '/api/auth/login', answer(429, refusal('rateLimited'), { 'retry-after': '7' })],
  ['no such path', 'GET', '/api/nowhere', answer(404, refusal('notFound'))],
  ['no such method', 'PATCH', '/api/results', answer(405, refusal('method'), { allow: 'GET' })],
])('takes %s', (_what, method, path, given) => {
  expect(check(method, path, given)).not.toThrow();
});

it.each<[string, string, string, HttpResponse]>([
  ['a status', 'GET', '/api/health', answer(201, { status: 'ok', version: '1' })],
  ['a status of HEAD', 'HEAD', '/api/health', answer(404, undefined)],
  ['a body of HEAD', 'HEAD', '/api/health', answer(200, { status: 'ok', version: '1' })],
  ['a 500', 'GET', '/api/health', answer(500, refusal('server'))],
  ['a field', 'GET', '/api/health', answer(200, { status: 'ok', version: '1', more: 1 })],
  ['a field within', 'GET', '/api/results?source=stats', answer(200, [{ ...scan, userId: 'x' }])],
  ['a field of a failure', 'DELETE', '/api/results/x', answer(404, { ...refusal('notFound'), stack: 'x' })],
  ['a type', 'GET', '/api/results?source=stats', answer(200, [{ ...scan, scoring: '1' }])],
  ['a date', 'GET', '/api/results?source=stats', answer(200, [{ ...scan, createdAt: '2 November' }])],
  ['a code', 'DELETE', '/api/results/x', answer(404, refusal('scanExists'))],
  ['a missing field', 'DELETE', '/api/results/x', answer(404, { error: 'No.', message: 'No.' })],
  ['a missing body', 'GET', '/api/health', answer(200, undefined)],
  ['a header', 'GET', '/api/health', answer(200, { status: 'ok', version: '1' }, { 'x-powered-by': 'us' })],
  [
    'a missing header',
    'GET',
    '/api/health',
    answer(200, { status: 'ok', version: '1' }, { 'x-frame-options': undefined }),
  ],
  [
    'a header that says else',
    'GET',
    '/api/health',
    answer(200, { status: 'ok', version: '1' }, { 'cache-control': 'public' }),
  ],
  ['a missing Retry-After', 'POST', '/api/auth/login', answer(429, refusal('rateLimited'))],
  ['a Retry-After of nothing', 'POST', '/api/auth/login', answer(429, refusal('rateLimited'), { 'retry-after': '0' })],
  [
    'a Retry-After out of place',
    'GET',
    '/api/health',
    answer(200, { status: 'ok', version: '1' }, { 'retry-after': '7' }),
  ],
  ['a missing Allow', 'PATCH', '/api/results', answer(405, refusal('method'))],
  [
    'another content type',
    'GET',
    '/api/health',
    answer(200, { status: 'ok', version: '1' }, { 'content-type': 'text/html' }),
  ],
  ['200 where nothing is', 'GET', '/api/nowhere', answer(200, refusal('notFound'))],
  ['404 for a method', 'PATCH', '/api/results', answer(404, refusal('notFound'))],
])('barks at %s that is not described', (_what, method, path, given) => {
  expect(check(method, path, given)).toThrow(/answered|declare/);
});

it('remembers what it has seen', () => {
  contract.check('GET', '/api/health', answer(503, refusal('unavailable'), { 'retry-after': '2' }));
  expect(contract.seen).toContain('public.health 503');
});
