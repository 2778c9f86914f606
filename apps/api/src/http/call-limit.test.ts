import { AppError } from '@nuances/domain/errors';
import { expect, it } from 'vitest';
import { createCallLimit } from './call-limit.ts';

function limited(callsPerMinute: number) {
  let at = 0;
  const count = createCallLimit(callsPerMinute, () => at);
  return {
    wait: (ms: number) => void (at += ms),
    /** Seconds to wait, or 0 for a call that is allowed. */
    call(address: string): number | undefined {
      try {
        count(address);
        return 0;
      } catch (error) {
        if (error instanceof AppError && error.code === 'rateLimited') return error.retryAfterS;
        throw error;
      }
    },
  };
}

it('counts the calls of a minute, each address for itself', () => {
  const { call, wait } = limited(2);
  expect([call('192.0.2.1'), call('192.0.2.1'), call('192.0.2.2')]).toEqual([0, 0, 0]);
  wait(20_500);
  expect([call('192.0.2.1'), call('192.0.2.2')]).toEqual([40, 0]);
  wait(39_499);
  expect(call('192.0.2.1')).toBe(1);
  wait(1);
  expect([call('192.0.2.1'), call('192.0.2.1'), call('192.0.2.1')]).toEqual([0, 0, 60]);
});

it('counts the addresses of one IPv6 network together, and a mapped IPv4 address as that address', () => {
  const { call } = limited(1);
  expect([call('2001:db8::1'), call('2001:db8:0:0:ffff::2'), call('2001:db8:0:1::1')]).toEqual([0, 60, 0]);
  expect([call('::ffff:192.0.2.1'), call('192.0.2.1')]).toEqual([0, 60]);
});

it('forgets the oldest of very many callers, and no other', () => {
  const { call } = limited(1);
  expect(call('192.0.2.1')).toBe(0);
  for (let index = 0; index < 10_000; index += 1) call(`10.0.${index >> 8}.${index & 255}`);
  expect([call('10.0.39.15'), call('192.0.2.1')]).toEqual([60, 0]);
});
