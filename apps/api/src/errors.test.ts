import { PasswordQueueFull } from '@nuances/crypto/password';
import { AppError, errorCodes } from '@nuances/domain/errors';
import { locales } from '@nuances/domain/locales';
import { TRPCError } from '@trpc/server';
import { expect, it } from 'vitest';
import { toAppError, toTrpcError, localizeError, statusOf } from './errors.ts';

const postgres = (code: string, message = 'driver') =>
  new Error('Failed query', { cause: Object.assign(new Error(message), { name: 'PostgresError', code }) });

it.each([
  ['a full password queue', new PasswordQueueFull('full'), 'unavailable'],
  ['a database that shuts down', postgres('57P01'), 'unavailable'],
  ['a full disk', postgres('53100'), 'unavailable'],
  ['a lost serialization race', postgres('40001'), 'unavailable'],
  ['a slow statement', postgres('57014'), 'unavailable'],
  ['a refused connection', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), 'unavailable'],
  ['a host without a way to it', Object.assign(new Error('no'), { code: 'EHOSTUNREACH' }), 'unavailable'],
  ['a missing socket', Object.assign(new Error('no'), { code: 'ENOENT', syscall: 'connect' }), 'unavailable'],
  ['a worker that is lost in a statement', postgres('XX000', 'SSL SYSCALL error: EOF detected'), 'unavailable'],
  [
    'a worker that is lost at the commit',
    postgres('XX000', 'could not commit transaction for shard 1 on'),
    'unavailable',
  ],
  ['a worker that is lost in a COPY', postgres('58030', 'failed to COPY to shard 1 on a:1'), 'unavailable'],
  ['a fault inside the database', postgres('XX000', 'cache lookup failed'), 'server'],
  ['a broken constraint', postgres('23514'), 'server'],
  ['a missing file', Object.assign(new Error('no'), { code: 'ENOENT' }), 'server'],
  ['a fault of ours', new TypeError('x is not a function'), 'server'],
  ['no error at all', 'text', 'server'],
  ['a 4xx of Fastify', Object.assign(new Error('no'), { statusCode: 422 }), 'badRequest'],
  ['an unknown procedure', new TRPCError({ code: 'NOT_FOUND' }), 'notFound'],
  ['a failure that travelled through tRPC', toTrpcError(new AppError('scanExists')), 'scanExists'],
])('%s is %3$s', (_what, error, code) => {
  expect(toAppError(error).code).toBe(code);
});

it('temporary failures have a Retry-After', () => {
  expect(toAppError(postgres('57P01')).retryAfterS).toBeGreaterThan(0);
});

it('every code has a status and a sentence in both languages', () => {
  for (const code of errorCodes) {
    const failure = new AppError(code);
    expect(statusOf(failure), code).toBeGreaterThanOrEqual(400);
    const [en, fr] = locales.map((locale) => localizeError(failure, locale).message);
    expect(en, code).toBeTruthy();
    expect(fr, code).not.toBe(en);
  }
  expect([statusOf(new AppError('server')), statusOf(new AppError('unavailable'))]).toEqual([500, 503]);
});
