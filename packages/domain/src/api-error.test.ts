import { describe, expect, it } from 'vitest';
import { toApiError, isSessionOver } from './api-error.ts';

const refusal = (app: unknown) => Object.assign(new Error('refused'), { data: { app } });

describe('toApiError', () => {
  it('reads code, message and fields of a refusal', () => {
    const error = refusal({
      code: 'usernameTaken',
      message: 'This username is already taken.',
      fields: { username: { code: 'usernameTaken', message: 'This username is already taken.' }, odd: 7 },
    });
    expect(toApiError(error)).toEqual({
      code: 'usernameTaken',
      message: 'This username is already taken.',
      fields: { username: 'This username is already taken.' },
      fieldCodes: { username: 'usernameTaken' },
    });
  });

  it('tells an answer that is not our own from none', () => {
    const thrown = (cause: Error) => Object.assign(new Error(cause.message, { cause }), { name: 'TRPCClientError' });
    const codeOf = (cause: Error) => toApiError(thrown(cause)).code;
    expect(codeOf(new SyntaxError('Unexpected token <'))).toBe('foreign');
    expect(codeOf(new Error('Unable to transform response from server'))).toBe('foreign');
    expect(codeOf(new TypeError('Failed to fetch'))).toBe('network');
    expect(codeOf(new DOMException('took too long', 'TimeoutError'))).toBe('network');
  });

  it.each([
    new TypeError('fetch failed'),
    refusal(undefined),
    refusal({ code: 'unheard of', message: 'x' }),
    null,
    'text',
  ])('takes everything else for a network failure (%#)', (error) => {
    expect(toApiError(error)).toEqual({ code: 'network', message: null, fields: {}, fieldCodes: {} });
  });

  it('distinguishes a session that is over from a failed call', () => {
    expect(isSessionOver(toApiError(refusal({ code: 'sessionMissing', message: 'x' })))).toBe(true);
    expect(isSessionOver(toApiError(new TypeError('fetch failed')))).toBe(false);
  });
});
